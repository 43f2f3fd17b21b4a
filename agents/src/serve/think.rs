//! [`Thinker`]: what of a table takes thought: one thing at a time, for as long as somebody waits for it, and never twice.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};

use axum::http::StatusCode;
use holotable_store::stop::{Stop, Token};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::asked::aside;
use super::fault::Fault;
use super::tables::lock;

/// The most bytes of answers that a table keeps; the oldest make room.
const MOST_KEPT: usize = 1 << 20;

/// What is asked of a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// What the agent that acts there does; the table keeps the answer itself.
    Move(usize),
    /// What an agent would do there.
    Evaluation(usize, String),
    /// What an action costs beside the best one, as an agent sees it.
    Trial(usize, usize, String),
    /// What the persons of the line to a position did wrong, as an agent sees it.
    Mistakes(usize, String, Vec<usize>),
    /// The chance to win of a team, as an agent sees it.
    Value(usize, String, usize),
    /// What the move that led there was worth to a team, as an agent sees it.
    Ply(usize, String, usize),
    /// The same beside the best move, by whole games.
    PlayedOn(usize, String, usize),
}

/// The body of an answer, as JSON.
type Text = Arc<str>;
type Answer = Result<Text, Fault>;

/// What is thought about now, or waits for its turn. Everybody who waits for the answer holds it; without them it ends.
#[derive(Debug)]
struct Thought {
    answer: watch::Receiver<Option<Answer>>,
    left: Arc<AtomicBool>,
    task: AbortHandle,
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.left.store(true, Ordering::Relaxed);
        // Where it still waits for its turn.
        self.task.abort();
    }
}

/// Whoever thinks for a table.
#[derive(Debug, Default)]
pub struct Thinker {
    turn: Arc<tokio::sync::Mutex<()>>,
    thoughts: Mutex<BTreeMap<Question, Weak<Thought>>>,
    known: Arc<Mutex<Known>>,
}

impl Thinker {
    /// The answer to a question: what is known, what others wait for already, or else what `work` finds when its turn comes.
    pub async fn ask(
        &self,
        question: Question,
        work: impl FnOnce(&Token) -> Answer + Send + 'static,
    ) -> Answer {
        let thought = match self.known_or_begun(question, work) {
            Ok(known) => return Ok(known),
            Err(thought) => thought,
        };
        let mut answer = thought.answer.clone();
        let answer = answer.wait_for(Option::is_some).await;
        answer.ok().and_then(|answer| answer.clone()).unwrap_or_else(|| Err(Fault::failed()))
    }

    fn known_or_begun(
        &self,
        question: Question,
        work: impl FnOnce(&Token) -> Answer + Send + 'static,
    ) -> Result<Text, Arc<Thought>> {
        let mut thoughts = lock(&self.thoughts);
        if let Some(thought) = thoughts.get(&question).and_then(Weak::upgrade) {
            return Err(thought);
        }
        // After the thoughts: an answer is kept before those who waited for it leave.
        if let Some(known) = lock(&self.known).answers.get(&question) {
            return Ok(Arc::clone(known));
        }
        thoughts.retain(|_, thought| thought.strong_count() > 0);
        let thought = Arc::new(self.begin(question.clone(), work));
        thoughts.insert(question, Arc::downgrade(&thought));
        Err(thought)
    }

    fn begin(&self, question: Question, work: impl FnOnce(&Token) -> Answer + Send + 'static) -> Thought {
        let (say, answer) = watch::channel(None);
        let left = Arc::new(AtomicBool::new(false));
        let nobody = Arc::clone(&left);
        let token = Token::new(move || nobody.load(Ordering::Relaxed));
        let (turn, known) = (Arc::clone(&self.turn), Arc::clone(&self.known));
        let task = tokio::spawn(async move {
            let turn = turn.lock_owned().await;
            let thought = aside(move || {
                let _turn = turn;
                let answer =
                    if token.is_asked() { Err(Fault::failed()) } else { token.heed(|| work(&token)) };
                // What was cut short is no answer.
                if let Ok(text) = &answer
                    && !token.is_asked()
                {
                    lock(&known).keep(question, text);
                }
                answer
            });
            say.send_replace(Some(thought.await));
        });
        Thought { answer, left, task: task.abort_handle() }
    }
}

