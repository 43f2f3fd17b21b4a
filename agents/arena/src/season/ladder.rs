//! [`Ladder`]: what the games of a season say of its entrants.

use std::collections::{BTreeMap, BTreeSet};

use holotable_env::Options;
use holotable_store::error::Error;
use serde::Serialize;

use super::Season;
use super::judge::{Cost, Errors};
use super::matches::Match;
use super::rating::{Observation, Rating, fit};
use super::results::MatchResults;
use super::schedule::Schedule;
use crate::stats::mean;

/// The mean rating of those with whom a season began.
const MEAN: f64 = 1000.0;

/// The ratings of a season.
#[derive(Clone, Debug, Serialize)]
pub struct Ladder {
    /// The name of the season.
    pub season: String,
    /// What it is for.
    pub about: String,
    /// Over all games, each of equal weight, for those who play all of them; the best first. With one game it is that game's.
    pub overall: Vec<Overall>,
    /// The ladder of each game.
    pub games: Vec<GameLadder>,
}

/// A rating over all games.
#[derive(Clone, Debug, Serialize)]
pub struct Overall {
    /// The name of the entrant.
    pub name: String,
    /// The mean of its ratings.
    pub rating: f64,
    /// Half the width of the 95 % interval.
    pub half: f64,
}

/// The ladder of a game.
#[derive(Clone, Debug, Serialize)]
pub struct GameLadder {
    /// The name of the game.
    pub game: String,
    /// Every option in force.
    pub options: Options,
    /// Who judges, if anybody does.
    pub judge: String,
    /// How many games were played.
    pub games: u64,
    /// Those who play, the best first.
    pub standings: Vec<Standing>,
    /// What each scored against each other, in the order of the standings: row against column; `None` where they have not met.
    pub table: Vec<Vec<Option<Table>>>,
    /// Those whose check failed, with the reason.
    pub refused: Vec<(String, String)>,
}

/// What one scored against another. In a game that all win together they met on the seeds that both played: a win of one alone
/// counts for it, and where both won or both lost each has half.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Table {
    /// How many games, or seeds, they met in.
    pub games: u64,
    /// The mean score, 0 to 1.
    pub score: f64,
}

/// An entrant in the ladder of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The name of the entrant.
    pub name: String,
    /// Its rating: the mean of those with whom the season began is 1000, and 400 points are ten to one.
    pub rating: f64,
    /// Half the width of the 95 % interval.
    pub half: f64,
    /// The same from the judged games with the luck taken off.
    pub adjusted: Option<Rating>,
    /// How many games it played.
    pub games: u64,
    /// The mean score of them, 0 to 1.
    pub score: f64,
    /// Games and mean score by the name of its team, where there are several.
    pub teams: Vec<(String, u64, f64)>,
    /// Games in which it had no answer, and why the first time.
    pub forfeits: u64,
    /// Why, the first time.
    pub why: Option<String>,
    /// Decisions between two or more legal actions.
    pub decisions: u64,
    /// What a decision of it costs in the mean, as a share of a win, by the judge; `None` where none is judged.
    pub error: Option<f64>,
    /// The decisions that are judged.
    pub judged: u64,
    /// The same by the kind of decision, the kind first that cost most in all.
    pub kinds: Vec<KindError>,
}

/// What an entrant's decisions of a kind cost, by the judge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindError {
    /// The first word of the actions' labels, such as `Deploy`.
    pub kind: String,
    /// The decisions of this kind that are judged.
    pub judged: u64,
    /// What one of them costs in the mean, as a share of a win.
    pub error: f64,
}

/// The results of a match, as far as they count.
struct Counted {
    of: Match,
    results: MatchResults,
}

