//! [`Record`]: the metrics of one update, and under which names `TensorBoard` shows them.

use std::collections::BTreeMap;

use holotable_arena::calibration_table::BINS;
use serde::Serialize;
use serde_json::Value;

use super::profile::Profile;

macro_rules! record {
    ($($group:ident { $($(#[doc = $doc:literal])+ $field:ident: $type:ty,)+ })+) => {
        /// The metrics of one update, under their names in the literature.
        #[derive(Clone, Debug, Default, Serialize)]
        pub struct Record {
            $($($(#[doc = $doc])+ pub $field: $type,)+)+
        }

        /// The group of each field, in which `TensorBoard` charts it.
        const GROUPS: &[(&str, &str)] = &[$($((stringify!($field), stringify!($group)),)+)+];
    };
}

/// The group of what is not charted but charted over.
const AXES: &str = "axes";

record! {
    axes {
        /// Updates so far.
        update: u64,
        /// Decisions so far.
        steps: u64,
        /// When the update ended, in seconds since 1970.
        wall_time: f64,
    }
    time {
        /// Seconds so far, over all sessions.
        seconds: f64,
        /// Decisions a second in this update.
        steps_per_s: f64,
        /// Where its time went, in seconds.
        profile: Profile,
    }
    rollout {
        /// Games that ended and had begun at the start, as in all that follows.
        episodes: usize,
        /// Games that began in a state of an earlier game.
        restarts: usize,
        /// Those that were cut by the bound on decisions.
        truncated: usize,
        /// The share of finished games in which the learner's team, the first of them, scored 1.
        win_rate: Option<f64>,
        /// Its mean score in them.
        mean_score: Option<f64>,
        /// Its mean value at its first decision in them: what it thought of its chances.
        first_value: Option<f64>,
        /// The mean number of decisions of the games that ended.
        episode_length: Option<f64>,
    }
    loss {
        /// The clipped surrogate.
        policy_loss: f64,
        /// The mean cross-entropy of the values.
        value_loss: f64,
        /// The mean entropy over legal actions.
        entropy: f64,
        /// How far the policy had moved in the last minibatch.
        approx_kl: f64,
        /// The share of its decisions outside the clip range.
        clip_fraction: f64,
        /// The share of the variance of returns that the old values explain.
        explained_variance: f64,
        /// The mean norm of the gradients before clipping.
        grad_norm: f64,
        /// The step size.
        learning_rate: f64,
        /// Epochs that were begun; the last one ended early if the divergence reached `target_kl`.
        epochs: usize,
    }
    entropy {
        /// The mean entropy of the decisions of each kind in the rollout, in nats.
        entropy_of: BTreeMap<String, f64>,
    }
    decisions {
        /// The decisions of each kind that were learnt from.
        decisions_of: BTreeMap<String, u64>,
    }
    advantage_variance {
        /// The variance of their advantages, before these are normalised.
        advantage_variance_of: BTreeMap<String, f64>,
    }
    variant_win_rate {
        /// The win rate in each variant of the game, if there are several.
        variant_win_rate: BTreeMap<String, f64>,
    }
    variant_value {
        /// The mean value at the first decision in the same games: how far the values are calibrated in each variant.
        variant_value: BTreeMap<String, f64>,
    }
    calibration {
        /// The mean squared error of the values as chances to win, over all decisions of the games that ended.
        brier: Option<f64>,
        /// Their calibration table: for each tenth of the predicted probabilities the count, the mean prediction and
        /// the mean result.
        calibration_table: Vec<(u64, f64, f64)>,
    }
    eval {
        /// The mean score of the evaluation games, when they were played.
        eval_score: Option<f64>,
        /// The lower end of its 95 % interval.
        eval_low: Option<f64>,
        /// The upper end of the interval.
        eval_high: Option<f64>,
        /// In a game of two teams: the rating on Elo's scale that this score means, the opponent's being 0.
        eval_elo: Option<f64>,
    }
    eval_of_team {
        /// The mean score of the evaluation games by the team that the network played, if there are several.
        eval_of_team: BTreeMap<String, f64>,
    }
}

/// The numbers of a record, as `metrics.jsonl` has it, with the names of their charts: `loss/entropy`, `eval/score`. A part of
/// the profile is `time/learning`. Of the calibration table comes the mean distance of the predictions from the results,
/// `calibration/error`, and the distance (result less prediction) in each tenth, `calibration/result_minus_prediction/0.3-0.4`.
pub(super) fn charts(record: &Value) -> Vec<(String, f64)> {
    let mut charts = Vec::new();
    for (field, value) in record.as_object().into_iter().flatten() {
        let group = GROUPS.iter().find(|(name, _)| name == field).map_or(AXES, |(_, group)| group);
        if group == AXES {
            continue;
        }
        let name = field.strip_prefix(&format!("{group}_")).unwrap_or(field);
        match value {
            Value::Number(number) => {
                charts.extend(number.as_f64().map(|number| (format!("{group}/{name}"), number)));
            }
            Value::Object(parts) => charts.extend(
                parts.iter().filter_map(|(part, value)| Some((format!("{group}/{part}"), value.as_f64()?))),
            ),
            Value::Array(table) => charts.extend(distances(group, table)),
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    charts
}

fn distances(group: &str, table: &[Value]) -> Vec<(String, f64)> {
    let row = |row: &Value| Some((row[0].as_f64()?, row[1].as_f64()?, row[2].as_f64()?));
    let rows: Vec<(f64, f64, f64)> = table.iter().filter_map(row).collect();
    let count: f64 = rows.iter().map(|row| row.0).sum();
    let error: f64 = rows.iter().map(|(n, predicted, result)| n * (predicted - result).abs()).sum();
    let mean = (count > 0.0).then(|| (format!("{group}/error"), error / count));
    let tenths = rows.iter().map(|(_, predicted, result)| {
        let low = (predicted * BINS as f64).floor().min((BINS - 1) as f64) / BINS as f64;
        let high = low + 1.0 / BINS as f64;
        (format!("{group}/result_minus_prediction/{low:.1}-{high:.1}"), result - predicted)
    });
    mean.into_iter().chain(tenths).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    fn full() -> Record {
        Record {
            win_rate: Some(0.5),
            mean_score: Some(0.5),
            first_value: Some(0.5),
            entropy_of: BTreeMap::from([("Deploy".to_owned(), 0.5)]),
            decisions_of: BTreeMap::from([("Deploy".to_owned(), 7)]),
            advantage_variance_of: BTreeMap::from([("Deploy".to_owned(), 0.25)]),
            variant_win_rate: BTreeMap::from([("players=2".to_owned(), 0.5)]),
            variant_value: BTreeMap::from([("players=2".to_owned(), 0.5)]),
            episode_length: Some(9.0),
            brier: Some(0.2),
            calibration_table: vec![(3, 0.25, 0.5), (1, 1.0, 0.0)],
            eval_score: Some(0.5),
            eval_low: Some(0.4),
            eval_high: Some(0.6),
            eval_elo: Some(0.0),
            eval_of_team: BTreeMap::from([("Rebels".to_owned(), 0.5)]),
            ..Record::default()
        }
    }

    #[test]
    fn every_number_has_a_chart_of_its_own_in_its_group() {
        let json = json!(full());
        let charts = charts(&json);
        let names: BTreeSet<&str> = charts.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names.len(), charts.len(), "two charts of one name: {charts:?}");
        let known: BTreeSet<&str> = GROUPS.iter().map(|(_, group)| *group).collect();
        assert_eq!(
            known,
            BTreeSet::from([
                "axes",
                "time",
                "rollout",
                "loss",
                "entropy",
                "decisions",
                "advantage_variance",
                "variant_win_rate",
                "variant_value",
                "calibration",
                "eval",
                "eval_of_team"
            ])
        );
        for (field, value) in json.as_object().unwrap() {
            let (_, group) = GROUPS.iter().find(|(name, _)| name == field).expect(field);
            assert!(!value.is_null(), "{field} is not set in this test");
            let parts = match value {
                Value::Object(parts) => parts.keys().cloned().collect(),
                Value::Array(_) => vec!["error".to_owned(), "result_minus_prediction/0.2-0.3".to_owned()],
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                    vec![field.strip_prefix("eval_").unwrap_or(field).to_owned()]
                }
            };
            for part in parts {
                let there = names.contains(format!("{group}/{part}").as_str());
                assert_eq!(there, *group != AXES, "{group}/{part}");
            }
        }
    }

    #[test]
    fn the_calibration_table_becomes_distances() {
        let found =
            charts(&json!({ "calibration_table": full().calibration_table, "unknown": 7, "brier": null }));
        let expected = [
            ("calibration/error", (3.0 * 0.25 + 1.0) / 4.0),
            ("calibration/result_minus_prediction/0.2-0.3", 0.25),
            ("calibration/result_minus_prediction/0.9-1.0", -1.0),
        ];
        assert_eq!(found, expected.map(|(name, number)| (name.to_owned(), number)));
    }
}
