//! Stories: listening changes nothing, and what is told is what happened, by the tables before and after.

use std::cmp::Ordering;
use std::collections::HashMap;

use holotable_env::{
    Chance, Deed, Finite, Game, Item, Sample, Show as _, Story, Tabletop, Trace, Viewer, generator,
    legal_actions,
};
use holotable_games::conflict::{Action as Move, Conflict, State as Struggle};
use holotable_games::dark_side_rising::words::Component;
use holotable_games::dark_side_rising::{DarkSideRising, State as Table};
use holotable_games::rebellion::event::Event;
use holotable_games::rebellion::words::Place;
use holotable_games::rebellion::{Action, Rebellion, State as Campaign, destroyed_systems, flow};
use holotable_games::rebellion_combat::words::{Neighbour, Row, Side};
use holotable_games::rebellion_combat::{Action as Blow, RebellionCombat, State as Battle};
use holotable_games::risk::{Risk, State as Galaxy};
use holotable_games::{GAMES, with_game};

use crate::any_game::{game as built, random_game};
use crate::rebellion_board::War;

/// Plays random games and hands over each step: before, after, and what was told.
fn each_step<G: Tabletop>(game: &G, games: u64, mut see: impl FnMut(&G::State, &G::State, &Story)) {
    for seed in 0..games {
        let (mut chance, mut choose) = (Sample(generator(seed, 0)), Sample(generator(seed, 1)));
        let mut s = game.start(&mut chance);
        while game.actor(&s).is_some() {
            let legal = legal_actions(game, &s);
            let a = legal[choose.below(legal.len())];
            let (before, mut unheard, mut other) = (s, s, chance.clone());
            let mut trace = Trace::listening(&mut chance);
            game.step(&mut s, a, &mut trace);
            let (_, story) = trace.into_parts();
            game.step(&mut unheard, a, &mut other);
            assert_eq!(unheard, s, "listening changes a game");
            assert_eq!(other.0, chance.0, "listening changes chance");
            see(&before, &s, &story);
        }
    }
}

/// How much of a deed was told of each name, over all viewers' knowledge.
fn told(story: &Story, deed: Deed) -> HashMap<&str, i32> {
    let mut sums = HashMap::new();
    for item in story.events.iter().filter(|e| e.deed == deed).flat_map(|e| &e.to) {
        *sums.entry(item.name.as_str()).or_insert(0) += item.count as i32;
    }
    sums
}

#[test]
fn every_game_can_be_listened_to() {
    for name in GAMES {
        let done: Result<(), holotable_env::Error> = with_game!(*name, |G| {
            let game: G = built(&[]);
            each_step(&game, 3, |_, _, story| {
                for viewer in [Viewer::All, Viewer::Table, Viewer::Seat(0)] {
                    let lines = story.lines(viewer);
                    assert_eq!(lines.len(), story.to_json(viewer).as_array().unwrap().len());
                    assert!(lines.iter().all(|line| !line.is_empty() && !line.contains('\n')), "{lines:?}");
                }
            });
            Ok(())
        });
        done.unwrap();
    }
}

/// Damage on every card in play, the counters, and the tokens of a table.
fn damage(g: &DarkSideRising, s: &Table) -> HashMap<String, i32> {
    let cards = s.cards().chain(s.seats.all());
    cards.map(|card| (g.tables[card.card].name.clone(), i32::from(card.damage))).collect()
}

