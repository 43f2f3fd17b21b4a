//! `holotable play`: a person takes a seat.

use std::io::{self, BufRead, Write};
use std::str::FromStr;
use std::sync::Arc;

use holotable_arena::exec;
use holotable_env::catalogue::Entry;
use holotable_env::{GameRng, Viewer};
use holotable_erased::{AnyGame, AnyPlayer, AnyState};
use holotable_players::match_rngs::MatchRngs;
use holotable_players::observation_wrapper::FeatureSet;
use holotable_store::error::Error;

use super::game::GameArgs;
use super::story::{self, Tables};
use super::{CommandResult, Fault, action, forfeited, printed, tell_stand_in};

/// Take a seat in a game, or several; an agent takes the others
///
/// At each of your decisions your legal actions are shown; type the number of one, or its label. The table is shown where a phase, a
/// turn or a round begins, and when you type `table`. What came of every move is told: dice, effects, damage, cards. Moves without an
/// alternative are played for you. The same seed and the same moves give the same game, and after `undo` the dice fall as before.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable play dark_side_rising
  holotable play dark_side_rising -o players=3 --seat 1 --agent expert --seed 7
  holotable play dark_side_rising --seat all                two people at one keyboard
  holotable play dark_side_rising --agent flat:1000 < moves.txt")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Your seat, from 0; several with commas between, or 'all'
    #[arg(long, default_value = "0")]
    seat: Seats,
    /// Who plays the other seats [default: the game's strongest bot]
    #[arg(long)]
    agent: Option<String>,
    /// The seed of the game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// When the whole table is shown
    #[arg(long, value_enum, default_value_t = Tables::Phases)]
    tables: Tables,
}

/// The seats of people.
#[derive(Clone, Debug)]
enum Seats {
    All,
    These(Vec<usize>),
}

impl FromStr for Seats {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Seats::All);
        }
        let seats: Result<Vec<usize>, _> = text.split(',').map(|seat| seat.trim().parse()).collect();
        seats
            .map(Seats::These)
            .map_err(|_| "it must be a seat, such as 0, several, such as 0,1, or 'all'".into())
    }
}

const HELP: &str = "\
  NUMBER   play the action with this number, or type its label
  table    show the table and your legal actions again
  cards    what is printed on the cards that the table names
  card X   what is printed on the cards, dice, tokens, ... whose name holds X
  why N    which rule forbids action N (a number or a label: `holotable layout` lists them all)
  undo     take your last decision back, and all that followed
  help     this list
  quit     leave the game
";

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    start(args, &mut io::stdin().lock(), out)
}

fn start(args: &Args, input: &mut dyn BufRead, out: &mut dyn Write) -> CommandResult {
    let game = args.game.build()?;
    let last = game.teams().players() - 1;
    let people = match &args.seat {
        Seats::All => (0..=last).collect(),
        Seats::These(seats) => seats.clone(),
    };
    if let Some(seat) = people.iter().find(|seat| **seat > last) {
        return Err(Error::new(format!("there is no seat {seat}: the seats are 0 to {last}")).into());
    }
    let agent = args.agent.clone().unwrap_or_else(|| game.facts().strongest().to_owned());
    let others = exec::player(game.as_ref(), &agent)?;
    let MatchRngs { chance, seats, .. } = MatchRngs::new(args.seed, game.teams().players());
    let now = (Arc::clone(&game).start(chance), seats);
    let name = game.facts().name;
    let seats: Vec<String> = people.iter().map(usize::to_string).collect();
    match &people[..] {
        [only] => {
            writeln!(out, "You have seat {only} in {name}; {agent} plays the others. Type help for help.\n")?;
        }
        all if all.len() > last => writeln!(out, "You have all seats in {name}. Type help for help.\n")?,
        _ => {
            let seats = seats.join(", ");
            writeln!(
                out,
                "You have seats {seats} in {name}; {agent} plays the others. Type help for help.\n"
            )?;
        }
    }
    let printed = game.catalogue();
    let asked = people[0];
    let tables = args.tables;
    let mut session =
        Session { game, people, asked, agent, others, now, past: Vec::new(), printed, tables, begun: true };
    session.play(input, out)
}

/// A game with a person in it.
struct Session {
    game: Arc<dyn AnyGame>,
    people: Vec<usize>,
    /// The person who was asked last, and reads the screen.
    asked: usize,
    agent: String,
    others: Box<dyn AnyPlayer>,
    now: Moment,
    /// The same before each decision of the person so far, for `undo`.
    past: Vec<Moment>,
    printed: Vec<Entry>,
    tables: Tables,
    /// A phase has begun, or the table is another one, since the table was shown.
    begun: bool,
}

/// The state, with the generator of what follows, and those of the seats.
type Moment = (Box<dyn AnyState>, Vec<GameRng>);

