//! Decisions of kept games that cost much, asked again until they are mended: the answer stands in no page before that.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use holotable_env::Viewer;
use holotable_store::stop::Stop;
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{JsonBody, OpenSession, aside};
use super::fault::Fault;
use super::kept::GONE;
use super::look::action;
use super::routes::json_response;
use super::tables::Tables;
use super::think::{Question, left};
use crate::session::results::lead;

/// An answer whose cost is below this share of the chance to win is right.
const RIGHT: f64 = 0.02;

type Answer = Result<Json<Value>, Fault>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct By {
    agent: String,
}

/// Looks for the mistakes of one's own seats in a game that is over, and keeps them; says how many there are, and what a decision
/// cost here and in the games before.
pub async fn find(open: OpenSession, JsonBody(ask): JsonBody<By>) -> Result<Response, Fault> {
    open.takes_part()?;
    let agent = ask.agent.clone();
    let end = open.with(move |t| {
        if !t.is_network(&agent) {
            return Err(Fault::bad("a network of the game looks for mistakes"));
        }
        let end = t.end(0);
        let over = t.nodes[end].state.actor().is_none();
        if over { Ok(end) } else { Err(Fault::bad("mistakes are looked for when the game is over")) }
    });
    let end = end.await?;
    let (desk, kept, rights) = (Arc::clone(&open.desk), Arc::clone(&open.tables.kept), open.rights.clone());
    let found = open.desk.thinker.ask(
        Question::Mistakes(end, ask.agent.clone(), rights.seats.clone()),
        move |token| {
            let copy = desk.table.blocking_lock().clone();
            let review = copy.reviewed(end, &rights.seats, &ask.agent)?;
            if token.is_asked() {
                return Err(left());
            }
            // Practice is that of whoever keeps the games, and so are the games before.
            if rights.host && review.decisions > 0 {
                kept.add_review(desk.id, &ask.agent, &review)?;
            }
            let (games, each) = if rights.host { kept.reviews_before(desk.id)? } else { (0, None) };
            let own = review.cost / review.decisions.max(1) as f64;
            let said = json!({
                "mistakes": if rights.host { review.mistakes.len() } else { 0 },
                "decisions": review.decisions,
                "each": own,
                "games_before": games,
                "each_before": each,
            });
            Ok(said.to_string().into())
        },
    );
    Ok(json_response(&found.await?))
}

/// The mistake to be mended next: the link of its game and the position.
pub async fn practise(State(tables): State<Arc<Tables>>) -> Answer {
    loop {
        let kept = Arc::clone(&tables.kept);
        let (next, due, all) = aside(move || Ok(kept.next_mistake()?)).await?;
        let Some(next) = next else { return Ok(Json(json!({ "next": null, "due": due, "all": all }))) };
        let found = tables.find(next.link.as_deref().unwrap_or_default()).await;
        if let Ok(Some((desk, _))) = found
            && !desk.table.lock().await.nodes[next.position].removed
        {
            let next = json!({ "id": next.link, "at": next.position, "agent": next.agent });
            return Ok(Json(json!({ "next": next, "due": due, "all": all })));
        }
        let kept = Arc::clone(&tables.kept);
        aside(move || Ok(kept.drop_mistake(next.game, next.position)?)).await?;
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mended {
    id: String,
    at: usize,
    action: usize,
}

/// What somebody would do now in place of a mistake. Says what that costs, what was better and where both lead; the mistake is asked
/// again later.
pub async fn answered(State(tables): State<Arc<Tables>>, JsonBody(ask): JsonBody<Mended>) -> Answer {
    let found = tables.find(&ask.id).await?;
    let (desk, _) = found.ok_or_else(|| Fault::missing(GONE))?;
    let kept = Arc::clone(&tables.kept);
    aside(move || {
        let t = desk.table.blocking_lock().clone();
        let known = kept.mistake(desk.id, ask.at)?;
        let known = known.ok_or_else(|| Fault::missing("that is no mistake to be mended"))?;
        let action = action(&t, ask.action)?;
        let trial = t.trial(ask.at, action, &known.agent)?.ok_or_else(Fault::failed)?;
        let doubtful = trial.played_on.is_some() && !trial.matters;
        let right = trial.better.is_none() || doubtful || trial.cost < RIGHT.max(2.0 * trial.unsure);
        kept.practised(desk.id, ask.at, right)?;
        let eyes = t.nodes[ask.at].state.actor().map_or(Viewer::Table, Viewer::Seat);
        // Of a move with too many results nothing is said.
        let leads = [Some(action), trial.better].into_iter().flatten();
        let leads = leads.filter_map(|it| t.results(ask.at, it, eyes, Some(&known.agent)).ok());
        let leads: Vec<Value> = leads.map(|results| lead(&results)).collect();
        let played = t.nodes[ask.at].children.first().and_then(|&child| t.nodes[child].played.as_ref());
        Ok(Json(json!({
            "right": right,
            "trial": trial,
            "agent": known.agent,
            "leads": leads,
            "played": played.map(|played| &played.words),
            "played_cost": known.cost,
        })))
    })
    .await
}