#[test]
fn all_damage_counters_tokens_and_defeats_are_told() {
    let options: [&[(&str, &str)]; 2] =
        [&[("players", "2")], &[("players", "3"), ("start_counters", "1"), ("global_targets", "true")]];
    let mut seen = 0;
    for given in options {
        let g: DarkSideRising = built(given);
        each_step(&g, 40, |before, after, story| {
            let (hurt, healed) = (told(story, Deed::Damage), told(story, Deed::Heal));
            let recruits = told(story, Deed::Join);
            let (old, new) = (damage(&g, before), damage(&g, after));
            for (name, now) in new.iter().filter(|(name, _)| !recruits.contains_key(name.as_str())) {
                let change = hurt.get(name.as_str()).unwrap_or(&0) - healed.get(name.as_str()).unwrap_or(&0);
                assert_eq!(now - old.get(name).unwrap_or(&0), change, "{name}: {story:?}");
                seen += change.abs();
            }
            let defeated: Vec<&str> = told(story, Deed::Defeat).into_keys().collect();
            let gone = after.defeated.iter().filter(|card| !before.defeated.has(*card));
            let gone: Vec<&str> = gone.map(|card| g.tables[card].name.as_str()).collect();
            assert_eq!(defeated.len(), gone.len(), "{story:?}");
            assert!(gone.iter().all(|name| defeated.contains(name)), "{story:?}");
            let (added, removed) = (told(story, Deed::Add), told(story, Deed::Remove));
            for c in Component::all() {
                let title = holotable_env::picture::title(c.word());
                let name = format!("the {title} component");
                let change =
                    added.get(name.as_str()).unwrap_or(&0) - removed.get(name.as_str()).unwrap_or(&0);
                let flipped = after.operational.has(c) && !before.operational.has(c);
                let now = if flipped { g.tables.tiles[c].spaces } else { after.counters[c] };
                assert_eq!(i32::from(now) - i32::from(before.counters[c]), change, "{name}: {story:?}");
            }
            let ended = story.events.last().is_some_and(|e| e.deed == Deed::End);
            assert_eq!(ended, g.actor(after).is_none(), "{story:?}");
        });
    }
    assert!(seen > 1_000, "{seen}");
}

/// All units of a kind that a side has lost, those included that still fire.
fn lost(s: &Battle, side: Side, row: Row) -> i32 {
    i32::from(s.camps[side].lost[row]) + i32::from(s.camps[side].parked[row])
}

#[test]
fn all_units_lost_and_cards_drawn_are_told() {
    let g: RebellionCombat = built(&[("value", "24"), ("leaders", "2"), ("neighbours", "3")]);
    let (mut fallen, mut drawn) = (0, 0);
    each_step(&g, 60, |before, after, story| {
        for side in Side::all() {
            let by = ["Empire", "Rebels"][side.index()];
            let events = story.events.iter().filter(|e| e.by == by);
            let of = |deed: Deed| events.clone().filter(move |e| e.deed == deed).flat_map(|e| &e.to);
            for row in Row::all() {
                let name = &g.tables.unit(side, row).name;
                let told: u32 =
                    of(Deed::Defeat).filter(|item| item.name == *name).map(|item| item.count).sum();
                assert_eq!(
                    lost(after, side, row) - lost(before, side, row),
                    told as i32,
                    "{name}: {story:?}"
                );
                fallen += told;
            }
            // Whoever is not this side is told of cards, and not of which.
            let other = Viewer::Seat(side.other().index());
            for item in of(Deed::Draw) {
                drawn += item.count;
                assert!(["space card", "ground card"].contains(&item.name(other)), "{item:?}");
                assert!(["space card", "ground card"].contains(&item.name(Viewer::Table)), "{item:?}");
                assert_ne!(item.name(Viewer::Seat(side.index())), item.name(other));
            }
        }
        let ended = story.events.last().is_some_and(|e| e.deed == Deed::End);
        assert_eq!(ended, g.actor(after).is_none(), "{story:?}");
    });
    assert!(fallen > 100 && drawn > 100, "{fallen} {drawn}");
}

/// So many troops, from words such as "3 troops on Hoth".
fn troops(item: &Item) -> i32 {
    let (n, rest) = item.name.split_once(' ').unwrap();
    if rest.starts_with("troop on ") || rest.starts_with("troops on ") { n.parse().unwrap() } else { 0 }
}

