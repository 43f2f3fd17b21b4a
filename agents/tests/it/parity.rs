//! `holotable parity` tells learners that do the same from learners that do not. Here what stands for torch is the fast learner
//! itself; torch's own is compared with it in `agents/torch/tests/it/torch.rs`.

#![expect(
    clippy::unnecessary_wraps,
    reason = "learners are built as those on torch, whose device may be missing"
)]

use std::sync::atomic::{AtomicUsize, Ordering};

use holotable_agents::cli;
use holotable_env::Layout;
use holotable_net::Net;
use holotable_net::fast::Fast;
use holotable_net::learner::Learner;
use holotable_store::error::Error;
use holotable_train::ppo::device::DeviceChoice;
use holotable_train::ppo::learners::Build;
use holotable_train::ppo::parity::{Apart, Parity, parity};
use holotable_train::ppo::{Learners, Task};

use crate::recipe::recipe;

type Built = Result<Box<dyn Learner>, Error>;

fn fast(network: &Net, layout: &Layout, change: impl FnOnce(&mut Net)) -> Box<dyn Learner> {
    let mut net = network.clone();
    change(&mut net);
    Box::new(Fast::new(net, layout))
}

fn same(network: &Net, layout: &Layout, _: DeviceChoice) -> Built {
    Ok(fast(network, layout, |_| {}))
}

/// One weight of some hundred thousand is another.
fn other(network: &Net, layout: &Layout, _: DeviceChoice) -> Built {
    Ok(fast(network, layout, |net| net.weights[0][7] += 1e-4))
}

fn broken(network: &Net, layout: &Layout, _: DeviceChoice) -> Built {
    Ok(fast(network, layout, |net| net.weights[0][7] = f32::NAN))
}

/// Another when it is built first, with relu, and the same then.
fn kinked(network: &Net, layout: &Layout, device: DeviceChoice) -> Built {
    static BUILT: AtomicUsize = AtomicUsize::new(0);
    let build = if BUILT.fetch_add(1, Ordering::Relaxed) == 0 { other } else { same };
    build(network, layout, device)
}

#[test]
fn learners_that_do_the_same_are_told_from_others() {
    let config = recipe(&[
        "game.name=dark_side_rising",
        "num_envs=16",
        "rollout_steps=16",
        "minibatch_size=64",
        "warmup_updates=3",
    ]);
    let task = Task::of(&config).unwrap();
    let found = |build| parity(Learners::with_torch(build), &config, &task);
    let alike = found(same).unwrap();
    assert!(alike.holds() && alike.largest() < f64::MIN_POSITIVE, "{alike:?}");
    let no_number = Apart { numbers: 1, largest: f64::NAN };
    assert!(!Parity { weights: no_number, ..alike.clone() }.holds());
    assert!(!Parity { moments: no_number, ..alike.clone() }.holds());
    let Parity { decisions, steps, metrics, weights, moments } = alike;
    assert!(decisions == 256 && steps >= 4 && weights.numbers > 10_000, "{weights:?}");
    assert_eq!(moments.numbers, 2 * weights.numbers);
    // The policy learns from the first update, although in the recipe it waits.
    assert!(metrics.iter().any(|pair| pair.name == "divergence" && pair.fast > 0.0), "{metrics:?}");
    assert!(!found(other).unwrap().holds());
    assert!(found(broken).map_or(true, |found| !found.holds()));
}

/// The exit code of the command with what stands for torch.
fn command(build: Build, set: &[&str]) -> u8 {
    let small = ["--set=num_envs=16", "--set=rollout_steps=16", "--set=minibatch_size=64"];
    let args =
        ["holotable", "parity", "dark_side_rising"].into_iter().chain(small).chain(set.iter().copied());
    cli::run(args.map(Into::into), Learners::with_torch(build), None)
}

#[test]
fn the_command_fails_where_they_differ_but_for_the_kink_of_relu() {
    assert_eq!(command(same, &[]), 0);
    assert_eq!(command(other, &[]), 2);
    assert_eq!(command(kinked, &[]), 0);
    assert_eq!(command(other, &["--set=activation=tanh"]), 2);
    assert_eq!(
        cli::run(["holotable", "parity", "nothing"].map(Into::into), Learners::with_torch(same), None),
        2
    );
}
