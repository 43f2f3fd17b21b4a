//! [`Program`]: an agent that is a program; it is asked, waited for, and held to its answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use holotable_env::{Sample, generator, streams};
use holotable_players::policy::StoodIn;
use holotable_players::program_spec::Spec;
use holotable_store::error::Error;
use holotable_store::stop::{Stop, Token};

use super::confines::Confines;
use super::message::{self, Line};
use super::process::{Out, Process};
use super::reported::Reported;
use holotable_erased::{AnyGame, AnyPlayer, AnyState, Chooser, Failed};

/// A program may take so long to start, beside the time for its first answer.
const START: Duration = Duration::from_secs(10);
/// How often it is asked whether to go on while a program thinks.
const LOOK: Duration = Duration::from_millis(20);
/// How often a program with limits is held to them.
const HOLD: Duration = Duration::from_millis(50);
/// So many lines beside the point are borne with a question.
const MOST_LATE: usize = 1_000;
/// A program that has failed so often without one answer between is not started again.
const MOST_STARTS: u32 = 5;

/// An agent that is a program.
#[expect(missing_debug_implementations, reason = "processes have none")]
pub struct Program {
    game: Arc<dyn AnyGame>,
    command: String,
    limit: Duration,
    /// How long it may take to start, beside the time for its first answer.
    start: Duration,
    /// What it may use; `None` where nobody holds it to anything but its time.
    confines: Option<Confines>,
    /// When it was held to that last.
    held: Instant,
    /// Who decides in its place, by name.
    instead: Option<(String, Box<dyn AnyPlayer>)>,
    process: Option<Process>,
    /// Whether it has answered since it was started.
    awake: bool,
    /// How often it failed since its last answer.
    failures: u32,
    asked: u64,
    excuse: Option<String>,
    stood_in: Option<StoodIn>,
    reported: Arc<Reported>,
}

/// As [`AnyGame::player`], and programs too. For names that the user has typed: a program does whatever it likes, so none is taken from
/// a file.
///
/// # Errors
/// As [`AnyGame::player`], and what is wrong with a program.
pub fn player(game: &dyn AnyGame, spec: &str) -> Result<Box<dyn AnyPlayer>, Error> {
    let Some(program) = Spec::read(spec)? else { return game.player(spec) };
    let game = game.under(game.options())?;
    let program = Program::start(&game, &program)?;
    Ok(game.chosen(Box::new(program)))
}

impl Program {
    /// Starts the program.
    ///
    /// # Errors
    /// Where there is no shell to start it, or no such agent to decide in its place.
    pub fn start(game: &Arc<dyn AnyGame>, spec: &Spec<'_>) -> Result<Self, Error> {
        let instead = match spec.instead {
            Some(agent) => Some((agent.to_owned(), game.player(agent)?)),
            None => None,
        };
        Self::new(game, spec.command, spec.limit, instead, None)
    }

    /// Starts a program that is held to what it may use. Where it exceeds that it is ended, as where it gives no answer.
    ///
    /// # Errors
    /// Where there is no shell to start it, or no such folder.
    pub fn confined(
        game: &Arc<dyn AnyGame>,
        command: &str,
        limit: Duration,
        confines: Confines,
    ) -> Result<Self, Error> {
        Self::new(game, command, limit, None, Some(confines))
    }

    fn new(
        game: &Arc<dyn AnyGame>,
        command: &str,
        limit: Duration,
        instead: Option<(String, Box<dyn AnyPlayer>)>,
        confines: Option<Confines>,
    ) -> Result<Self, Error> {
        let mut program = Self {
            game: Arc::clone(game),
            command: command.to_owned(),
            limit,
            start: confines.as_ref().map_or(START, |confines| confines.start),
            confines,
            held: Instant::now(),
            instead,
            process: None,
            awake: false,
            failures: 0,
            asked: 0,
            excuse: None,
            stood_in: None,
            reported: Arc::default(),
        };
        program.begin()?;
        Ok(program)
    }

    /// The same program with another time to start in than ten seconds.
    #[must_use]
    pub fn starting_within(self, start: Duration) -> Self {
        Self { start, ..self }
    }

    /// The same program, which adds what it says of its answers to these sums.
    #[must_use]
    pub fn reporting(self, reported: Arc<Reported>) -> Self {
        Self { reported, ..self }
    }

    fn begin(&mut self) -> Result<(), Error> {
        let process = Process::start(&self.command, self.confines.as_ref())?;
        process.tell(&message::game(self.game.as_ref()));
        (self.process, self.awake) = (Some(process), false);
        Ok(())
    }

