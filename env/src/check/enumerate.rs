//! Every outcome of one action: probabilities, invariants, and agreement of sampling, walking and tape.

use super::Report;
use crate::chance::{Sample, Tape, generator};
use crate::error::ensure;
use crate::finite::Finite;
use crate::tabletop::Tabletop;
use crate::trace::Trace;
use crate::walk::outcomes;

/// The most outcomes that conformance lists for one action.
const LIMIT: usize = 2_000;

/// Lists the outcomes of `a`, unless they are too many.
pub fn check<G: Tabletop>(game: &G, s: &G::State, a: G::Action, report: &mut Report) -> Result<(), String> {
    let Ok(all) = outcomes(game, s, a, LIMIT) else {
        report.too_many += 1;
        return Ok(());
    };
    report.enumerated += 1;
    let mass: f64 = all.iter().map(|o| o.probability).sum();
    ensure((mass - 1.0).abs() < 1e-9, || format!("{} has outcomes of mass {mass}", a.label()))?;
    for o in &all {
        game.check(&o.state).map_err(|why| format!("an outcome of {}: {why}", a.label()))?;
    }
    let mut sample = Sample(generator(report.enumerated as u64, 2));
    let mut trace = Trace::new(&mut sample);
    let mut next = *s;
    game.step(&mut next, a, &mut trace);
    let picks = trace.into_picks();
    let found = all.iter().find(|o| o.picks == picks);
    ensure(found.is_some_and(|o| o.state == next), || {
        format!("a sample of {} is not enumerated", a.label())
    })?;
    let mut tape = Tape::new(&picks);
    let mut again = *s;
    game.step(&mut again, a, &mut Trace::new(&mut tape));
    tape.finish()?;
    ensure(again == next, || format!("a tape of {} ends elsewhere", a.label()))
}
