//! The tables of the site.

use std::fmt::Write as _;

use holotable_arena::season::{Effort, Entrant, GameLadder, KindError, Ladder, Season, Standing};
use holotable_env::picture;

use super::html::{table, text};
use super::interval;

/// A link to the sheet of an entrant; `root` leads to the folder of the site.
pub(super) fn link(name: &str, root: &str) -> String {
    format!("<a href=\"{root}entrants/{0}.html\">{0}</a>", text(name))
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn or_dash(value: Option<String>) -> String {
    value.unwrap_or_else(|| "–".into())
}

pub(super) fn standings(game: &GameLadder) -> String {
    let row = |one: &Standing| {
        // Equal ratings have one rank.
        let above = game.standings.iter().filter(|other| other.rating.round() > one.rating.round()).count();
        vec![
            format!("{}. {}", above + 1, link(&one.name, "")),
            format!("{:.0}", one.rating),
            interval(one.rating, one.half),
            or_dash(one.adjusted.map(|rating| format!("{:.0} ± {:.0}", rating.points, rating.half))),
            one.games.to_string(),
            percent(one.score),
            or_dash(one.error.map(|error| format!("{:.2}", 100.0 * error))),
            one.judged.to_string(),
            one.forfeits.to_string(),
        ]
    };
    let heads = [
        "entrant",
        "rating",
        "95 % interval",
        "luck removed",
        "games",
        "score",
        "error",
        "judged decisions",
        "forfeits",
    ];
    let rows: Vec<Vec<String>> = game.standings.iter().map(row).collect();
    let judge = match game.judge.is_empty() {
        true => "nobody judges".to_owned(),
        false => format!("{} judges luck and error", game.judge),
    };
    table(
        &format!(
            "The entrants with which the season began have a mean rating of 1000; 400 points more are odds of ten to one. Luck removed: \
             the rating by the judged games alone, with their luck taken off; these games are few, so the interval is wide. Error: percentage points of the chance to win that a decision \
             loses; {judge}."
        ),
        &heads,
        &rows,
    )
}

/// Everybody's score against everybody.
pub(super) fn cross(game: &GameLadder) -> String {
    let names: Vec<&str> = game.standings.iter().map(|one| one.name.as_str()).collect();
    let row = |(one, cells): (&Standing, &Vec<Option<holotable_arena::season::Table>>)| {
        let cell = |met: &Option<holotable_arena::season::Table>| match met {
            None => "<td></td>".to_owned(),
            Some(met) => {
                let shade = (met.score * 10.0).round() as usize;
                format!("<td class=\"s{shade}\" title=\"{} games\">{}</td>", met.games, percent(met.score))
            }
        };
        [link(&one.name, "")].into_iter().chain(cells.iter().map(cell)).collect()
    };
    let rows: Vec<Vec<String>> = game.standings.iter().zip(&game.table).map(row).collect();
    let heads: Vec<&str> = ["score of"].into_iter().chain(names).collect();
    table(
        "Score of the row against the column. A tie is half a win. In a co-operative game each plays the same seeds with its own team. A seed that one wins and the other loses is a win for the first.",
        &heads,
        &rows,
    )
}

/// Scores by team; nothing where all play together.
pub(super) fn teams(game: &GameLadder) -> String {
    let Some(first) = game.standings.first().filter(|one| !one.teams.is_empty()) else {
        return String::new();
    };
    let titles: Vec<String> = first.teams.iter().map(|(name, ..)| picture::title(name)).collect();
    let heads: Vec<&str> = ["as"].into_iter().chain(titles.iter().map(String::as_str)).collect();
    let row = |one: &Standing| {
        let cells = one.teams.iter().map(|(_, _, score)| percent(*score));
        [link(&one.name, "")].into_iter().chain(cells).collect()
    };
    table("Score by team", &heads, &game.standings.iter().map(row).collect::<Vec<Vec<String>>>())
}

/// How long the entrants think, and what programs say of their models.
pub(super) fn times(season: &Season, ladder: &Ladder) -> String {
    let mut out = format!(
        "<p><a href=\"index.html\">Season {}</a></p>\n<h1>Times</h1>\n<p>Times depend on the machines on which the season was played; \
         nothing else in the ladder does.</p>\n",
        text(&ladder.season)
    );
    let effort = |game: &GameLadder, name: &str| {
        let plays = game.standings.iter().any(|one| one.name == name);
        plays.then(|| season.effort(&game.game, name))
    };
    let of_entrant = |entrant: &Entrant| {
        let name = entrant.entry.name.clone();
        let efforts = ladder.games.iter().map(|game| effort(game, &name)).collect();
        (name, efforts)
    };
    let found: Vec<(String, Vec<Option<Effort>>)> = season.entrants().iter().map(of_entrant).collect();
    let heads: Vec<&str> =
        ["entrant"].into_iter().chain(ladder.games.iter().map(|game| game.game.as_str())).collect();
    let shown = |caption: &str, number: &dyn Fn(Effort) -> String| {
        let row = |(name, efforts): &(String, Vec<Option<Effort>>)| {
            [link(name, "")].into_iter().chain(efforts.iter().map(|it| or_dash(it.map(number)))).collect()
        };
        table(caption, &heads, &found.iter().map(row).collect::<Vec<Vec<String>>>())
    };
    out += &shown("Milliseconds a decision", &|of| format!("{:.3}", 1000.0 * of.seconds));
    let mut reported = |caption: &str, number: fn(Effort) -> f64| {
        if found.iter().flat_map(|(_, efforts)| efforts.iter().flatten()).any(|of| number(*of) > 0.0) {
            out += &shown(caption, &|of| format!("{:.2}", number(of)));
        }
    };
    reported("Answers without a legal action, for each decision, as programs report", |of| of.retries);
    reported("Tokens for each decision, as programs report", |of| of.tokens);
    out
}

/// What an entrant did in each game.
pub(super) fn sheet(entrant: &Entrant, ladder: &Ladder) -> String {
    let name = &entrant.entry.name;
    let row = |game: &GameLadder| {
        let check = entrant.checks.get(&game.game)?;
        let checked = format!("{} of {} won, {} without an answer", check.wins, check.games, check.forfeits);
        let title = text(&picture::heading(&game.game));
        let one = game.standings.iter().find(|one| one.name == *name);
        Some(vec![
            title,
            or_dash(one.map(|one| format!("{:.0}", one.rating))),
            or_dash(one.map(|one| interval(one.rating, one.half))),
            or_dash(one.map(|one| one.decisions.to_string())),
            or_dash(one.and_then(|one| one.error).map(|error| format!("{:.2}", 100.0 * error))),
            or_dash(one.map(|one| one.forfeits.to_string())),
            checked,
        ])
    };
    let rows: Vec<Vec<String>> = ladder.games.iter().filter_map(row).collect();
    let heads = ["game", "rating", "95 % interval", "decisions", "error", "forfeits", "check against random"];
    let mut out = table(
        "In this season. The check comes first: up to 50 games against random. In a co-operative game the entrant plays all seats, \
         and few games are won.",
        &heads,
        &rows,
    );
    out += &against(name, ladder);
    out += &kinds(name, ladder);
    for game in &ladder.games {
        let of = game.standings.iter().find(|one| one.name == *name);
        let told = of.and_then(|one| one.why.as_deref());
        let refused = game.refused.iter().find(|(other, _)| other == name).map(|(_, why)| why.as_str());
        if let Some(why) = told.or(refused) {
            let _ = writeln!(
                out,
                "<p>{}, first forfeit: {}.</p>",
                text(&picture::heading(&game.game)),
                text(why)
            );
        }
    }
    out
}

/// What each kind of decision costs an entrant, game by game.
fn kinds(name: &str, ladder: &Ladder) -> String {
    let mut out = String::new();
    for game in &ladder.games {
        let Some(one) = game.standings.iter().find(|one| one.name == name && !one.kinds.is_empty()) else {
            continue;
        };
        let all: f64 = one.kinds.iter().map(cost).sum();
        let row = |of: &KindError| {
            let share = if all > 0.0 { cost(of) / all } else { 0.0 };
            vec![text(&of.kind), of.judged.to_string(), format!("{:.2}", 100.0 * of.error), percent(share)]
        };
        out += &table(
            &format!(
                "{}: error by kind of decision, in percentage points of the chance to win, as {} sees it; an action without an alternative is no decision",
                picture::heading(&game.game),
                game.judge
            ),
            &["action", "decisions", "error", "share of all error"],
            &one.kinds.iter().map(row).collect::<Vec<_>>(),
        );
    }
    match out.is_empty() {
        true => out,
        false => format!("<details><summary>Errors by kind of decision</summary>\n{out}</details>\n"),
    }
}

/// What all decisions of a kind cost.
fn cost(of: &KindError) -> f64 {
    of.error * of.judged as f64
}

/// What an entrant scored against each other one, in each of its games.
fn against(name: &str, ladder: &Ladder) -> String {
    let mut others: Vec<&str> = Vec::new();
    let games = ladder.games.iter().filter_map(|game| {
        let own = game.standings.iter().position(|one| one.name == name)?;
        Some((game, own))
    });
    let games: Vec<(&GameLadder, usize)> = games.collect();
    for one in games.iter().flat_map(|(game, _)| &game.standings) {
        if one.name != name && !others.contains(&one.name.as_str()) {
            others.push(&one.name);
        }
    }
    if others.is_empty() {
        return String::new();
    }
    let row = |(game, own): &(&GameLadder, usize)| {
        let score = |other: &&str| {
            let there = game.standings.iter().position(|one| one.name == **other)?;
            game.table[*own][there].map(|met| percent(met.score))
        };
        let title = text(&picture::heading(&game.game));
        [title].into_iter().chain(others.iter().map(|other| or_dash(score(other)))).collect()
    };
    let rows: Vec<Vec<String>> = games.iter().map(row).collect();
    let heads: Vec<&str> = ["score against"].into_iter().chain(others.iter().copied()).collect();
    table("Score against each other entrant", &heads, &rows)
}
