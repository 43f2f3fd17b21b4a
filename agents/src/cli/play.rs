//! `holotable play`: a person takes a seat.

use std::io::{self, BufRead, Write};

use holotable_agents::bots::Bots;
use holotable_agents::error::Error;
use holotable_agents::game_match::Match;
use holotable_agents::policy::Policy;
use holotable_agents::roster::{load, strongest};
use holotable_env::{Finite, Viewer, legal_actions, with_game};

use super::game::GameArgs;
use super::{CommandResult, Fault, action, story};

/// Take a seat in a game; an agent takes the others
///
/// At each of your decisions the table and your legal actions are shown; type the number of one, or its label. Moves
/// without an alternative are played for you. The same seed and the same moves give the same game, and after `undo`
/// the dice fall as before.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable play dark_side_rising
  holotable play dark_side_rising -o players=3 --seat 1 --agent expert --seed 7
  holotable play dark_side_rising --agent mcts:1000 < moves.txt")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Your seat, from 0
    #[arg(long, default_value_t = 0)]
    seat: usize,
    /// Who plays the other seats [default: the game's strongest bot]
    #[arg(long)]
    agent: Option<String>,
    /// The seed of the game
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const HELP: &str = "\
  NUMBER   play the action with this number, or type its label
  state    show the table and your legal actions again
  why N    which rule forbids action N (a number or a label: `holotable layout` lists them all)
  undo     take your last decision back, and all that followed
  help     this list
  quit     leave the game
";

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    with_game!(args.game.game.as_str(), |G| start::<G>(args, &mut io::stdin().lock(), out))
}

fn start<G: Bots>(args: &Args, input: &mut dyn BufRead, out: &mut dyn Write) -> CommandResult {
    let game: G = args.game.build()?;
    let last = game.players() - 1;
    if args.seat > last {
        return Err(Error::new(format!("there is no seat {}: the seats are 0 to {last}", args.seat)).into());
    }
    let agent = args.agent.clone().unwrap_or_else(|| strongest::<G>().to_owned());
    let others = load(&game, &agent)?;
    let mut game_match = Match::new(args.seed, game.players());
    let s = game.start(&mut game_match.chance);
    writeln!(
        out,
        "You have seat {} in {}; {agent} plays the others. Type help for help.\n",
        args.seat,
        G::NAME
    )?;
    Session { game, seat: args.seat, agent, others, now: (s, game_match), past: Vec::new() }.play(input, out)
}

/// A game with a person in it.
struct Session<G: Bots> {
    game: G,
    seat: usize,
    agent: String,
    others: Box<dyn Policy<G>>,
    /// The state and the match, with the generators of what follows.
    now: (G::State, Match),
    /// The same before each decision of the person so far, for `undo`.
    past: Vec<(G::State, Match)>,
}

/// A command of the person.
enum Command<A> {
    Play(A),
    Undo,
    Quit,
}

impl<G: Bots> Session<G> {
    fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> CommandResult {
        while let Some(seat) = self.game.actor(&self.now.0) {
            let legal = legal_actions(&self.game, &self.now.0);
            if seat != self.seat || legal.len() == 1 {
                self.play_on(seat, out)?;
                continue;
            }
            match self.ask(&legal, input, out)? {
                Command::Play(a) => {
                    self.past.push(self.now.clone());
                    self.step(a);
                }
                Command::Undo => match self.past.pop() {
                    Some(before) => {
                        self.now = before;
                        writeln!(out, "Your last decision is taken back.\n")?;
                    }
                    None => writeln!(out, "You have not decided anything yet.\n")?,
                },
                Command::Quit => return Ok(writeln!(out, "\n{}", story::result(&self.game, &self.now.0))?),
            }
        }
        story::ending(out, &self.game, &self.now.0, Viewer::All)
    }

    /// A move of the agent, or the only one of the person.
    fn play_on(&mut self, seat: usize, out: &mut dyn Write) -> CommandResult {
        let (s, game_match) = &mut self.now;
        let decision = game_match.decide(&self.game, s, seat, self.others.as_mut());
        let who = if seat == self.seat { "you" } else { self.agent.as_str() };
        // That another has no choice would tell something of its hand.
        let only = if decision.forced && seat == self.seat { ", the only move" } else { "" };
        writeln!(out, "Seat {seat} ({who}){only}: {}\n", self.game.tell(s, decision.action))?;
        self.step(decision.action);
        Ok(())
    }

    fn step(&mut self, a: G::Action) {
        let (s, game_match) = &mut self.now;
        self.game.step(s, a, &mut game_match.chance);
    }

    /// Shows the table and asks until there is an answer; the end of the input is one.
    fn ask(
        &self,
        legal: &[G::Action],
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Command<G::Action>, Fault> {
        self.show(legal, out)?;
        loop {
            write!(out, "Seat {}> ", self.seat)?;
            out.flush()?;
            let mut line = String::new();
            let read = input.read_line(&mut line);
            if read.map_err(|e| Error::new(format!("cannot read standard input: {e}")))? == 0 {
                return Ok(Command::Quit);
            }
            let (verb, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match verb {
                "" => {}
                "quit" | "exit" => return Ok(Command::Quit),
                "undo" => return Ok(Command::Undo),
                "help" | "?" => write!(out, "{HELP}")?,
                "state" => self.show(legal, out)?,
                "why" => writeln!(out, "{}", self.why(rest))?,
                _ => match action::legal(&self.game, &self.now.0, line.trim(), "type help for help") {
                    Ok(a) => {
                        writeln!(out, "You {}.\n", self.game.tell(&self.now.0, a))?;
                        return Ok(Command::Play(a));
                    }
                    Err(e) => writeln!(out, "{e}")?,
                },
            }
        }
    }

    fn show(&self, legal: &[G::Action], out: &mut dyn Write) -> CommandResult {
        let s = &self.now.0;
        writeln!(out, "{}\n", self.game.text(s, Viewer::Seat(self.seat)).trim_end())?;
        writeln!(out, "You are asked: {}\nYou may:", self.game.prompt(s))?;
        for a in legal {
            writeln!(out, "{:5}  {}  ({})", a.index(), self.game.tell(s, *a), a.label())?;
        }
        Ok(())
    }

    /// Why an action is not legal, in one line.
    fn why(&self, name: &str) -> String {
        let s = &self.now.0;
        match action::named::<G::Action>(name) {
            Some(a) if legal_actions(&self.game, s).contains(&a) => format!("{} is legal.", a.label()),
            Some(a) => format!("{}: {}.", a.label(), self.game.why_illegal(s, a)),
            None => format!("no action '{name}' (a label or a number from 0 to {})", G::Action::N - 1),
        }
    }
}
