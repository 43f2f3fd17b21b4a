//! What is shown of a [`GameSession`], as JSON: the table itself, its tree, and a position as a viewer may know it. Nothing that a
//! viewer may not know is in there, hidden or not.

use holotable_env::catalogue::Entry;
use holotable_env::{Picture, Viewer};
use holotable_erased::{AnyGame, AnyState, Kind};
use serde_json::{Value, json};

use super::levels::{Level, called, levels};
use super::{GameSession, PlayedMove, Seat, web};

/// A game that may be played: options and agents.
pub fn kind(kind: &Kind) -> Value {
    let option = |s: &holotable_env::OptionSpec| {
        let range = match s.kind {
            holotable_env::OptionKind::Int(low, high) => json!({ "low": low, "high": high }),
            holotable_env::OptionKind::Flag => json!({ "flag": true }),
            holotable_env::OptionKind::Words(what) => {
                let (choices, other) = choices(what);
                json!({ "words": what, "choices": choices, "other": other })
            }
        };
        json!({ "name": s.name, "default": s.default, "range": range, "about": s.doc })
    };
    let agent = |(name, about): (&str, &str)| json!({ "name": name, "about": about });
    let level = |it: &Level| json!({ "name": it.name, "agent": it.agent, "wins": it.wins });
    json!({
        "name": kind.name,
        "title": holotable_env::picture::heading(kind.name),
        "about": kind.about,
        "lesson": web::lesson(kind.name).is_some(),
        "options": kind.options.iter().map(option).collect::<Vec<_>>(),
        "agents": kind.agents().into_iter().map(agent).collect::<Vec<_>>(),
        "seats": kind.build([], None).map_or(0, |game| game.teams().players()),
        "together": kind.build([], None).is_ok_and(|game| game.teams().leads().len() == 1),
        "levels": levels(kind.name).iter().map(level).collect::<Vec<_>>(),
        "called": called(kind.name),
        "evaluators": kind.networks.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
    })
}

/// The words that an option may be, as its description lists them, and the description of what it may be beside them.
fn choices(words: &str) -> (Vec<&str>, Option<&str>) {
    let (mut known, mut rest) = (Vec::new(), words);
    loop {
        let end = [", ", " or "].iter().filter_map(|sep| Some((rest.find(sep)?, sep.len()))).min();
        let (word, after) = end.map_or((rest, ""), |(at, len)| (&rest[..at], &rest[at + len..]));
        let word = word.trim_matches('\'');
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !plain || word.is_empty() {
            return (known, Some(rest).filter(|rest| !rest.is_empty()));
        }
        known.push(word);
        rest = after;
    }
}

/// Who sits where, and for which team.
pub fn seats(t: &GameSession) -> Value {
    let seat = |(seat, who): (usize, &Seat)| {
        let team = t.game.teams().of_seats()[seat];
        json!({
            "seat": seat,
            "who": who.name(),
            "person": matches!(who, Seat::Person),
            "name": t.names[seat],
            "team": team,
            "team_name": t.game.team_name(team),
        })
    };
    t.seats.iter().enumerate().map(seat).collect()
}

/// The table: the rules, who sits where, what is printed on its components.
pub fn table(t: &GameSession) -> Value {
    let facts = t.game.facts();
    json!({
        "game": facts.name,
        "title": holotable_env::picture::heading(facts.name),
        "about": facts.about,
        "options": serde_json::to_value(t.game.options()).unwrap_or_default(),
        "seed": t.told_seed(),
        "seats": seats(t),
        "teams": t.game.teams().leads().len(),
        "open": t.is_open(),
        "evaluators": t.game.networks(),
        "agents": facts.agents().iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        "called": called(facts.name),
        "components": components(t.game.as_ref()),
        "evaluated": t.evaluation.as_ref().map(|known| json!({ "agent": known.agent, "team": known.team })),
    })
}

