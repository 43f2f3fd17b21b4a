//! The bots and the dice specialist: legal moves under every ruling, and the same answers whatever was played before.

use holotable_env::{Game, Options, Tabletop, legal_actions};
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_players::match_rngs::MatchRngs;
use holotable_players::registry::load;

/// The agent `ppo+dice`, as seen from this package.
const NETWORK: &str = "../checkpoints/dark_side_rising+dice";

#[test]
fn the_bots_play_legally_under_every_ruling() {
    let rulings = [
        &[("players", "2")][..],
        &[("players", "3"), ("several_cards_per_roll", "false")],
        &[("players", "4"), ("tokens_pay", "true"), ("early_stop", "false")],
    ];
    let bots = ["greedy", "expert", "expert+dice", "random+dice", NETWORK];
    for (options, bot) in rulings.iter().flat_map(|options| bots.map(|bot| (options, bot))) {
        let options = Options::resolve(DarkSideRising::option_specs(), options.iter().copied()).unwrap();
        let game = DarkSideRising::build(&options, None).unwrap();
        let mut player = load(&game, bot).unwrap();
        let mut rngs = MatchRngs::new(11, game.players());
        let mut s = game.start(&mut rngs.chance);
        for _ in 0..90 {
            let Some(seat) = game.actor(&s) else { break };
            let decision = rngs.decide(&game, &s, seat, player.as_mut());
            let action = decision.action;
            assert!(legal_actions(&game, &s).contains(&action), "{bot}: {action:?}");
            game.step(&mut s, action, &mut rngs.chance);
        }
    }
}

/// Threads reuse players, so what one keeps in memory must not change its answers.
#[test]
fn the_dice_expert_answers_alike_fresh_or_not() {
    let options = Options::resolve(DarkSideRising::option_specs(), []).unwrap();
    let game = DarkSideRising::build(&options, None).unwrap();
    for agent in ["expert+dice", NETWORK] {
        let mut player = load(&game, agent).unwrap();
        let mut rngs = MatchRngs::new(12, game.players());
        let mut s = game.start(&mut rngs.chance);
        for _ in 0..40 {
            let Some(seat) = game.actor(&s) else { break };
            let mut fresh = load(&game, agent).unwrap();
            let theirs = rngs.clone().decide(&game, &s, seat, fresh.as_mut()).action;
            let action = rngs.decide(&game, &s, seat, player.as_mut()).action;
            assert_eq!(action, theirs, "{agent}");
            game.step(&mut s, action, &mut rngs.chance);
        }
    }
}