/// The answers that a table has given, for whoever asks again.
#[derive(Debug, Default)]
struct Known {
    answers: BTreeMap<Question, Text>,
    /// The questions, the oldest first, so that the oldest answer goes first.
    order: VecDeque<Question>,
    bytes: usize,
}

impl Known {
    fn keep(&mut self, question: Question, answer: &Text) {
        if matches!(question, Question::Move(_)) {
            return;
        }
        if self.answers.insert(question.clone(), Arc::clone(answer)).is_none() {
            self.order.push_back(question);
            self.bytes += answer.len();
        }
        while self.bytes > MOST_KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.bytes -= self.answers.remove(&oldest).map_or(0, |answer| answer.len());
        }
    }
}

/// What is said to nobody: that nobody waits any more.
pub fn left() -> Fault {
    Fault::new(StatusCode::REQUEST_TIMEOUT, "nobody waits for this any more")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    use super::*;

    fn question(n: usize) -> Question {
        Question::Evaluation(n, "flat:5000".into())
    }

    /// Runs until something holds.
    async fn until(what: impl Fn() -> bool) {
        for _ in 0..10_000 {
            if what() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        panic!("this never comes to hold");
    }

    /// On one thread, so that tasks begin in the order in which they were spawned.
    fn with_tokio(test: impl Future<Output = ()>) {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test);
    }

    #[test]
    fn what_many_ask_is_thought_once() {
        with_tokio(async {
            let (thinker, times) = (Arc::new(Thinker::default()), Arc::new(AtomicUsize::new(0)));
            let ask = || {
                let (thinker, times) = (Arc::clone(&thinker), Arc::clone(&times));
                tokio::spawn(async move {
                    let work = move |_: &Token| {
                        std::thread::sleep(Duration::from_millis(20));
                        Ok(format!("{}", times.fetch_add(1, Ordering::Relaxed)).into())
                    };
                    thinker.ask(question(1), work).await.unwrap()
                })
            };
            for waits in [ask(), ask(), ask()] {
                assert_eq!(&*waits.await.unwrap(), "0");
            }
            assert_eq!(&*ask().await.unwrap(), "0", "and once for all");
            assert_eq!(times.load(Ordering::Relaxed), 1);
        });
    }

    #[test]
    fn what_nobody_waits_for_ends_and_the_next_has_its_turn() {
        with_tokio(async {
            let thinker = Arc::new(Thinker::default());
            let (begun, ended) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
            let ask = |n| {
                let (thinker, begun, ended) = (Arc::clone(&thinker), Arc::clone(&begun), Arc::clone(&ended));
                tokio::spawn(async move {
                    let work = move |token: &Token| {
                        begun.fetch_add(1, Ordering::Relaxed);
                        while !token.is_asked() {
                            std::thread::sleep(Duration::from_millis(1));
                        }
                        ended.fetch_add(1, Ordering::Relaxed);
                        Ok("half".into())
                    };
                    thinker.ask(question(n), work).await
                })
            };
            // Two wait for the first, and one for the second: the first goes on for as long as one of the two is there.
            let (one, other, next) = (ask(1), ask(1), ask(2));
            until(|| begun.load(Ordering::Relaxed) == 1).await;
            one.abort();
            let _ = one.await;
            tokio::time::sleep(Duration::from_millis(30)).await;
            assert_eq!((begun.load(Ordering::Relaxed), ended.load(Ordering::Relaxed)), (1, 0));
            other.abort();
            until(|| begun.load(Ordering::Relaxed) == 2).await;
            assert_eq!(ended.load(Ordering::Relaxed), 1);
            next.abort();
            until(|| ended.load(Ordering::Relaxed) == 2).await;
            // What was cut short was not kept.
            let whole = thinker.ask(question(1), |_| Ok("whole".into())).await.unwrap();
            assert_eq!(&*whole, "whole");
        });
    }

    #[test]
    fn the_oldest_answers_make_room() {
        let mut known = Known::default();
        let answer: Text = "x".repeat(MOST_KEPT / 4).into();
        for n in 0..6 {
            known.keep(question(n), &answer);
        }
        let kept: Vec<usize> = (0..6).filter(|&n| known.answers.contains_key(&question(n))).collect();
        assert_eq!((kept, known.bytes), (vec![2, 3, 4, 5], MOST_KEPT));
    }
}
