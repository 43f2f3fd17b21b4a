//! [`write`]: a season as a static site, which needs neither a server nor a script.

mod chart;
mod enter;
mod html;
mod said;
mod tables;

use std::fmt::Write as _;
use std::path::Path;

use holotable_arena::season::{Entrant, GameLadder, Ladder, Season, Work};
use holotable_env::{Options, Replay, Viewer, picture};
use holotable_store::error::Error;
use holotable_store::stop::heeding;
use holotable_store::{files, folder};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde_json::Value;

use self::chart::{Bar, chart};
use self::html::{page, text};
use crate::session::{self, GameSession};

/// A rating's interval in words.
pub fn interval(rating: f64, half: f64) -> String {
    format!("{:.0} to {:.0}", rating - half, rating + half)
}

/// Writes the site into a folder: the ladder, a page for each entrant, the times, and, if they are wanted, each judged game as a replay
/// page, unless that is there already. Returns how many pages it has.
///
/// # Errors
/// One line that names the file; when it was stopped.
pub fn write(season: &Season, there: &Path, replays: bool, work: &Work<'_>) -> Result<usize, Error> {
    let ladder = season.ladder()?;
    folder::create(&there.join("entrants"))?;
    files::write(&there.join("style.css"), include_str!("style.css"))?;
    let mut pages = 2;
    let mut index = head(&ladder);
    let mut shown = Vec::new();
    for game in &ladder.games {
        let games = if replays { replay_pages(season, game, there, work)? } else { Vec::new() };
        pages += games.len();
        index += &of_game(game, &games);
        shown.extend(games);
    }
    index += &enter::section(season);
    files::write(&there.join("index.html"), &page(&ladder.season, "", &index))?;
    files::write(&there.join("times.html"), &page("Times", "", &tables::times(season, &ladder)))?;
    for entrant in season.entrants() {
        let name = &entrant.entry.name;
        let body = sheet(entrant, &ladder, &shown) + &said::section(entrant, season.folder());
        files::write(&there.join("entrants").join(format!("{name}.html")), &page(name, "../", &body))?;
        pages += 1;
    }
    Ok(pages)
}

/// A judged game that has a page: its address in the site, its name, and who played.
struct Shown {
    address: String,
    name: String,
    entrants: Vec<String>,
}

fn head(ladder: &Ladder) -> String {
    let mut out = format!("<h1>Season {}</h1>\n<p>{}</p>\n", text(&ladder.season), text(&ladder.about));
    let link = |game: &GameLadder| {
        format!("<a href=\"#{}\">{}</a>", text(&game.game), text(&picture::heading(&game.game)))
    };
    let links: Vec<String> = ladder.games.iter().map(link).collect();
    let _ = writeln!(
        out,
        "<nav><p>{} · <a href=\"#enter\">Enter</a> · <a href=\"times.html\">Times</a></p></nav>",
        links.join(" · ")
    );
    if ladder.games.len() > 1 && !ladder.overall.is_empty() {
        out += "<h2>All games</h2>\n<p>The mean of an entrant's ratings, each game of equal weight. Entrants that play every game are listed.</p>\n";
        let bars: Vec<Bar<'_>> = ladder
            .overall
            .iter()
            .map(|one| Bar { name: &one.name, rating: one.rating, half: one.half })
            .collect();
        out += &chart("Ratings over all games with 95 % intervals", &bars);
    }
    out
}

fn of_game(game: &GameLadder, shown: &[Shown]) -> String {
    let bars: Vec<Bar<'_>> = game
        .standings
        .iter()
        .map(|one| Bar { name: &one.name, rating: one.rating, half: one.half })
        .collect();
    let title = picture::heading(&game.game);
    let mut out = format!("<h2 id=\"{}\">{}</h2>\n", text(&game.game), text(&title));
    let _ = writeln!(
        out,
        "<p class=\"dim\">{} games. Options: {}.</p>",
        game.games,
        text(&options(&game.options))
    );
    if bars.is_empty() {
        out += "<p>Nothing has been played yet.</p>\n";
    } else {
        out += &chart(&format!("Ratings in {title} with 95 % intervals"), &bars);
        out += &tables::standings(game);
        out += &tables::cross(game);
        out += &tables::teams(game);
    }
    for (name, why) in &game.refused {
        let _ =
            writeln!(out, "<p><strong>{}</strong> does not play: {}.</p>", tables::link(name, ""), text(why));
    }
    if !shown.is_empty() {
        let link =
            |one: &Shown| format!("<li><a href=\"{}\">{}</a></li>\n", text(&one.address), text(&one.name));
        let _ = writeln!(
            out,
            "<details><summary>Games to step through, with luck and errors as {} sees them</summary>\n<ul>\n{}</ul></details>",
            text(&game.judge),
            shown.iter().map(link).collect::<String>()
        );
    }
    out
}