/// The table with its tree and, when all lies open, what an evaluator has found.
pub fn opened(t: &GameSession, viewer: Viewer) -> Value {
    let mut json = table(t);
    json["tree"] = tree(t, viewer);
    let known = t.evaluation.as_ref().filter(|_| t.is_open());
    let found = known.into_iter().flat_map(|known| &known.found).filter(|(at, _)| t.has(**at));
    json["found"] = found.map(|(at, found)| json!([at, found])).collect();
    json
}

/// What is printed on each component, with where the values come from.
fn components(game: &dyn AnyGame) -> Vec<Value> {
    let catalogue = game.catalogue();
    let components = catalogue.chunk_by(|a, b| (a.component, &a.name) == (b.component, &b.name));
    let value = |e: &Entry| json!([e.key, e.value, e.source]);
    let component = |entries: &[Entry]| {
        let values = entries.iter().filter(|e| e.value != e.name).map(value).collect::<Vec<_>>();
        json!({ "kind": entries[0].component, "name": entries[0].name, "values": values })
    };
    components.map(component).collect()
}

/// Every position of the tree in a few words each.
pub fn tree(t: &GameSession, viewer: Viewer) -> Value {
    let there = t.nodes.iter().enumerate().filter(|(_, node)| !node.removed);
    there.map(|(i, _)| twig(t, i, viewer)).collect()
}

/// How a game stands, for a list of games.
pub fn summary_of(t: &GameSession) -> Value {
    let state = t.nodes[t.end(0)].state.as_ref();
    let person = |(seat, name): (&Seat, &Option<String>)| json!({ "who": seat.name(), "person": matches!(seat, Seat::Person), "name": name });
    json!({
        "title": holotable_env::picture::heading(t.game.facts().name),
        "seats": t.seats.iter().zip(&t.names).map(person).collect::<Vec<_>>(),
        "seed": t.told_seed(),
        "turn": state.turn(),
        "over": state.actor().is_none(),
        "reason": summary(state)["reason"],
        "scores": if state.actor().is_none() { json!(state.scores()) } else { Value::Null },
    })
}

/// A position of the tree in a few words.
pub fn twig(t: &GameSession, at: usize, viewer: Viewer) -> Value {
    let node = &t.nodes[at];
    let mut json = json!({
        "id": at,
        "parent": node.parent,
        "children": node.children,
        "turn": node.state.turn(),
        "actor": node.state.actor(),
        "over": node.state.actor().is_none(),
    });
    if let Some(name) = &node.name {
        json["name"] = json!(name);
    }
    if let Some(PlayedMove { seat, who, action, words, public_label, places, dice, only, forced, .. }) =
        &node.played
    {
        let forced = if viewer.knows(*seat) { only } else { forced };
        let public_label = public_label.as_ref().filter(|_| !viewer.knows(*seat));
        json["move"] = json!({
            "seat": seat,
            "who": who,
            "action": if public_label.is_none() { json!(action) } else { Value::Null },
            "words": public_label.unwrap_or(words),
            "kind": public_label.is_none().then(|| kind_of(t, *action)),
            "places": if public_label.is_none() { json!(places) } else { json!([]) },
            "dice": dice.word(),
            "forced": forced,
        });
    }
    json
}

/// The kind of an action, the first word of its label.
fn kind_of(t: &GameSession, action: usize) -> String {
    let label = t.game.label(action);
    label.split(' ').next().unwrap_or_default().to_owned()
}

