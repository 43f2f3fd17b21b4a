//! Prints a game in words, decision by decision, for `watch` and `replay show`.

use std::io::Write;

use holotable_env::picture::title;
use holotable_env::{Deed, Event, Story, Viewer};
use holotable_erased::{AnyGame, AnyState, StepResult};
use holotable_players::policy::{Analysis, MoveAnalysis};
use holotable_store::error::Error;

use super::CommandResult;

/// Whether there is such a viewer at the table.
pub fn seated(game: &dyn AnyGame, viewer: Viewer) -> CommandResult {
    match viewer {
        Viewer::Seat(seat) if seat >= game.teams().players() => {
            let last = game.teams().players() - 1;
            Err(Error::new(format!("--viewer is {seat} but must be from 0 to {last}, 'table' or 'all'"))
                .into())
        }
        Viewer::Seat(_) | Viewer::Table | Viewer::All => Ok(()),
    }
}

/// When the whole table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Tables {
    /// At the start of each phase, turn or round
    Phases,
    /// Before every decision
    Every,
    /// At the end only
    None,
}

impl Tables {
    /// Whether the table is printed before a decision, if a phase has begun or not.
    pub fn due(self, begun: bool) -> bool {
        match self {
            Tables::Phases => begun,
            Tables::Every => true,
            Tables::None => false,
        }
    }
}

/// Whether a phase, a turn or a round begins.
pub fn begins(story: &Story) -> bool {
    story.events.iter().any(|event| event.deed == Deed::Begin)
}

/// A seat by its number, and of two sides by its name as well, for what happens is told of sides.
fn called(s: &dyn AnyState, seat: usize) -> String {
    let rules = s.rules();
    match *rules.teams().of_seats() {
        [one, other] if one != other => {
            format!("Seat {seat}, {}", title(&rules.team_name(if seat == 0 { one } else { other })))
        }
        _ => format!("Seat {seat}"),
    }
}

/// Tells a viewer a game decision by decision.
#[derive(Debug)]
pub struct Teller {
    viewer: Viewer,
    tables: Tables,
    /// A phase has begun, so the table comes next.
    begun: bool,
    /// The last decision was printed as it is, and not as those see it who may not know all of it.
    said: bool,
    /// The line of decisions that is not ended: whose decisions they are, and how long it is.
    line: Option<(usize, usize)>,
}

/// A line of decisions ends where it would become longer.
const WIDTH: usize = 160;
/// The number of moves to print.
const TOLD: usize = 3;

/// The share of one move from which on a network had no doubt.
const SURE: f64 = 0.95;
/// The least share of a move that is printed beside others.
const LEAST: f64 = 0.01;

impl Teller {
    /// Nothing is told yet.
    pub fn new(viewer: Viewer, tables: Tables) -> Self {
        Self { viewer, tables, begun: true, said: false, line: None }
    }

    /// Ends a line of decisions.
    pub fn close(&mut self, out: &mut dyn Write) -> CommandResult {
        Ok(self.line.take().map_or(Ok(()), |_| writeln!(out))?)
    }

