//! The rules in our own words name every option, every action and every kind of decision of each game, and nothing that is not there.

use std::collections::BTreeSet;

use holotable_env::{Error, Finite, Game, Options, Show, Tabletop, action_label, action_struct, rules_text};
use holotable_games::rebellion::Rebellion;
use holotable_games::rebellion_combat::RebellionCombat;
use holotable_games::risk::Risk;
use holotable_games::toys::{guess::Guess, league::League, minefield::Minefield, secret_pig::SecretPig};
use holotable_games::{GAMES, conflict, dark_side_rising, rebellion, rebellion_combat, risk, with_game};

fn default<G: Tabletop>() -> G {
    G::build(&Options::resolve(G::option_specs(), []).unwrap(), None).unwrap()
}

/// The words `so` of a text.
fn marked(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Everything that the rules have to name, and what they may name besides.
fn check<G: Tabletop>(decisions: &[&str]) {
    let words = marked(G::RULES);
    let blocks = <G as Game>::Action::blocks();
    let fields = blocks.iter().flat_map(|block| block.fields.iter().map(|(name, _)| name.as_str()));
    let options = G::option_specs().iter().map(|spec| spec.name);
    let names =
        options.chain(blocks.iter().map(|block| block.name.as_str())).chain(decisions.iter().copied());
    let names: BTreeSet<&str> = names.collect();
    let missing: Vec<_> = names.difference(&words).collect();
    assert!(missing.is_empty(), "{}: the rules do not name {missing:?}", G::NAME);
    let known: BTreeSet<&str> = names.into_iter().chain(fields).chain(["so"]).collect();
    let unknown: Vec<_> = words.difference(&known).collect();
    assert!(unknown.is_empty(), "{}: the rules name {unknown:?}, which there is not", G::NAME);
    let pages = G::RULES.split_whitespace().count();
    assert!((40..1_950).contains(&pages), "{}: {pages} words", G::NAME);
}

/// The stages in which somebody decides.
fn stages(words: &'static [&'static str], not: &[&str]) -> Vec<&'static str> {
    words.iter().copied().filter(|word| !not.contains(word)).collect()
}

#[test]
fn the_rules_of_dark_side_rising_are_complete() {
    let asked = dark_side_rising::op::Choice::WORDS.iter().copied();
    check::<dark_side_rising::DarkSideRising>(
        &["deploy", "muster", "rolled"].into_iter().chain(asked).collect::<Vec<_>>(),
    );
}

#[test]
fn the_rules_of_rebellion_combat_are_complete() {
    // Only a campaign waits for its cards.
    let mut asked = stages(rebellion_combat::state::Stage::WORDS, &["over", "cards"]);
    asked.extend(["special", "card", "die", "target", "own unit", "deck"]);
    check::<RebellionCombat>(&asked);
}

#[test]
fn the_rules_of_rebellion_are_complete() {
    check::<Rebellion>(&stages(rebellion::state::Stage::WORDS, &["over"]));
}

#[test]
fn the_rules_of_conflict_are_complete() {
    check::<conflict::Conflict>(&stages(conflict::words::Stage::WORDS, &["over"]));
}

#[test]
fn the_rules_of_risk_are_complete() {
    check::<Risk>(&stages(risk::pending::Stage::WORDS, &["over"]));
}

#[test]
fn the_rules_of_the_toys_are_complete() {
    check::<SecretPig>(&[]);
    check::<Minefield>(&[]);
    check::<Guess>(&[]);
    check::<League>(&[]);
}

#[test]
fn what_is_read_before_a_game_has_options_and_components() {
    for name in GAMES {
        let text = with_game!(*name, |G| {
            let game = default::<G>();
            let text = rules_text(&game);
            for spec in G::option_specs() {
                assert!(
                    text.contains(&format!("| `{}` | {} |", spec.name, spec.default)),
                    "{name}: {}",
                    spec.name
                );
            }
            for entry in game.catalogue() {
                assert!(text.contains(&format!("**{}**", entry.name)), "{name}: {}", entry.name);
            }
            Ok::<_, Error>(text)
        });
        assert!(text.unwrap().starts_with("# Rules: "), "{name}");
    }
}

#[test]
fn actions_are_structures_and_back() {
    let mut all = 0;
    for name in GAMES {
        let n = with_game!(*name, |G| {
            for action in <G as Game>::Action::all() {
                let label = action.label();
                let structure = action_struct(&label);
                assert_eq!(action_label(&structure).as_ref(), Ok(&label), "{name}");
                let block = structure["kind"].as_str().unwrap().to_owned();
                assert!(<G as Game>::Action::blocks().iter().any(|b| b.name == block), "{name}: {label}");
            }
            Ok::<_, Error>(<G as Game>::Action::N)
        });
        all += n.unwrap();
    }
    assert!(all > 100 * GAMES.len(), "only {all} actions");
}
