//! What a model reads: [`games`], the [`view`] of a seat, [`legal`] actions, the [`history`], the [`result`].

use holotable_erased::Kind;

use super::playing::Playing;
use crate::session::Seat;
use crate::session::admit::MOST_SIMULATIONS;

/// How many lines of history are told where it is not said.
pub const LINES: usize = 60;
/// The most that are told at once.
pub const MOST_LINES: usize = 1_000;

/// Every game with its options and agents.
pub fn games() -> String {
    let mut lines = Vec::new();
    for kind in Kind::all() {
        lines.push(format!("# {}\n\n{}\n\nOptions:", kind.name, kind.about));
        lines.extend(
            kind.options
                .iter()
                .map(|o| format!("- {}, {} ({} by default): {}", o.name, o.kind, o.default, o.doc)),
        );
        lines.push("\nOpponents:".to_owned());
        lines.extend(kind.agents().iter().map(|(name, about)| format!("- {name}: {about}")));
        lines.extend(
            kind.specialists.iter().map(|(name, about)| format!("- any of these with +{name}: {about}")),
        );
        lines.push(format!(
            "- searches, such as flat:200 or flat:200+ppo: up to {MOST_SIMULATIONS} simulations a decision\n"
        ));
    }
    lines.join("\n")
}

/// What has happened, the table as the seat sees it, and what it is asked.
pub fn view(game: &Playing) -> String {
    let (mut parts, news) = (Vec::new(), narrated(game, &game.news()));
    if !news.is_empty() {
        parts.push(format!("Since your last decision:\n{}", news.join("\n")));
    }
    let state = game.state();
    parts.push(state.text(game.viewer()).trim_end().to_owned());
    match state.prompt() {
        Some(prompt) => {
            parts.push(format!("You are seat {}. {prompt}", game.seat));
            parts.push(legal(game));
        }
        None => parts.push(result(game)),
    }
    parts.join("\n\n")
}

/// The legal actions of the seat that decides, which is the model's.
pub fn legal(game: &Playing) -> String {
    let (state, rules) = (game.state(), &game.table.game);
    let line =
        |&action: &usize| format!("{action}: {}  ({})", rules.label(action), state.describe_action(action));
    let lines: Vec<String> = state.legal().iter().map(line).collect();
    format!("Legal actions (number: name, and what it means):\n{}", lines.join("\n"))
}

/// The last lines of what has happened since the start.
pub fn history(game: &Playing, lines: usize) -> String {
    let all = narrated(game, &game.table.path(game.at));
    all[all.len().saturating_sub(lines)..].join("\n")
}

/// What the seat was told of the moves to these nodes, and of what came of them.
fn narrated(game: &Playing, nodes: &[usize]) -> Vec<String> {
    let viewer = game.viewer();
    let mut lines = Vec::new();
    // The first stands for where they begin.
    for played in nodes.iter().skip(1).filter_map(|&node| game.table.nodes[node].played.as_ref()) {
        let words =
            played.public_label.as_ref().filter(|_| !viewer.knows(played.seat)).unwrap_or(&played.words);
        lines.push(format!("Seat {} ({}): {words}", played.seat, who(game, played.seat)));
        lines.extend(played.result.story.lines(viewer).into_iter().map(|line| format!("   {line}")));
    }
    lines
}

/// Who has won and why, or how the game stands.
pub fn result(game: &Playing) -> String {
    let mut lines = vec![game.state().standing()];
    for (seat, score) in game.state().scores().into_iter().flatten().enumerate() {
        // A shared win is a part.
        let score = (1000.0 * score).round() / 1000.0;
        lines.push(format!("Seat {seat} ({}): {score} (0 lost, 1 won)", who(game, seat)));
    }
    lines.join("\n")
}

fn who(game: &Playing, seat: usize) -> &str {
    match &game.table.seats[seat] {
        Seat::Person => "you",
        Seat::Agent(name) => name,
    }
}