impl Season {
    /// The ladder of what has been played so far.
    ///
    /// # Errors
    /// One line that names the file that cannot be read.
    pub fn ladder(&self) -> Result<Ladder, Error> {
        let games =
            self.plan.games.keys().map(|name| self.game_ladder(name)).collect::<Result<Vec<_>, Error>>()?;
        let mut overall = Vec::new();
        for entrant in &self.frozen.entrants {
            let name = &entrant.entry.name;
            let own: Vec<&Standing> =
                games.iter().filter_map(|game| game.standings.iter().find(|one| one.name == *name)).collect();
            if own.len() == games.len() {
                let n = own.len() as f64;
                let rating = own.iter().map(|one| one.rating).sum::<f64>() / n;
                let half = own.iter().map(|one| one.half.powi(2)).sum::<f64>().sqrt() / n;
                overall.push(Overall { name: name.clone(), rating, half });
            }
        }
        overall.sort_by(|a, b| b.rating.total_cmp(&a.rating));
        Ok(Ladder { season: self.plan.name.clone(), about: self.plan.about.clone(), overall, games })
    }

    /// The ratings of a game after the rounds of a schedule, by the numbers of those who have played.
    pub(super) fn ratings(&self, name: &str, schedule: &Schedule) -> Result<BTreeMap<usize, Rating>, Error> {
        let counted = self.counted(name, schedule)?;
        Ok(self.rated(&self.observations(name, &counted)))
    }

    fn rated(&self, observations: &[Observation]) -> BTreeMap<usize, Rating> {
        let met: BTreeSet<usize> = observations.iter().flat_map(|one| one.entrants.iter().copied()).collect();
        let pool: Vec<usize> = (0..self.plan.entries.len()).filter(|one| met.contains(one)).collect();
        let pool = if pool.is_empty() { met.iter().copied().collect() } else { pool };
        let found = fit(self.frozen.entrants.len(), &pool, MEAN, observations);
        met.into_iter().map(|one| (one, found[one])).collect()
    }

    fn counted(&self, name: &str, schedule: &Schedule) -> Result<Vec<Counted>, Error> {
        let of = |(key, of): (String, Match)| {
            let mut results = self.results(name, &key, &of)?;
            // What is played ahead of the schedule counts when its round is there.
            results.blocks.truncate(schedule.blocks(&key) as usize);
            Ok(Counted { of, results })
        };
        self.matches(name).into_iter().map(of).collect()
    }

    /// The results of all games, as the fit takes them.
    fn observations(&self, name: &str, counted: &[Counted]) -> Vec<Observation> {
        let seatings = self.seatings(name, counted);
        let scores = counted.iter().map(|one| {
            let scores = one.results.blocks.iter().flat_map(|block| &block.scores).enumerate();
            let by_seed = scores.map(|(game, scores)| {
                ((game / seatings) as u64, scores.iter().map(|&score| f64::from(score)).collect())
            });
            (&one.of, by_seed.collect())
        });
        observed(scores.collect())
    }

    /// The same of the judged games, with the luck taken off.
    fn without_luck(&self, name: &str, counted: &[Counted]) -> Vec<Observation> {
        let seatings = self.seatings(name, counted);
        let scores = counted.iter().map(|one| {
            let blocks = || one.results.blocks.iter();
            let scores: Vec<&Vec<f32>> = blocks().flat_map(|block| &block.scores).collect();
            let games = blocks().flat_map(|block| &block.judged).filter_map(|judged| {
                let own = scores.get(judged.game as usize)?;
                let less =
                    own.iter().zip(judged.luck.as_ref()?).map(|(&score, luck)| f64::from(score) - luck);
                Some((judged.game / seatings as u64, less.collect()))
            });
            (&one.of, games.collect())
        });
        observed(scores.collect())
    }

    fn seatings(&self, name: &str, counted: &[Counted]) -> usize {
        let teams = self.games[name].teams();
        counted.first().map_or(1, |one| one.of.seatings(teams).len())
    }

