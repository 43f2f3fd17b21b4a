//! [`faults`]: commands that write are disturbed in many ways, and end with what they would have written.

mod stage;
mod work;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use holotable_env::{Chance, GameRng};

pub use self::work::{WORKS, Work};

use self::stage::{Ended, Stage};
use crate::counts::Counts;
use crate::rng::{bits, one_in, one_of, rng};
use crate::same::{Contents, contents, files, same};

/// Files that are changed and read again in a round.
const CHANGES: u64 = 6;
/// What no reader may take more of, in kB.
const MEMORY: u64 = 2_000_000;
/// Where output goes that nobody hears.
const OUTPUTS: &[&str] =
    &[">&-", "2>&-", ">&- 2>&-", ">/dev/full", "2>/dev/full", ">/dev/full 2>&1", ">&0", "2>&0", ">&0 2>&0"];
/// Files of which a part may change and the rest still be what it says: a record of what was, and a game by its moves.
const OPEN: &[&str] = &["metrics.jsonl", "game.jsonl"];

/// Disturbs a command of the program for so many rounds.
///
/// # Errors
/// The first fault: a panic, an end or a refusal without its one line, or files that are not those of a command that is left alone.
pub fn faults(program: &Path, work: &Work, seed: u64, rounds: u64) -> Result<Counts, String> {
    let (mut rng, mut counts) = (rng(seed), Counts::default());
    let at = |why: String| format!("{}: {why}", work.name);
    let stage = Stage::new(program, work).map_err(at)?;
    for _ in 0..rounds {
        let signals = signalled(&stage, &mut rng).map_err(at)?;
        counts.add("signals", signals);
        let full = one_of(&mut rng, OUTPUTS);
        kept_short(&stage, "", full).map_err(at)?;
        let (files, blocks) = (4 + rng.below(12), rng.below(30));
        let few =
            if one_in(&mut rng, 2) { format!("ulimit -n {files};") } else { format!("ulimit -f {blocks};") };
        kept_short(&stage, &few, "").map_err(at)?;
        counts.add("outputs and limits", 2);
        for _ in 0..CHANGES {
            changed(&stage, &mut rng).map_err(at)?;
        }
        counts.add("changed files", CHANGES);
    }
    Ok(counts)
}

/// Sends signals after lives that grow longer, until one comes too late; says how many there were.
fn signalled(stage: &Stage<'_>, rng: &mut GameRng) -> Result<u64, String> {
    stage.copy("begun", "round").map_err(|e| e.to_string())?;
    for signals in 0.. {
        let signal = *one_of(rng, &["KILL", "INT", "TERM", "HUP"]);
        let before = if signal == "KILL" { Contents::new() } else { settled(&stage.at("round")) };
        let most = stage.takes.mul_f64(0.3 * 1.2_f64.powi(signals as i32));
        let session = stage.start("round", stage.work.line, "", "").map_err(|e| e.to_string())?;
        sleep(most.mul_f64((bits(rng) % 1000) as f64 / 1000.0));
        let sent = Command::new("kill").args([&format!("-{signal}"), &session.id().to_string()]).status();
        let ended = sent.and_then(|_| session.wait_with_output()).map_err(|e| e.to_string())?;
        let ended = Ended::of(ended)?;
        match ended.code {
            Some(0) => {
                return whole(stage)
                    .map(|()| signals)
                    .map_err(|why| format!("after {signals} signals: {why}"));
            }
            Some(130) if signal != "KILL" => {}
            None if signal == "KILL" => {}
            // Who writes all at once, or nothing yet, may end at once.
            None if [&before, &stage.whole].contains(&&settled(&stage.at("round"))) => {}
            code => {
                return Err(format!(
                    "{signal} ends it with {code:?} in the midst of its work: {}",
                    ended.err.trim()
                ));
            }
        }
    }
    unreachable!("it is disturbed until it ends")
}

/// What is in a folder once nobody writes there: what a command has started lives a moment longer.
fn settled(folder: &Path) -> Contents {
    loop {
        let before = contents(folder);
        sleep(Duration::from_millis(20));
        if let (Ok(before), Ok(after)) = (before, contents(folder))
            && before == after
        {
            return after;
        }
    }
}

/// Runs the command with too little of something, and then without.
fn kept_short(stage: &Stage<'_>, first: &str, last: &str) -> Result<(), String> {
    let short = || {
        stage.copy("begun", "round").map_err(|e| e.to_string())?;
        if stage.run("round", stage.work.line, first, last)?.code != Some(0) {
            stage.well("round", stage.work.line)?;
        }
        whole(stage)
    };
    short().map_err(|why| format!("under `{first}{last}`: {why}"))
}

/// Changes a file and reads it.
fn changed(stage: &Stage<'_>, rng: &mut GameRng) -> Result<(), String> {
    let io = |e: std::io::Error| e.to_string();
    stage.copy("whole", "round").map_err(io)?;
    let number = rng.below(stage.work.readers.len());
    let ((line, begins), round) = (stage.work.readers[number], stage.at("round"));
    let all = files(&round).map_err(io)?;
    let read: Vec<_> = all.iter().filter(|path| path.to_string_lossy().starts_with(begins)).collect();
    let path = *one_of(rng, &read);
    let mut bytes = fs::read(round.join(path)).map_err(io)?;
    let place = rng.below(bytes.len());
    let how = if one_in(rng, 3) {
        bytes.truncate(place);
        format!("{} cut to {place} bytes", path.display())
    } else {
        let bit = rng.below(8);
        bytes[place] ^= 1 << bit;
        format!("{} with bit {bit} of byte {place} changed", path.display())
    };
    fs::write(round.join(path), bytes).map_err(io)?;
    let checked = || {
        let ended = stage.run("round", line, &format!("ulimit -v {MEMORY} 2>/dev/null;"), "")?;
        if OPEN.iter().any(|open| path.ends_with(open)) {
            return Ok(());
        }
        let names =
            || [Some(path.as_path()), path.parent()].into_iter().flatten().filter_map(Path::file_name);
        match ended.refusal() {
            Some(why) if names().any(|name| why.contains(&*name.to_string_lossy())) => Ok(()),
            Some(why) => Err(format!("`{line}` does not name it: {why}")),
            None if line == stage.work.line => whole(stage),
            None if ended.out == stage.said[number] => Ok(()),
            None => Err(format!("`{line}` says something else without a word of it")),
        }
    };
    checked().map_err(|why| format!("{how}: {why}"))
}

/// Refuses what an undisturbed command would not have left behind.
fn whole(stage: &Stage<'_>) -> Result<(), String> {
    same(&stage.whole, &contents(&stage.at("round")).map_err(|e| e.to_string())?)
}