#[test]
fn all_troops_and_cards_of_risk_are_told() {
    for given in [&[("rounds", "12")][..], &[("players", "2"), ("rounds", "12")], &[("variant", "standard")]]
    {
        let g: Risk = built(given);
        let (mut fallen, mut drawn) = (0, 0);
        let on_board = |s: &Galaxy| s.board.troops.values().iter().map(|&n| i32::from(n)).sum::<i32>();
        each_step(&g, 12, |before, after, story| {
            let sum = |deed: Deed| -> i32 {
                let items = story.events.iter().filter(|e| e.deed == deed).flat_map(|e| &e.to);
                items.map(|item| item.count as i32 * troops(item)).sum()
            };
            let claimed = told(story, Deed::Note).keys().filter(|name| name.ends_with("is claimed")).count();
            if before.board.destroyed == after.board.destroyed {
                let change = sum(Deed::Note) - sum(Deed::Lose) + claimed as i32;
                assert_eq!(on_board(after) - on_board(before), change, "{story:?}");
            }
            fallen += sum(Deed::Lose);
            for item in story.events.iter().filter(|e| e.deed == Deed::Draw).flat_map(|e| &e.to) {
                drawn += item.count;
                let (seats, cover) = item.cover.as_ref().expect("nobody else sees it");
                assert_eq!(
                    (item.name(Viewer::Table), item.name(Viewer::Seat((seats[0] + 1) % 5))),
                    (&cover[..], &cover[..])
                );
            }
            let ended = story.events.last().is_some_and(|e| e.deed == Deed::End);
            assert_eq!(ended, g.actor(after).is_none(), "{story:?}");
        });
        assert!(fallen > 100 && drawn > 20, "{given:?}: {fallen} {drawn}");
    }
}

/// Systems have their names in battles too, a battle ends without the game, and each change of a system is told.
#[test]
fn systems_and_battles_of_rebellion_are_told() {
    let (mut battles, mut retreats, mut changes) = (0, 0, 0);
    let g: Rebellion = built(&[("missions", "all"), ("actions", "all")]);
    each_step(&g, 12, |before, after, story| {
        let ended = story.events.last().is_some_and(|e| e.deed == Deed::End);
        assert_eq!(ended, g.actor(after).is_none(), "{story:?}");
        let ends = story.events.iter().filter(|e| e.deed == Deed::End).count();
        assert_eq!(ends, usize::from(ended), "{story:?}");
        let notes = told(story, Deed::Note);
        battles += notes.keys().filter(|words| words.starts_with("The battle is over: ")).count();
        let moves = told(story, Deed::Move);
        assert!(!moves.keys().any(|name| name.contains("neighbouring system")), "{story:?}");
        retreats += if before.battle.is_some() { moves.len() } else { 0 };
        for place in Place::all() {
            let name = g.tables.name(place);
            let told = |what: &str| notes.contains_key(&*format!("{name} {what}"));
            if before.loyalty[place] != after.loyalty[place] {
                let loyal = ["becomes neutral", "becomes loyal to the Empire", "becomes loyal to the Rebels"];
                assert!(told(loyal[after.loyalty[place].index()]), "{name}: {story:?}");
                changes += 1;
            }
            let marks = [(before.subjugated, after.subjugated), (before.sabotaged, after.sabotaged)];
            let words = [
                ["is subjugated by the Empire", "is subjugated no more"],
                ["is sabotaged", "is sabotaged no more"],
            ];
            for ((before, after), [on, off]) in marks.into_iter().zip(words) {
                if before.has(place) != after.has(place) {
                    assert!(told(if after.has(place) { on } else { off }), "{name}: {story:?}");
                    changes += 1;
                }
            }
        }
        if let (Some(battle), Some(field)) = (&after.battle, after.field) {
            for (at, near) in Neighbour::all().zip(g.tables.next_to[field].iter()).take(battle.beside.len()) {
                let retreat = Action::Battle { battle: Blow::Retreat { to: at } };
                let words = g.describe_action(after, retreat);
                assert!(words.starts_with(&format!("retreat to {}", g.tables.name(near))), "{words}");
            }
        }
    });
    assert!(battles > 10 && retreats > 5 && changes > 50, "{battles} {retreats} {changes}");
}