    /// What it answers; else why that is none.
    fn ask(&mut self, state: &dyn AnyState) -> Result<usize, Fault> {
        if let Some(why) = &self.excuse {
            // It has forfeited, and nobody has heard of it yet.
            return Err(Fault(LATE, why.clone()));
        }
        if self.failures >= MOST_STARTS {
            return Err(Fault(GONE, format!("it has failed {MOST_STARTS} times in a row")));
        }
        if self.process.is_none() {
            self.begin().map_err(|e| Fault(GONE, e.to_string()))?;
        }
        let answer = self.wait(state);
        match &answer {
            Ok(_) => (self.awake, self.failures) = (true, 0),
            // A slow one goes on where somebody decides in its place: what it answers late is passed over.
            Err(Fault(LATE, _)) if self.instead.is_some() => self.failures += 1,
            Err(_) => {
                self.failures += 1;
                self.process = None;
            }
        }
        answer
    }

    fn wait(&mut self, state: &dyn AnyState) -> Result<usize, Fault> {
        let (seat, limit) = (state.actor().expect("the game goes on"), self.limit);
        self.asked += 1;
        let id = self.asked;
        let more = if self.awake { Duration::ZERO } else { self.start };
        let until = Instant::now() + limit + more;
        let process = self.process.as_mut().expect("it was started");
        process.tell(&message::question(id, state, seat, limit));
        let (mut late, mut told) = (0, false);
        loop {
            if let Some(confines) = self.confines.as_ref().filter(|_| self.held.elapsed() >= HOLD) {
                if let Some(why) = process.excess(confines) {
                    return Err(Fault(GREEDY, why));
                }
                self.held = Instant::now();
            }
            let line = match process.line(until.min(Instant::now() + LOOK)).map_err(|why| Fault(GONE, why))? {
                Some(Out::Line(line)) => line,
                Some(Out::TooLong) => {
                    return Err(Fault(WRONG, "it writes a line longer than any answer".into()));
                }
                None if Token::heeded().is_some_and(|token| token.is_asked()) => {
                    return Err(Fault(LATE, "the games were broken off".into()));
                }
                None if Instant::now() >= until => {
                    return Err(Fault(LATE, silence(limit, more)));
                }
                None => continue,
            };
            match message::answer(&line, id, state) {
                Line::Answer(action) => {
                    self.reported.count(&line);
                    return Ok(action);
                }
                Line::Wrong(why) => return Err(Fault(WRONG, why)),
                Line::WantsPosition if !told => {
                    process.tell(&message::position(id, state));
                    told = true;
                }
                Line::WantsPosition => return Err(Fault(WRONG, "it asks for the position twice".into())),
                Line::Late => late += 1,
            }
            if late > MOST_LATE || Instant::now() >= until {
                return Err(Fault(WRONG, format!("it answers earlier questions {late} times")));
            }
        }
    }
}

/// Why there is no answer: one of the kinds below, and in words.
struct Fault(&'static str, String);

/// There may be an answer later.
const LATE: &str = "late";
/// The program does not keep to the protocol.
const WRONG: &str = "wrong";
/// The program has ended before it answered.
const GONE: &str = "gone";
/// It uses more than it may.
const GREEDY: &str = "greedy";

/// How long a program was waited for.
fn silence(limit: Duration, start: Duration) -> String {
    let seconds = |time: Duration| format!("{} s", time.as_secs_f64());
    match start.is_zero() {
        true => format!("no answer within {}", seconds(limit)),
        false => format!("no answer within {}, {} of them to start", seconds(limit + start), seconds(start)),
    }
}

impl Chooser for Program {
    fn choose(&mut self, states: Vec<Box<dyn AnyState>>) -> Result<Vec<usize>, Failed> {
        let mut actions = Vec::with_capacity(states.len());
        for state in states {
            let action = match self.ask(state.as_ref()) {
                Ok(action) => action,
                Err(Fault(kind, why)) => match &mut self.instead {
                    None => {
                        self.excuse.get_or_insert(why);
                        return Err(Failed);
                    }
                    Some((who, player)) => {
                        self.stood_in.get_or_insert_with(|| StoodIn { kind, why, who: who.clone() });
                        let rng = state.rng().cloned();
                        let mut rng = rng.unwrap_or_else(|| Sample(generator(self.asked, streams::AGENT)));
                        player.choose(state.as_ref(), &mut rng)
                    }
                },
            };
            actions.push(action);
        }
        Ok(actions)
    }

    fn excuse(&mut self) -> Option<String> {
        self.excuse.take()
    }

    fn stood_in(&mut self) -> Option<StoodIn> {
        self.stood_in.take()
    }
}
