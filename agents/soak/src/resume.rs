//! [`resume`]: a run that is killed at any moment, again and again, ends like one that was not.

use std::env::current_exe;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use holotable_env::Chance;
use holotable_erased::Kind;

use crate::counts::Counts;
use crate::rng::{bits, rng};
use crate::same::{contents, same};
use crate::scratch::Scratch;
use crate::target::drawn_options;

/// Updates of a run.
const UPDATES: u64 = 10;
/// The first word of a command line that is for `holotable`.
pub const HOLOTABLE: &str = "holotable";

/// Trains by a recipe drawn at random, once without a break, and once in sessions that are killed.
///
/// # Errors
/// What differs, or what went wrong.
pub fn resume(game: &str, seed: u64) -> Result<Counts, String> {
    let scratch = Scratch::new().map_err(|e| e.to_string())?;
    let recipe = scratch.path().join("recipe.toml");
    let text = recipe_text(game, seed)?;
    fs::write(&recipe, &text).map_err(|e| e.to_string())?;
    let [straight, killed] = ["straight", "killed"].map(|name| scratch.path().join(name));
    let all = || -> Result<u64, String> {
        let done = train(&recipe, &straight)?.stderr(Stdio::piped()).output().map_err(|e| e.to_string())?;
        if !done.status.success() {
            let said = String::from_utf8_lossy(&done.stderr);
            return Err(format!("without a break: {}: {said}", done.status));
        }
        let kills = until_done(&recipe, &killed, seed)?;
        let [straight, killed] = [&straight, &killed].map(|run| contents(run).map_err(|e| e.to_string()));
        same(&straight?, &killed?)?;
        Ok(kills)
    };
    let kills = all().map_err(|why| format!("{why}; the recipe: {}", text.replace('\n', "; ")))?;
    let mut counts = Counts::default();
    counts.add("runs resumed", 1);
    counts.add("kills", kills);
    Ok(counts)
}

/// `holotable train`, which goes on if there is something to go on with.
fn train(recipe: &Path, out: &Path) -> Result<Command, String> {
    let mut command = Command::new(current_exe().map_err(|e| e.to_string())?);
    command.args([HOLOTABLE, "train", "--resume", "--out"]).args([out, recipe]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Ok(command)
}

fn recipe_text(game: &str, seed: u64) -> Result<String, String> {
    let mut rng = rng(seed);
    let given = drawn_options(game, &mut rng)?;
    let mut of = |choices: &[&str]| choices[rng.below(choices.len())].to_owned();
    let keys = [
        ("num_envs", of(&["4", "8", "17"])),
        ("rollout_steps", of(&["8", "32"])),
        ("hidden_sizes", of(&["[8]", "[16, 8]"])),
        ("eval_every_updates", of(&["0", "1", "3"])),
        ("eval_games", of(&["2", "5", "16"])),
        ("keep_checkpoints", of(&["1", "2", "3"])),
        ("checkpoint_every_updates", of(&["1", "1", "2"])),
        ("past_selves", of(if opponents(game)? { &["0", "2"] } else { &["0"] })),
        ("past_every_updates", "2".to_owned()),
        ("target_kl", of(&["0", "0.02"])),
        ("odds_features", of(&["false", "true"])),
        ("activation", of(&["\"tanh\"", "\"relu\""])),
        ("minibatch_size", "32".to_owned()),
        ("threads", "1".to_owned()),
    ];
    let number = |name: &str| {
        keys.iter().find(|(key, _)| *key == name).and_then(|(_, v)| v.parse::<u64>().ok()).unwrap_or(1)
    };
    let steps = UPDATES * number("num_envs") * number("rollout_steps");
    let mut text = String::new();
    let _ = writeln!(text, "total_steps = {steps}\nseed = {}", seed % 1_000_000);
    for (key, value) in &keys {
        let _ = writeln!(text, "{key} = {value}");
    }
    let _ = writeln!(text, "[game]\nname = \"{game}\"\n[game.options]");
    for (name, value) in given {
        let _ = writeln!(text, "{name} = \"{value}\"");
    }
    Ok(text)
}

/// Whether the seats of a game play against each other.
fn opponents(game: &str) -> Result<bool, String> {
    let game = Kind::named(game).and_then(|kind| kind.build([], None)).map_err(|e| e.to_string())?;
    Ok(game.teams().leads().len() > 1)
}

/// Starts sessions and kills them, after lives drawn at random that grow longer, until one ends by itself.
fn until_done(recipe: &Path, out: &Path, seed: u64) -> Result<u64, String> {
    let mut rng = rng(!seed);
    for kills in 0.. {
        let mut session = train(recipe, out)?.spawn().map_err(|e| e.to_string())?;
        let most = 60.0 * 1.15_f64.powi(kills as i32);
        sleep(Duration::from_secs_f64((bits(&mut rng) % 1000) as f64 * most / 1e6));
        match session.try_wait().map_err(|e| e.to_string())? {
            Some(status) if status.success() => return Ok(kills),
            Some(status) => return Err(format!("after {kills} kills: {status}")),
            None => {}
        }
        session.kill().and_then(|()| session.wait()).map_err(|e| e.to_string())?;
    }
    unreachable!("it is killed until it is done")
}