/// What goes with a destroyed system, with a station or by the lack of a place is nobody's choice, and told.
#[test]
fn what_rebellion_loses_without_a_choice_is_told() {
    let war = War::ready("Ilum", Side::Empire, "Superlaser Online", &["Tarkin"])
        .units(Side::Rebels, "Mandalore", &[("Rebel Trooper", 2)])
        .carry("Superlaser Online");
    let (there, station) = (war.choose("Mandalore"), war.row(Side::Empire, "Death Star"));
    let listen = |tell: &dyn Fn(&mut Campaign, &mut Trace<'_>)| {
        let (mut chance, mut s) = (Sample(generator(5, 0)), war.s);
        let mut trace = Trace::listening(&mut chance);
        tell(&mut s, &mut trace);
        trace.into_parts().1.lines(Viewer::Table)
    };
    let lines = listen(&|s, chance| war.g.step(s, there, chance));
    let at = |words: &str| lines.iter().position(|line| line == words);
    assert!(at("Empire: destroyed Mandalore").is_some(), "{lines:?}");
    assert!(
        at("Rebels lost 2 × Rebel Trooper in Mandalore") > at("Empire: destroyed Mandalore"),
        "{lines:?}"
    );
    let lines = listen(&|s, chance| {
        s.queue[Side::Empire][2][station] = 1;
        destroyed_systems::settle(&war.g, s, chance);
    });
    assert_eq!(lines, ["Empire lost Death Star on space 3 of the queue"]);
    let lines = listen(&|s, chance| {
        (s.queue[Side::Empire], s.asked) = (Default::default(), Side::Rebels);
        s.queue[Side::Empire][0][station] = 1;
        flow::go_on(&war.g, s, Event::Deployed, chance);
    });
    assert_eq!(
        lines[0], "Empire: 1 Death Star cannot be deployed, back to space 1 of the queue",
        "{lines:?}"
    );
}

#[test]
fn the_marker_and_all_cards_of_conflict_are_told() {
    let g: Conflict = built(&[("players", "3")]);
    let hands = |s: &Struggle| (0..3).map(|seat| i32::from(s.hand_size(seat))).sum::<i32>();
    let (mut drawn, mut moved) = (0, 0);
    each_step(&g, 200, |before, after, story| {
        let sum = |deed: Deed| told(story, deed).values().sum::<i32>();
        // Cards that cover leaders leave a hand too, and what the field plays comes from a deck.
        let covers = |s: &Struggle| s.covers.values().iter().flatten().count() as i32;
        if told(story, Deed::Effect).is_empty() && before.turn == after.turn {
            let spent = sum(Deed::Discard) + covers(after) - covers(before);
            assert_eq!(hands(after) - hands(before), sum(Deed::Draw) - spent, "{story:?}");
        }
        drawn += sum(Deed::Draw);
        if before.marker != after.marker {
            // It says where it is, how far it has moved and why.
            let moves: Vec<&str> =
                story.events.iter().filter(|e| e.deed == Deed::Move).map(|e| &*e.to[0].name).collect();
            let field = format!("field {} of {} (", after.marker, after.world.track);
            let last = moves.last().expect("it has moved");
            assert!(last.starts_with(&field) && last.contains(" for "), "{story:?}");
            let by = |words: &&str| words.split(['(', ' ']).nth(5)?.parse::<i32>().ok();
            let sum: i32 = moves.iter().map(|words| by(words).expect("how far")).sum();
            assert_eq!(i32::from(after.marker) - i32::from(before.marker), sum, "{story:?}");
            moved += 1;
        }
        for item in story.events.iter().filter(|e| e.deed == Deed::Draw).flat_map(|e| &e.to) {
            if let Some((seats, cover)) = &item.cover {
                assert_eq!(item.name(Viewer::Seat((seats[0] + 1) % 3)), cover);
                assert!(!cover.contains(&item.name) && item.name(Viewer::Seat(seats[0])) == item.name);
            }
        }
        let ended = story.events.last().is_some_and(|e| e.deed == Deed::End);
        assert_eq!(ended, g.actor(after).is_none(), "{story:?}");
    });
    assert!(drawn > 500 && moved > 500, "{drawn} {moved}");
}

