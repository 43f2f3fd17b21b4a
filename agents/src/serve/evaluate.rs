//! What an agent makes of a table: its evaluation of one position, and the curve of a whole line.

use std::convert::Infallible;
use std::sync::Arc;

use axum::response::Response;
use axum::response::sse::{Event, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{JsonBody, OpenSession};
use super::fault::Fault;
use super::look::{action, at, unaided, unhidden, viewer};
use super::rights::Rights;
use super::routes::json_response;
use super::tables::Desk;
use super::think::Question;
use crate::session::GameSession;
use crate::session::admit::admit;
use crate::session::luck::COSTLIEST;

/// Which agent evaluates which position, and for which team.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationRequest {
    at: usize,
    agent: String,
    #[serde(default)]
    team: usize,
}

impl EvaluationRequest {
    /// The position, if this evaluator and team are there and nothing that is hidden shows.
    fn check(&self, t: &GameSession, desk: &Desk, rights: &Rights) -> Result<usize, Fault> {
        let n = at(t, self.at)?;
        admit(t.game.facts(), &self.agent)?;
        let teams = t.game.teams().leads().len();
        if self.team >= teams {
            return Err(Fault::bad(format!("team {} must be below {teams}", self.team)));
        }
        unaided(desk, t)?;
        let viewer = viewer(t, rights, n, None)?;
        let own = t.nodes[n].state.actor().is_some_and(|actor| viewer.knows(actor));
        if !own {
            unhidden(t, n, viewer)?;
        }
        Ok(n)
    }
}

/// The chance to win and the share of each move; of an agent that analyses none, the move that it would make.
pub async fn evaluation(
    open: OpenSession,
    JsonBody(evaluator): JsonBody<EvaluationRequest>,
) -> Result<Response, Fault> {
    open.takes_part()?;
    let (asked, desk, rights) = (evaluator.clone(), Arc::clone(&open.desk), open.rights.clone());
    let n = open.with(move |t| asked.check(t, &desk, &rights)).await?;
    let table = Arc::clone(&open.desk.table);
    let question = Question::Evaluation(n, evaluator.agent.clone());
    let evaluation = open.desk.thinker.ask(question, move |_| {
        let copy = table.blocking_lock().clone();
        Ok(analysis(&copy, n, &evaluator.agent)?.to_string().into())
    });
    Ok(json_response(&evaluation.await?))
}

/// An action that an agent is asked about before it is played.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialRequest {
    at: usize,
    action: usize,
    agent: String,
}

/// What an action costs beside the best one; nothing if the agent cannot say. Only of positions that hide nothing.
pub async fn trial(open: OpenSession, JsonBody(ask): JsonBody<TrialRequest>) -> Result<Response, Fault> {
    open.takes_part()?;
    let evaluator = EvaluationRequest { at: ask.at, agent: ask.agent.clone(), team: 0 };
    let (desk, rights) = (Arc::clone(&open.desk), open.rights.clone());
    let found = open.with(move |t| {
        let n = evaluator.check(t, &desk, &rights)?;
        // Which cards come when they are dealt anew hangs on those that are hidden.
        unhidden(t, n, viewer(t, &rights, n, None)?)?;
        Ok((n, action(t, ask.action)?))
    });
    let (n, action) = found.await?;
    let table = Arc::clone(&open.desk.table);
    let trial = open.desk.thinker.ask(Question::Trial(n, action, ask.agent.clone()), move |_| {
        let copy = table.blocking_lock().clone();
        Ok(json!(copy.trial(n, action, &ask.agent)?).to_string().into())
    });
    Ok(json_response(&trial.await?))
}

fn analysis(t: &GameSession, n: usize, agent: &str) -> Result<Value, Fault> {
    let analysis = t.analysis(n, agent)?;
    let plain = if analysis.is_none() { t.choice(n, agent)? } else { None };
    let state = &t.nodes[n].state;
    let plain =
        plain.map(|action| json!({ "action": action, "words": state.describe_action(action), "share": 1.0 }));
    let moves = analysis.iter().flat_map(|analysis| &analysis.moves).map(
        |m| json!({ "action": m.action, "words": state.describe_action(m.action), "share": m.share, "score": m.score }),
    );
    Ok(json!({
        "agent": agent,
        "score": analysis.as_ref().map(|analysis| analysis.score),
        "actor": state.actor(),
        "moves": moves.chain(plain).collect::<Vec<_>>(),
    }))
}

type Events = Sse<std::pin::Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>>;

