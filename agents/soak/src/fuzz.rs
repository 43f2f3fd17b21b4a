//! [`fuzz`]: inputs near those that were accepted, without end and always the same for a seed.

use std::time::Instant;

use holotable_env::Chance;

use crate::case::Case;
use crate::counts::Counts;
use crate::fault::caught;
use crate::mutate::mutant;
use crate::options::Given;
use crate::rng::{one_in, one_of, rng};
use crate::scratch::Files;
use crate::target::{self, Verdict};

/// The most inputs that are kept to begin from.
const MOST: usize = 400;

/// What to look at, and how long.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The name of the [target](target::TARGETS).
    pub target: String,
    /// The game.
    pub game: String,
    /// The seed of all random numbers, options included.
    pub seed: u64,
    /// How many inputs.
    pub inputs: u64,
    /// No more are begun then, if it is given.
    pub until: Option<Instant>,
}

/// Hands inputs in; `before` hears of each. Good ones come first, then mutants of these and of mutants that were accepted, so
/// that the inputs wander off.
///
/// # Errors
/// The first input that does harm, with how.
pub fn fuzz(plan: &Plan, mut before: impl FnMut(&Case)) -> Result<Counts, Box<Case>> {
    let mut rng = rng(plan.seed);
    let case = |given: &Given, why: String, files: &Files| {
        Box::new(Case::new(&plan.target, &plan.game, given, why, files))
    };
    let no_files = Files::new();
    let given = caught(|| target::drawn_options(&plan.game, &mut rng));
    let given = given.map_err(|why| case(&Given::new(), why, &no_files))?;
    let begun = caught(|| {
        let target = target::of(&plan.target, &plan.game, &given)?;
        Ok((target.seeds(&mut rng)?, target))
    });
    let (mut corpus, target) = begun.map_err(|why| case(&given, why, &no_files))?;
    let (good, mut counts) = (corpus.len(), Counts::default());
    for number in 0..plan.inputs {
        if plan.until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
        let files = if number < good as u64 {
            corpus[number as usize].clone()
        } else {
            let (one, other) = (one_of(&mut rng, &corpus), one_of(&mut rng, &corpus));
            mutant(one, other, &mut rng)
        };
        before(&case(&given, "it went on for too long".to_owned(), &files));
        counts.add("inputs", 1);
        match caught(|| target.check(&files)).map_err(|why| case(&given, why, &files))? {
            Verdict::Refused(why) if number < good as u64 => {
                return Err(case(&given, format!("a good input is refused: {why}"), &files));
            }
            Verdict::Refused(_) => {}
            Verdict::Accepted => {
                counts.add("accepted", 1);
                if corpus.contains(&files) {
                    continue;
                }
                counts.add("accepted and new", 1);
                if corpus.len() < MOST {
                    corpus.push(files);
                } else if one_in(&mut rng, 2) {
                    let place = good + rng.below(MOST - good);
                    corpus[place] = files;
                }
            }
        }
    }
    Ok(counts)
}