/// What a seat gives away its action says; the field plays a card of a deck; the covers go at the end of a turn.
#[test]
fn who_gives_cards_away_in_conflict_is_told() {
    let g: Conflict = built(&[("players", "3")]);
    let (mut played, mut covers) = (0, 0);
    each_step(&g, 100, |before, after, story| {
        let discards = story.events.iter().filter(|e| e.deed == Deed::Discard);
        for event in discards.clone() {
            assert_eq!(event.said, event.by.starts_with("Seat "), "{story:?}");
        }
        played += story.events.iter().filter(|e| e.by == "The field" && e.deed == Deed::Note).count();
        let gone = |s: &Struggle| s.covers.values().iter().flatten().filter(|c| !c.card.is_hero()).count();
        let told: u32 = discards.filter(|e| e.by == "The leaders").flat_map(|e| &e.to).map(|i| i.count).sum();
        if before.turn < after.turn && gone(before) > 0 {
            assert!(told as usize >= gone(before) && gone(after) == 0, "{story:?}");
            covers += told;
        } else {
            assert!(told == 0 || before.turn < after.turn, "{story:?}");
        }
    });
    assert!(played > 10 && covers > 50, "{played} {covers}");
}

#[test]
fn cards_of_a_deck_are_told_in_their_order() {
    let g: Conflict = built(&[("players", "3")]);
    let mut seen = 0;
    each_step(&g, 100, |_, after, story| {
        for event in story.events.iter().filter(|e| matches!(e.deed, Deed::Reveal | Deed::Look)) {
            let [item] = &event.to[..] else { panic!("one list: {event:?}") };
            let Some(list) = item.name.strip_prefix("from the top: ") else { continue };
            let lies = after.decks.values().iter().any(|deck| {
                let play = |card| g.describe_action(after, Move::Play { card });
                let names: Vec<String> = deck.top.iter().map(|top| play(top.card)).collect();
                names.join(", ").replace("play ", "").starts_with(list)
            });
            assert!(lies, "{event:?}");
            seen += 1;
        }
    });
    assert!(seen > 50, "{seen}");
}

/// An effect that is told and changes nothing says so; a die is said to be rolled only if it was.
#[test]
fn an_effect_without_effect_is_told_as_such() {
    let g: DarkSideRising = built(&[("players", "3")]);
    let (mut idle, mut turned) = (0, 0);
    each_step(&g, 60, |before, after, story| {
        for (i, event) in story.events.iter().enumerate().filter(|(_, e)| e.deed == Deed::Effect) {
            let words = &*event.to[0].name;
            idle += usize::from(words.ends_with(" (it changes nothing)"));
            let later = words.contains("rolls one die fewer") || words.contains("no damage can be removed");
            let asks = i + 1 == story.events.len() && g.asked(after).is_some();
            let follows = story.events.get(i + 1).is_some_and(|next| {
                let chance = matches!(next.deed, Deed::Draw | Deed::Roll);
                chance || next.by == event.by && next.deed != Deed::Effect
            });
            assert!(words.ends_with(')') || later || asks || follows, "{event:?}: {story:?}");
        }
        if story.events.iter().any(|e| e.deed == Deed::Note && e.to[0].name.starts_with("a die is turned")) {
            assert!(g.asked(before).is_some(), "{story:?}");
            turned += 1;
        }
    });
    assert!(idle > 20 && turned > 0, "{idle} {turned}");
}