    fn game_ladder(&self, name: &str) -> Result<GameLadder, Error> {
        let (game, counted) = (&self.games[name], self.counted(name, &self.schedule(name)?)?);
        let observations = self.observations(name, &counted);
        let ratings = self.rated(&observations);
        let adjusted = self.rated(&self.without_luck(name, &counted));
        let mut order: Vec<usize> = ratings.keys().copied().collect();
        order.sort_by(|a, b| ratings[b].points.total_cmp(&ratings[a].points));
        let standing =
            |&one: &usize| self.standing(name, one, ratings[&one], adjusted.get(&one).copied(), &counted);
        let table = |&row: &usize| order.iter().map(|&column| met(&observations, row, column)).collect();
        let refused = self.frozen.entrants.iter().filter_map(|entrant| {
            let check = entrant.refused(name)?;
            let why = check.why.clone().unwrap_or_default();
            Some((
                entrant.entry.name.clone(),
                format!("no answer in {} of {} games: {why}", check.forfeits, check.games),
            ))
        });
        Ok(GameLadder {
            game: name.to_owned(),
            options: game.options().clone(),
            judge: self.judge(name).unwrap_or_default(),
            games: counted
                .iter()
                .flat_map(|one| &one.results.blocks)
                .map(|block| block.scores.len() as u64)
                .sum(),
            standings: order.iter().map(standing).collect(),
            table: order.iter().map(table).collect(),
            refused: refused.collect(),
        })
    }

    fn standing(
        &self,
        name: &str,
        one: usize,
        rating: Rating,
        adjusted: Option<Rating>,
        counted: &[Counted],
    ) -> Standing {
        let teams = self.games[name].teams();
        let mut by_team = vec![(0, 0.0); teams.leads().len()];
        let (mut forfeits, mut why, mut decisions) = (0, None, 0);
        for Counted { of, results } in counted {
            let Some(place) = of.0.iter().position(|&other| other == one) else { continue };
            let seatings = of.seatings(teams);
            for block in &results.blocks {
                for (game, scores) in block.scores.iter().enumerate() {
                    let seating = &seatings[game % seatings.len()];
                    let team =
                        seating.iter().position(|&there| there == place).expect("everybody has a team");
                    by_team[team].0 += 1;
                    by_team[team].1 += f64::from(scores[place]);
                }
                decisions += block.decisions[place];
                for forfeit in block.forfeits.iter().filter(|forfeit| forfeit.entrant == place) {
                    forfeits += 1;
                    why.get_or_insert_with(|| {
                        format!("seed {}, seat {}: {}", forfeit.seed, forfeit.seat, forfeit.why)
                    });
                }
            }
        }
        let games = by_team.iter().map(|(games, _)| games).sum();
        let score = mean(by_team.iter().map(|(_, score)| score).sum(), games);
        let named = |(team, &(games, sum)): (usize, &(u64, f64))| {
            (self.games[name].team_name(team), games, mean(sum, games))
        };
        let of_teams =
            if by_team.len() > 1 { by_team.iter().enumerate().map(named).collect() } else { Vec::new() };
        let (all, kinds) = judged(one, counted);
        Standing {
            name: self.frozen.entrants[one].entry.name.clone(),
            rating: rating.points,
            half: rating.half,
            adjusted,
            games,
            score,
            teams: of_teams,
            forfeits,
            why,
            decisions,
            error: (all.decisions > 0).then(|| mean(all.cost, all.decisions)),
            judged: all.decisions,
            kinds,
        }
    }

    /// What an entrant took in the mean for a decision of a game, on the machines where it was played and by what it says.
    pub fn effort(&self, game: &str, entrant: &str) -> Effort {
        let (mut seconds, mut retries, mut tokens, mut decisions) = (0.0, 0, 0, 0);
        for (key, of) in self.matches(game) {
            let times = self.times(game, &key, &of);
            let place = of.0.iter().position(|&one| self.frozen.entrants[one].entry.name == entrant);
            let Some(place) = place else { continue };
            seconds += times.seconds.get(place).copied().unwrap_or_default();
            retries += times.retries.get(place).copied().unwrap_or_default();
            tokens += times.tokens.get(place).copied().unwrap_or_default();
            decisions += times.decisions.get(place).copied().unwrap_or_default();
        }
        let each = |sum: f64| mean(sum, decisions);
        Effort { seconds: each(seconds), retries: each(retries as f64), tokens: each(tokens as f64) }
    }
}

