//! Every game under each of its options, and Conflict under others.

use holotable_env::check::play_bytes;
use holotable_env::{Error, OptionKind, Options, Tabletop};
use holotable_games::GAMES;

/// The options of Rebellion: both set-ups, with the starting missions, with all and with none; with all, action cards too.
pub const REBELLION: [&[(&str, &str)]; 8] = [
    &[],
    &[("setup", "normal")],
    &[("missions", "none")],
    &[("missions", "none"), ("setup", "normal")],
    &[("missions", "all")],
    &[("missions", "all"), ("setup", "normal")],
    &[("missions", "all"), ("actions", "all")],
    &[("missions", "all"), ("actions", "all"), ("setup", "normal")],
];

/// The team game of Rebellion: three and four players, with both set-ups and with all cards.
pub const REBELLION_TEAMS: [&[(&str, &str)]; 6] = [
    &[("players", "3")],
    &[("players", "4")],
    &[("players", "4"), ("setup", "normal")],
    &[("players", "4"), ("missions", "all")],
    &[("players", "3"), ("missions", "all"), ("actions", "all"), ("setup", "normal")],
    &[("players", "4"), ("missions", "all"), ("actions", "all"), ("setup", "normal")],
];

/// The default game and, for each option, the games with its least and greatest value.
pub fn variants<G: Tabletop>() -> Vec<G> {
    let build = |given: &[(&str, &str)]| {
        let options = Options::resolve(G::option_specs(), given.iter().copied()).unwrap();
        G::build(&options, None).unwrap_or_else(|e| panic!("{} {given:?}: {e}", G::NAME))
    };
    let mut games = vec![build(&[])];
    for spec in G::option_specs() {
        let ends = match spec.kind {
            OptionKind::Int(least, greatest) => vec![least.to_string(), greatest.to_string()],
            OptionKind::Flag => vec!["true".to_owned(), "false".to_owned()],
            OptionKind::Words(_) => Vec::new(),
        };
        games.extend(ends.iter().map(|value| build(&[(spec.name, value)])));
    }
    games
}

/// Fewer states would say little about a game.
const ENOUGH: usize = 500;

/// Calls `test` with each game, or with that of `ONLY_GAME=risk`; it says how many states, or values, it looked at.
pub fn each_game(test: impl Fn(&str) -> Result<usize, Error>) {
    let only = std::env::var("ONLY_GAME").ok();
    for name in GAMES.iter().filter(|name| only.as_deref().is_none_or(|only| only == **name)) {
        let looked_at = test(name).unwrap();
        assert!(looked_at > ENOUGH, "{name}: only {looked_at} looked at");
    }
}

/// How many games to play of each variant: at least `least`, and more where games are short.
pub fn games<G: Tabletop>(variants: &[G], least: usize) -> usize {
    let mut states = 0;
    for game in variants {
        play_bytes(game, 1, &[], |_| {
            states += 1;
            Ok(())
        })
        .unwrap();
    }
    least.max((4 * ENOUGH).div_ceil(states))
}

/// Of Conflict, what `variants` does not vary: words and ranges at both ends.
pub const FAMILIES: [&[(&str, &str)]; 6] = [
    &[("deck", "random"), ("board", "random"), ("players", "4"), ("open_hands", "true")],
    &[("variant", "simplified"), ("deck", "7"), ("draw_price", "once"), ("hand", "0..8")],
    &[("variant", "advanced"), ("board", "7"), ("heroes_below", "3..12"), ("players", "2")],
    &[("track", "12..40"), ("twos", "0..2"), ("threes", "0..2"), ("first_order", "0..2"), ("hand", "8")],
    &[("track", "40"), ("phasma", "1"), ("hux", "1"), ("kylo", "1"), ("hand", "8"), ("deck", "random")],
    &[("phasma", "1..6"), ("hux", "1..6"), ("kylo", "1..6"), ("deck", "random"), ("heroes_below", "12")],
];