/// What dice came to nothing, who leaves, why the helpless are lost, and who wins.
#[test]
fn the_end_of_an_attack_and_of_a_combat_is_told() {
    let g: RebellionCombat = built(&[("value", "24"), ("leaders", "2"), ("neighbours", "3")]);
    let (mut wasted, mut fewer, mut helpless, mut fled) = (0, 0, 0, 0);
    each_step(&g, 200, |before, after, story| {
        let notes = told(story, Deed::Note);
        let count = |words: &str| notes.keys().filter(|note| note.contains(words)).count();
        wasted += count("no unit can take the damage");
        fewer += count(" fewer by ");
        helpless += count("no unit that can fight is left");
        for side in Side::all() {
            let gone = |s: &Battle| s.camps[side].retreated.total();
            let left = count("leaves the system") + count("leave the system");
            assert!(gone(after) == gone(before) || left > 0, "{story:?}");
            fled += gone(after) - gone(before);
        }
        if let Some(end) = story.events.iter().find(|e| e.deed == Deed::End) {
            let points = &*end.to[1].name;
            let [empire, rebels] = [0, 1].map(|seat| g.score(after, seat));
            let wins = match empire.total_cmp(&rebels) {
                Ordering::Greater => "the Empire wins, ",
                Ordering::Less => "the Rebels win, ",
                Ordering::Equal => "a draw, ",
            };
            assert!(points.starts_with(wins), "{points}");
        }
    });
    assert!(wasted > 20 && fewer > 5 && helpless > 5 && fled > 20, "{wasted} {fewer} {helpless} {fled}");
}

/// Where the base is hidden, which missions lie face down, which cards a set or a cover is of: only whoever moves is told.
#[test]
fn moves_that_others_cannot_see_are_told_as_what_they_see() {
    fn covers<G: Tabletop>(g: &G, games: u64) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for seed in 0..games {
            random_game(g, seed, |s, a| {
                let Some(a) = a else { return };
                let seat = g.actor(s).unwrap();
                assert_eq!(g.describe_action_for(s, a, Viewer::Seat(seat)), g.describe_action(s, a));
                assert_eq!(g.describe_action_for(s, a, Viewer::All), g.describe_action(s, a));
                if g.public_label(s, a).is_some() {
                    all.push((g.describe_action(s, a), g.describe_action_for(s, a, Viewer::Table)));
                }
            });
        }
        all
    }
    let hides = covers(&built::<Rebellion>(&[("missions", "none")]), 3);
    assert!(
        hides.len() == 3 && hides.iter().all(|(own, told)| own.starts_with(told) && told == "hide the base")
    );
    let g = built::<Rebellion>(&[]);
    let missions = covers(&g, 10);
    let names = Side::all().flat_map(|side| &g.tables.missions[side]).map(|card| card.name.as_str());
    let names: Vec<&str> = names.chain(g.tables.objectives.iter().map(|card| card.name.as_str())).collect();
    let moves = missions.iter().filter(|(_, told)| told == "move the base").count();
    assert!(missions.len() > 300 && moves > 3, "{} {moves}", missions.len());
    for (own, told) in missions {
        assert!(own != told && !names.iter().any(|name| told.contains(name)), "{own}: {told}");
        let secret = own.starts_with("move the base to ") || own.starts_with("hide the base in ");
        assert!(!secret || own.starts_with(&told), "{own}: {told}");
    }
    let sets = covers(&built::<Risk>(&[("players", "3"), ("setup", "dealt")]), 40);
    assert!(sets.len() > 5 && sets.iter().all(|(_, told)| told == "turn in a card of a set"), "{sets:?}");
    let cards = covers(&built::<Conflict>(&[("players", "3")]), 30);
    assert!(
        cards.len() > 20 && cards.iter().all(|(own, told)| own != told && !told.contains(['+', '-'])),
        "{cards:?}"
    );
}