/// What the judged decisions of an entrant cost in all, and by their kind.
fn judged(one: usize, counted: &[Counted]) -> (Cost, Vec<KindError>) {
    let (mut all, mut by_kind) = (Cost::default(), Errors::new());
    for Counted { of, results } in counted {
        let Some(place) = of.0.iter().position(|&other| other == one) else { continue };
        for (kind, cost) in results.blocks.iter().filter_map(|block| block.errors.get(place)).flatten() {
            all.add(*cost);
            by_kind.entry(kind.clone()).or_default().add(*cost);
        }
    }
    let mut by_kind: Vec<(String, Cost)> = by_kind.into_iter().collect();
    by_kind.sort_by(|(_, a), (_, b)| b.cost.total_cmp(&a.cost));
    let error = |(kind, of): (String, Cost)| KindError {
        kind,
        judged: of.decisions,
        error: mean(of.cost, of.decisions),
    };
    (all, by_kind.into_iter().map(error).collect())
}

/// What an entrant takes in the mean for a decision. Retries and tokens are its own word.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Seconds that it thinks.
    pub seconds: f64,
    /// Answers of a model that named no legal action.
    pub retries: f64,
    /// Tokens of a model.
    pub tokens: f64,
}

/// The scores of each match, game by game, with the number of the seed of each.
type Scores<'a> = Vec<(&'a Match, Vec<(u64, Vec<f64>)>)>;

/// Games as the fit takes them. Whoever wins alone is set against every other on the same seed.
fn observed(matches: Scores<'_>) -> Vec<Observation> {
    let alone = matches.iter().all(|(of, _)| of.0.len() == 1);
    let mut observations = Vec::new();
    if !alone {
        for (of, games) in matches {
            for (cluster, scores) in games {
                let sum: f64 = scores.iter().sum();
                let share = |score: &f64| if sum > 0.0 { score / sum } else { 1.0 / scores.len() as f64 };
                let shares = scores.iter().map(share).collect();
                observations.push(Observation { cluster, entrants: of.0.clone(), shares });
            }
        }
        return observations;
    }
    let of_seeds = |(of, games): (&Match, Vec<(u64, Vec<f64>)>)| {
        let seeds = games.into_iter().map(|(seed, scores)| (seed, scores[0]));
        (of.0[0], seeds.collect::<BTreeMap<u64, f64>>())
    };
    let seeds: Vec<(usize, BTreeMap<u64, f64>)> = matches.into_iter().map(of_seeds).collect();
    for (i, (a, own)) in seeds.iter().enumerate() {
        for (b, others) in &seeds[i + 1..] {
            for (&cluster, score) in own {
                let Some(other) = others.get(&cluster) else { continue };
                let share = 0.5 + (score - other) / 2.0;
                observations.push(Observation {
                    cluster,
                    entrants: vec![*a, *b],
                    shares: vec![share, 1.0 - share],
                });
            }
        }
    }
    observations
}

/// What one scored where it met another: of both, the share of the first.
fn met(observations: &[Observation], row: usize, column: usize) -> Option<Table> {
    if row == column {
        return None;
    }
    let (mut games, mut sum) = (0, 0.0);
    for one in observations {
        let place = |of: usize| one.entrants.iter().position(|&there| there == of);
        if let Some((a, b)) = place(row).zip(place(column)) {
            let (own, other) = (one.shares[a], one.shares[b]);
            games += 1;
            // At a larger table the two are set against each other by who had more.
            sum += if one.entrants.len() == 2 { own } else { 0.5 + (own - other) / 2.0 };
        }
    }
    (games > 0).then(|| Table { games, score: mean(sum, games) })
}
