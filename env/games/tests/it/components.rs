//! Every Imperial, team, token and component of the game: put in play where it can act, carried out, and
//! the change of the state compared with what its verbs say, by the model.

use std::collections::BTreeSet;

use holotable_env::Finite;
use holotable_games::dark_side_rising::op::{Amount, Per, Pick, Reach, When, Who};
use holotable_games::dark_side_rising::tables::Printed;
use holotable_games::dark_side_rising::words::{Colour, Component, Sector, Team, Token, Trait, VaderFace};
use holotable_games::dark_side_rising::{Action, State};

use crate::dsr_board::{Board, real, total};
use crate::dsr_effects::{Snap, said, snap};
use crate::dsr_model::{damaged, traits, ways};

use Component::{Blue, Orange};
use Sector::{Eadu, Jedha, Scarif};
use VaderFace::Clockwise;

#[test]
fn every_imperial_does_what_its_verbs_say() {
    let g = real(&[]);
    let rebels: Vec<&Printed> = g
        .tables
        .rebels()
        .iter()
        .rev()
        .filter(|c| c.rebel.unwrap().when == When::Once || c.rebel.unwrap().when == When::Paid)
        .collect();
    for card in g.tables.imperials() {
        let other = g.tables.imperials().iter().find(|c| c.name != card.name).unwrap();
        for sector in Sector::all() {
            let mut b = Board::new(&[]).vader(Jedha);
            b = Board::on(real(&[("teams", "tatooine,yavin_4")]))
                .vader(b.s.vader)
                .put(Scarif, 0, &card.name, 1);
            b = b.put(Scarif, 1, &rebels[0].name, 1).put(Eadu, 1, &rebels[1].name, 0).put(
                Jedha,
                1,
                &rebels[2].name,
                1,
            );
            b = b.put(Eadu, 0, &other.name, 1).hurt(0, 2).hurt(1, 1);
            let found = ways(&b, Action::Deploy { sector }, &|s| {
                (s.vader == Scarif, Snap { waiting: [0; 4], ..snap(s) })
            });
            let found: BTreeSet<Snap> = found.into_iter().filter(|w| w.0).map(|w| w.1).collect();
            b.s.deployed = Some(sector);
            let amount = Amount { n: 1, per: Per::Once };
            let who =
                Who { reach: Reach::Here, pick: Pick::All, affiliations: traits(&[]), may: false, amount };
            let mut expected = BTreeSet::new();
            for c in 0..6 {
                let mut start = snap(&b.s);
                start.counters[c] += 1;
                damaged(&b, &mut start.damage, &who, Scarif.index());
                // The ranks of Rebels are judged after the attack.
                expected.extend(said(&b, g.tables.ops(card.span), start, Scarif));
            }
            assert_eq!(found, expected, "{} with the team at {sector:?}", card.name);
        }
    }
}

#[test]
fn every_component_does_what_its_verbs_say() {
    for c in Component::all() {
        let name = real(&[]).tables.rebels().last().unwrap().name.clone();
        let mut b = Board::on(real(&[("teams", "tatooine,yavin_4")])).hurt(0, 2).operational(c).vader(Jedha);
        b = b.put(Eadu, 0, &name, 1).put(Jedha, 2, "AT-ACT", 1);
        let mut before = b.clone();
        before.s.deployed = Some(Eadu);
        let ops = b.g.tables.ops(b.g.tables.tiles[c].span).to_vec();
        let expected = said(&before, &ops, snap(&b.s), Jedha);
        b.deploy(Eadu, c, Clockwise);
        let found = Snap { waiting: [0; 4], ..snap(&b.s) };
        assert_eq!(BTreeSet::from([found]), expected, "{c:?}: {ops:?}");
        let pool = total(&b.g.tables.bases[b.s.seats.team(0)].dice);
        assert_eq!(total(&b.s.waiting), pool - b.s.fewer_dice);
    }
}

#[test]
fn every_team_ability_does_what_its_verbs_say() {
    for team in Team::all() {
        let rival = if team == Team::Lothal { "tatooine" } else { "lothal" };
        let mut b =
            Board::on(real(&[("teams", &format!("{},{rival}", team.word()))])).hurt(0, 3).counters(Orange, 2);
        b = b.put(Eadu, 0, "AT-ACT", 0).vader(Jedha);
        b.deploy(Eadu, Blue, Clockwise);
        let base = b.g.tables.bases[team].clone();
        let mut rolled = [0; 20];
        let mut shown = 0;
        for c in Colour::all() {
            let faces = *b.g.tables.dice[c].faces.values();
            let best =
                (0..5).max_by_key(|&f| if faces[f].0 == base.symbol { faces[f].1 } else { 0 }).unwrap();
            rolled[c.index() * 5 + best] = base.dice[c];
            shown += base.dice[c] * if faces[best].0 == base.symbol { faces[best].1 } else { 0 };
        }
        assert!(shown >= base.threshold, "{team:?} can never use its ability with its own dice");
        let found =
            ways(&b, Action::Roll, &snap).into_iter().filter(|s| s.rolled == rolled).collect::<BTreeSet<_>>();
        let start = Snap { rolled, waiting: [0; 4], ..snap(&b.s) };
        assert_eq!(found, said(&b, b.g.tables.ops(base.span), start, Eadu), "{team:?}");
    }
}

#[test]
fn every_token_does_what_it_says() {
    for token in Token::all() {
        let mut b =
            Board::on(real(&[("teams", "tatooine,yavin_4")])).hurt(0, 2).token(token, 1).counters(Orange, 2);
        b = b.put(Eadu, 0, "Stormtrooper", 0).put(Eadu, 1, "Leia Organa", 1).vader(Jedha);
        b.deploy(Eadu, Blue, Clockwise);
        b.s.need[0] = b.g.tables[b.card("Stormtrooper")].need;
        let ops = b.g.tables.ops(b.g.tables.tokens[token].span).to_vec();
        let mut start = snap(&b.s);
        start.drawn -= 1;
        let actions: Vec<Action> = b
            .legal()
            .into_iter()
            .filter(|a| {
                matches!(
                    a,
                    Action::TokenDie { .. }
                        | Action::TokenSymbol { .. }
                        | Action::TokenHeal
                        | Action::TokenCounter
                )
            })
            .collect();
        let colour = matches!(token, Token::RedDie | Token::BlueDie | Token::GreenDie | Token::PurpleDie);
        // Tatooine has taken all red dice of the box, if there are only four.
        if colour && said(&b, &ops, start.clone(), Eadu) == BTreeSet::from([start.clone()]) {
            assert!(actions.is_empty());
            continue;
        }
        for a in &actions {
            let needed = |s: &State| s.need.iter().map(total).sum::<u8>();
            let less = u8::from(matches!(a, Action::TokenSymbol { .. }));
            let found = ways(&b, *a, &|s| (needed(s), total(&s.discards), snap(s)));
            let expected = said(&b, &ops, start.clone(), Eadu)
                .into_iter()
                .map(|s| (needed(&b.s) - less, 1, s))
                .collect();
            assert_eq!(found, expected, "{token:?}");
        }
        let symbol = ops.is_empty();
        let open = Trait::all()
            .find(|t| Token::symbol(*t) == token)
            .map_or(0, |t| b.s.need.iter().filter(|n| n[t] > 0).count());
        assert_eq!(actions.len(), if symbol { open } else { 1 }, "{token:?}");
    }
}