/// Every option with its value.
fn options(of: &Options) -> String {
    let values = serde_json::to_value(of).expect("options are plain values");
    let pairs = values.as_object().into_iter().flatten();
    let pair = |(name, value): (&String, &Value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("{name} {value}")
    };
    pairs.map(pair).collect::<Vec<String>>().join(", ")
}

/// The sheet of an entrant.
fn sheet(entrant: &Entrant, ladder: &Ladder, shown: &[Shown]) -> String {
    let entry = &entrant.entry;
    let mut out = format!(
        "<p><a href=\"../index.html\">Season {}</a></p>\n<h1>{}</h1>\n<dl>\n",
        text(&ladder.season),
        text(&entry.name)
    );
    let parent = entry.parent.clone().unwrap_or_default();
    let limits = match entry.agent.starts_with("exec:") {
        false => String::new(),
        true => format!(
            "{} s a decision, {} MB of memory, {} MB of files, {} processes",
            entry.limits.seconds, entry.limits.memory_mb, entry.limits.files_mb, entry.limits.processes
        ),
    };
    for (key, value) in [
        ("About", &entry.about),
        ("Agent", &entry.agent),
        ("What went into it", &entry.knows),
        ("Comes from", &parent),
        ("Licence", &entry.licence),
        ("Limits", &limits),
        ("Hash of the entry and its files", &entrant.hash),
    ] {
        if !value.is_empty() {
            let _ = writeln!(out, "<dt>{key}</dt><dd>{}</dd>", text(value));
        }
    }
    out += "</dl>\n";
    out += &tables::sheet(entrant, ladder);
    out += "<p><a href=\"../times.html\">How long it thinks</a></p>\n";
    let own: Vec<&Shown> = shown.iter().filter(|one| one.entrants.contains(&entry.name)).collect();
    if !own.is_empty() {
        out += "<h2>Games to step through</h2>\n<ul>\n";
        for one in own {
            let _ = writeln!(out, "<li><a href=\"../{}\">{}</a></li>", text(&one.address), text(&one.name));
        }
        out += "</ul>\n";
    }
    out
}

/// Who won a game, in words.
fn result(replay: &Replay) -> String {
    let scores: Vec<f64> =
        replay.result["scores"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let mut won: Vec<&str> = scores
        .iter()
        .zip(&replay.header.seats)
        .filter(|(score, _)| **score >= 1.0)
        .map(|(_, name)| name.as_str())
        .collect();
    won.sort_unstable();
    won.dedup();
    match won.is_empty() {
        false => format!("won by {}", won.join(" and ")),
        true if scores.iter().any(|score| *score > 0.0) => "a tie".into(),
        true => "lost by all".into(),
    }
}

/// Writes the replay pages of a game that are not there yet, side by side.
fn replay_pages(
    season: &Season,
    game: &GameLadder,
    there: &Path,
    work: &Work<'_>,
) -> Result<Vec<Shown>, Error> {
    let judge = Some(game.judge.as_str()).filter(|judge| !judge.is_empty());
    let write = |(key, number, text): (String, u64, String)| {
        let address = format!("games/{}/{key}-{number}.html", game.game);
        let path = there.join(&address);
        let left_out = |why: &dyn std::fmt::Display| {
            (work.say)(&format!("{address} is left out, for the rules are others now: {why}"));
            Ok(None)
        };
        let replay = match Replay::from_text(&text) {
            Ok(replay) => replay,
            Err(why) => return left_out(&why),
        };
        if !path.exists() {
            (work.say)(&address);
            let mut table = match GameSession::of_replay(&replay, None) {
                Ok(table) => table,
                Err(why) => return left_out(&why),
            };
            let page = || session::page::evaluated(&mut table, Viewer::All, judge);
            let text = heeding(work.stop, page)?;
            if work.stop.is_asked() {
                return Err(Error::new("the pages were broken off"));
            }
            path.parent().map_or(Ok(()), folder::create)?;
            files::write(&path, &text)?;
        }
        let entrants: Vec<String> = key.split('~').map(str::to_owned).collect();
        let name = format!(
            "{}: {}, game {number}, {}",
            picture::heading(&game.game),
            entrants.join(" and "),
            result(&replay)
        );
        Ok(Some(Shown { address, name, entrants }))
    };
    let pages: Vec<Option<Shown>> =
        season.replays(&game.game)?.into_par_iter().map(write).collect::<Result<_, Error>>()?;
    Ok(pages.into_iter().flatten().collect())
}