/// A position as a viewer may know it.
pub fn node(t: &GameSession, at: usize, viewer: Viewer) -> Value {
    let mut json = twig(t, at, viewer);
    let state = t.nodes[at].state.as_ref();
    json["viewer"] = json!(word(viewer));
    json["open"] = json!(t.is_open());
    json["picture"] = picture(&state.picture(viewer));
    json["text"] = json!(state.text(viewer));
    json["story"] =
        t.nodes[at].played.as_ref().map_or(json!([]), |played| played.result.story.to_json(viewer));
    json["summary"] = summary(state);
    let Some(actor) = state.actor() else {
        json["scores"] = json!(state.scores());
        return json;
    };
    json["person"] = json!(t.is_person(actor));
    // What is asked, and what may be done, tells what a hand holds.
    if viewer.knows(actor) {
        json["prompt"] = json!(state.prompt());
        let legal = state.legal();
        json["forced"] = json!(legal.len() == 1);
        let action = |&a: &usize| {
            let (label, words, places) = (t.game.label(a), state.describe_action(a), state.places(a));
            json!({ "action": a, "label": label, "words": words, "places": places })
        };
        json["legal"] = legal.iter().map(action).collect();
    }
    json
}

/// How the game ended or stands.
fn summary(state: &dyn AnyState) -> Value {
    let summary = state.summary();
    let counts: Vec<Value> =
        summary.counts.iter().map(|(name, n)| json!([name.replace('_', " "), n])).collect();
    json!({ "reason": summary.reason.replace('_', " "), "counts": counts })
}

/// A picture as its size, its ground and the SVG elements that lie on it.
pub fn picture(picture: &Picture) -> Value {
    let shapes: Vec<String> = picture.shapes.iter().map(holotable_env::picture::Shape::element).collect();
    let boxed = |(x, y): (i32, i32), (w, h): (u32, u32)| json!([x, y, w, h]);
    let parts = picture.parts.iter();
    let parts: Vec<Value> =
        parts.map(|it| json!({ "label": it.label, "box": boxed(it.at, it.size) })).collect();
    let places = picture.places.iter();
    let places: Vec<Value> = places
        .map(|it| json!({ "name": it.name, "label": it.label, "box": boxed(it.at, it.size) }))
        .collect();
    json!({
        "size": picture.size,
        "ground": format!("#{:06x}", picture.ground),
        "shapes": shapes,
        "parts": parts,
        "places": places,
    })
}

/// A viewer as it is written.
pub fn word(viewer: Viewer) -> String {
    match viewer {
        Viewer::Table => "table".into(),
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::All => "all".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_chosen_from_the_words_that_describe_it() {
        assert_eq!(choices("winner or margin"), (vec!["winner", "margin"], None));
        assert_eq!(choices("fixed, random or a seed"), (vec!["fixed", "random"], Some("a seed")));
        assert_eq!(
            choices("'random' or the number of a seat"),
            (vec!["random"], Some("the number of a seat"))
        );
        assert_eq!(choices("a side"), (vec![], Some("a side")));
        for kind in Kind::all() {
            for option in kind.options {
                let holotable_env::OptionKind::Words(what) = option.kind else { continue };
                let known = choices(what).0;
                let fits = known.is_empty() || known.contains(&option.default);
                assert!(fits, "{} of {}: {what}", option.name, kind.name);
            }
        }
    }

    /// A page plays the only move of its own seat by itself, and so has to know which moves these were.
    #[test]
    fn of_an_only_move_that_nobody_else_saw_its_own_seat_alone_is_told() {
        let game = Kind::named("rebellion_combat").unwrap().build([], None).unwrap();
        let seats = vec![Seat::Agent("expert".into()); 2];
        let mut table = GameSession::new(game, seats, 27);
        let (mut at, mut secret) = (0, 0);
        while table.nodes[at].state.actor().is_some() {
            let only = table.nodes[at].state.legal().len() == 1;
            at = table.let_agent(at).unwrap();
            let played = table.nodes[at].played.clone().unwrap();
            let told = |viewer| twig(&table, at, viewer)["move"]["forced"] == true;
            assert_eq!(told(Viewer::Seat(played.seat)), only);
            assert_eq!(told(Viewer::Seat(1 - played.seat)), played.forced);
            secret += usize::from(only && !played.forced);
        }
        assert!(secret > 0, "no only move of this game was hidden from the other seat");
    }
}
