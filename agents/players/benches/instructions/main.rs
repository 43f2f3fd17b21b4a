//! The program whose instructions `make instructions` counts: each function in [`scenario`] does the same work in every run.

mod minibatch;
mod positions;
mod scenario;

fn main() -> Result<(), holotable_store::error::Error> {
    scenario::dark_side_rising::run()?;
    scenario::rebellion_combat::run()?;
    scenario::conflict::run()?;
    scenario::risk::run()?;
    scenario::rebellion::run()?;
    scenario::run()
}