    /// Prints the table if it is due, and the action taken unless it was the only one. Decisions of the same seat share a line while
    /// nothing happens. How many actions there were may tell what is in a hand, so only who knows the hand is told.
    pub fn decision(
        &mut self,
        out: &mut dyn Write,
        s: &dyn AnyState,
        number: usize,
        (seat, agent): (usize, &str),
        action: usize,
    ) -> CommandResult {
        let viewer = self.viewer;
        if self.tables.due(self.begun) {
            self.close(out)?;
            writeln!(out, "\n{}", s.text(viewer).trim_end())?;
            // What is asked may tell what a hand holds, too.
            if viewer.knows(seat) {
                writeln!(out, "Asked: {}\n", s.prompt().expect("a decision is due"))?;
            } else {
                writeln!(out, "{} decides.\n", called(s, seat))?;
            }
        }
        self.said = false;
        let choice = match s.legal().len() {
            _ if !viewer.knows(seat) => String::new(),
            1 if self.tables == Tables::Every => ", the only move".to_owned(),
            1 => return Ok(()),
            legal => format!(", one of {legal} moves"),
        };
        let words = s.describe_action_for(action, viewer);
        self.said = words == s.describe_action(action);
        let more = format!("; {number}. {words}");
        if let Some((_, length)) =
            self.line.as_mut().filter(|(of, length)| *of == seat && *length + more.len() <= WIDTH)
        {
            *length += more.len();
            return Ok(write!(out, "{more}")?);
        }
        self.close(out)?;
        let line = format!("{number}. {} ({agent}){choice}: {words}", called(s, seat));
        self.line = Some((seat, line.len()));
        Ok(write!(out, "{line}")?)
    }

    /// Prints what happened, a line for each event, but what the action printed before has said.
    pub fn events(&mut self, out: &mut dyn Write, result: &StepResult) -> CommandResult {
        self.begun = begins(&result.story);
        let brief = self.said && self.tables != Tables::Every;
        let told: Vec<_> = result.story.events.iter().filter(|event| !(brief && event.said)).collect();
        if !told.is_empty() {
            self.close(out)?;
        }
        print(out, told, self.viewer)
    }

    /// Prints the final state and how the game ended.
    pub fn ending(&mut self, out: &mut dyn Write, s: &dyn AnyState) -> CommandResult {
        self.close(out)?;
        ending(out, s, self.viewer)
    }

    /// Prints the score that an agent expects and the moves it ranked best: of a network in one line, and none where it had no doubt.
    pub fn reasons(
        &mut self,
        out: &mut dyn Write,
        s: &dyn AnyState,
        analysis: &Analysis<usize>,
    ) -> CommandResult {
        let sure = analysis.moves.iter().any(|m| m.share >= SURE);
        let expects = format!("   It expects to win {:.1} %", 100.0 * analysis.score);
        let searched = analysis.moves.iter().any(|m| m.score.is_some());
        let all = searched || self.tables == Tables::Every;
        if sure && !all {
            return Ok(());
        }
        self.close(out)?;
        if all {
            writeln!(out, "{expects} and considered:")?;
            for m in analysis.moves.iter().take(TOLD) {
                let then =
                    m.score.map(|score| format!(", then {:.1} % to win", 100.0 * score)).unwrap_or_default();
                writeln!(out, "   {:5.1} %  {}{then}", 100.0 * m.share, s.describe_action(m.action))?;
            }
            return Ok(());
        }
        let told = |m: &MoveAnalysis<usize>| {
            let this = m.action == analysis.action;
            let words = if this { "this".to_owned() } else { s.describe_action(m.action) };
            format!("{:.1} % {words}", 100.0 * m.share)
        };
        let moves = analysis.moves.iter().take(TOLD).filter(|m| m.share >= LEAST).map(told);
        Ok(writeln!(out, "{expects}; moves: {}", moves.collect::<Vec<_>>().join("; "))?)
    }
}

/// Prints what happened, a line for each event.
pub fn events(out: &mut dyn Write, story: &Story, viewer: Viewer) -> CommandResult {
    print(out, &story.events, viewer)
}

fn print<'a>(
    out: &mut dyn Write,
    told: impl IntoIterator<Item = &'a Event>,
    viewer: Viewer,
) -> CommandResult {
    told.into_iter().try_for_each(|event| Ok(writeln!(out, "   {}", event.words(viewer))?))
}

/// Prints the final state and how the game ended.
pub fn ending(out: &mut dyn Write, s: &dyn AnyState, viewer: Viewer) -> CommandResult {
    writeln!(out, "\n{}\n", s.text(viewer).trim_end())?;
    Ok(writeln!(out, "{}", s.standing())?)
}