/// The whole line to a position: first the chance to win at each node, then luck and skill of each move. Another evaluator or team
/// ends the one before, and so does whoever stops listening.
pub async fn curve(
    open: OpenSession,
    JsonBody(evaluator): JsonBody<EvaluationRequest>,
) -> Result<Events, Fault> {
    open.takes_part()?;
    let (asked, desk, rights) = (evaluator.clone(), Arc::clone(&open.desk), open.rights.clone());
    let path = open.with(move |t| {
        let path = t.path(asked.check(t, &desk, &rights)?);
        for &n in &path {
            let viewer = viewer(t, &rights, n, None)?;
            unhidden(t, n, viewer)?;
        }
        t.begin_evaluation(&asked.agent, asked.team);
        Ok(path)
    });
    let path = path.await?;
    let values: Vec<_> = path.iter().map(|&n| Step::Find(n, Part::Value)).collect();
    let plies: Vec<_> = path.iter().skip(1).map(|&n| Step::Find(n, Part::Ply)).collect();
    let costliest = (0..COSTLIEST).map(Step::PlayOn);
    let steps = values.into_iter().chain(plies).chain(costliest).chain([Step::Done]);
    let path: Arc<[usize]> = path.into();
    let events = unfold((open, evaluator, path, steps), |(open, evaluator, path, mut steps)| async {
        let said = loop {
            let (n, part) = match steps.next()? {
                Step::Find(n, part) => (n, part),
                Step::PlayOn(rank) => {
                    let path = Arc::clone(&path);
                    match open.with(move |t| Ok(t.costliest(&path).get(rank).copied())).await {
                        Ok(Some(n)) => (n, Part::PlayedOn),
                        Ok(None) => continue,
                        Err(e) => break json!({ "error": e.line() }),
                    }
                }
                Step::Done => break json!({ "done": true }),
            };
            let found = evaluator.found(&open, n, part).await;
            break found.unwrap_or_else(|e| Some(json!({ "error": e.line() })))?;
        };
        Some((Ok(Event::default().data(said.to_string())), (open, evaluator, path, steps)))
    });
    Ok(Sse::new(Box::pin(events)))
}

/// What comes next along a line.
enum Step {
    Find(usize, Part),
    /// Whole games after one of the moves that cost most, by its rank.
    PlayOn(usize),
    Done,
}

/// What is found of a position.
#[derive(Clone, Copy)]
enum Part {
    Value,
    Ply,
    PlayedOn,
}

impl EvaluationRequest {
    /// Finds a part of what there is to say of a position, and keeps it; nothing once another agent evaluates.
    async fn found(&self, open: &OpenSession, n: usize, part: Part) -> Result<Option<Value>, Fault> {
        let (agent, team) = (self.agent.clone(), self.team);
        let question = match part {
            Part::Value => Question::Value(n, agent.clone(), team),
            Part::Ply => Question::Ply(n, agent.clone(), team),
            Part::PlayedOn => Question::PlayedOn(n, agent.clone(), team),
        };
        let table = Arc::clone(&open.desk.table);
        let found = open.desk.thinker.ask(question, move |_| {
            let copy = table.blocking_lock().clone();
            let found = match part {
                Part::Value => json!(copy.value(n, &agent, team)?),
                Part::Ply => json!(copy.ply(n, &agent, team)?),
                Part::PlayedOn => json!(copy.played_on(n, &agent, team)?),
            };
            Ok(found.to_string().into())
        });
        let found: Value = serde_json::from_str(&found.await?).map_err(|_| Fault::failed())?;
        let (agent, team) = (self.agent.clone(), self.team);
        let kept = open.with(move |t| {
            if !t.evaluation.as_ref().is_some_and(|known| known.agent == agent && known.team == team) {
                return Ok(None);
            }
            let failed = |_| Fault::failed();
            let kept = t.found(n);
            match part {
                Part::Value => kept.value = serde_json::from_value(found).map_err(failed)?,
                Part::Ply => kept.ply = serde_json::from_value(found).map_err(failed)?,
                Part::PlayedOn => {
                    if let Some(ply) = &mut kept.ply {
                        ply.played_on = serde_json::from_value(found).map_err(failed)?;
                    }
                }
            }
            Ok(Some(match part {
                Part::Value => json!({ "id": n, "value": kept.value }),
                Part::Ply | Part::PlayedOn => json!({ "id": n, "ply": kept.ply }),
            }))
        });
        kept.await
    }
}