/// A command of the person.
enum Command {
    Play(usize),
    Undo,
    Quit,
}

impl Session {
    fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> CommandResult {
        while let Some(seat) = self.now.0.actor() {
            let legal = self.now.0.legal();
            if !self.people.contains(&seat) || legal.len() == 1 {
                self.play_on(seat, legal.len() == 1, out)?;
                continue;
            }
            self.begun |= self.asked != seat;
            self.asked = seat;
            match self.ask(&legal, input, out)? {
                Command::Play(a) => {
                    self.past.push((self.now.0.copy(true), self.now.1.clone()));
                    self.step(a, out)?;
                }
                Command::Undo => match self.past.pop() {
                    Some(before) => {
                        self.now = before;
                        self.begun = true;
                        writeln!(out, "Your last decision is taken back.\n")?;
                    }
                    None => writeln!(out, "You have not decided anything yet.\n")?,
                },
                Command::Quit => return Ok(writeln!(out, "\n{}", self.now.0.standing())?),
            }
        }
        story::ending(out, self.now.0.as_ref(), Viewer::All)
    }

    /// A move of the agent, or the only one of the person.
    fn play_on(&mut self, seat: usize, forced: bool, out: &mut dyn Write) -> CommandResult {
        let (s, seats) = &mut self.now;
        let action = self.others.choose(s.as_ref(), &mut seats[seat]);
        if let Some(why) = self.others.forfeit() {
            return Err(forfeited(&self.agent, &why));
        }
        tell_stand_in(&self.agent, self.others.as_mut());
        let own = self.people.contains(&seat);
        let who = if own { "you" } else { self.agent.as_str() };
        // That another has no choice would tell something of its hand.
        let only = if forced && own { ", the only move" } else { "" };
        let viewer = Viewer::Seat(if own { seat } else { self.asked });
        writeln!(out, "Seat {seat} ({who}){only}: {}", s.describe_action_for(action, viewer))?;
        self.step(action, out)
    }

    /// Plays an action and tells what came of it.
    fn step(&mut self, a: usize, out: &mut dyn Write) -> CommandResult {
        let result = self.now.0.play(a, None).expect("it is one of the legal actions");
        self.begun |= story::begins(&result.story);
        story::events(out, &result.story, Viewer::Seat(self.asked))
    }

    /// Asks until there is an answer; the end of the input is one.
    fn ask(
        &mut self,
        legal: &[usize],
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Command, Fault> {
        let begun = std::mem::take(&mut self.begun);
        self.show(self.tables.due(begun), legal, out)?;
        loop {
            write!(out, "Seat {}> ", self.asked)?;
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
                "table" => self.show(true, legal, out)?,
                "cards" => self.say(&printed::named_in(&self.printed, &self.table()), out)?,
                "card" => self.say(&printed::about(&self.printed, rest), out)?,
                "why" => writeln!(out, "{}", self.why(rest))?,
                _ => match action::legal(self.now.0.as_ref(), line.trim(), "type help for help") {
                    Ok(a) => {
                        writeln!(out, "You: {}", self.now.0.describe_action(a))?;
                        return Ok(Command::Play(a));
                    }
                    Err(e) => writeln!(out, "{e}")?,
                },
            }
        }
    }

    fn show(&self, table: bool, legal: &[usize], out: &mut dyn Write) -> CommandResult {
        let s = &self.now.0;
        if table {
            writeln!(out, "\n{}", self.table().trim_end())?;
        }
        writeln!(out, "\nYou are asked: {}\nYou may:", s.prompt().expect("a decision is due"))?;
        for &a in legal {
            writeln!(out, "{a:5}  {}  ({})", s.describe_action(a), self.game.label(a))?;
        }
        Ok(())
    }

    /// The table in words, as the person sees it.
    fn table(&self) -> String {
        self.now.0.text(Viewer::Seat(self.asked))
    }

    fn say(&self, lines: &[String], out: &mut dyn Write) -> CommandResult {
        if lines.is_empty() {
            let game = self.game.facts().name;
            writeln!(out, "no component has such a name; `holotable cards {game}` lists them all")?;
        }
        Ok(lines.iter().try_for_each(|line| writeln!(out, "{line}"))?)
    }

    /// Why an action is not legal, in one line.
    fn why(&self, name: &str) -> String {
        let s = &self.now.0;
        let Some(a) = action::named(self.game.as_ref(), name) else {
            let last = self.game.layout(FeatureSet::PLAIN).actions - 1;
            return format!("no action '{name}' (a label or a number from 0 to {last})");
        };
        match s.why_illegal(a) {
            None => format!("{} is legal.", self.game.label(a)),
            Some(why) => format!("{}: {why}.", self.game.label(a)),
        }
    }
}
