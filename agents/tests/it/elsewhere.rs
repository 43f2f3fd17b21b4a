//! No command loads torch: what takes the learner on torch is done by `holotable-torch`, in the same process.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::scratch::Scratch;

const HOLOTABLE: &str = env!("CARGO_BIN_EXE_holotable");

/// A folder with `holotable` in it, and a recipe for the learner on torch.
fn installed(name: &str) -> Scratch {
    let folder = Scratch::new(name);
    fs::hard_link(HOLOTABLE, folder.path().join("holotable")).unwrap();
    let recipe = "learner = \"torch\"\n[game]\nname = \"dark_side_rising\"\n";
    fs::write(folder.path().join("recipe.toml"), recipe).unwrap();
    fs::write(folder.path().join("fast.toml"), recipe.replace("torch", "fast")).unwrap();
    fs::write(folder.path().join("space.toml"), "[grid]\nlearner = [\"fast\", \"torch\"]\n").unwrap();
    fs::create_dir(folder.path().join("trained")).unwrap();
    fs::copy(folder.path().join("recipe.toml"), folder.path().join("trained/config.toml")).unwrap();
    folder
}

/// What stands for `holotable-torch`: it says which process it is, and how it was called.
fn install_torch(folder: &Path) {
    // Written by another process: while this one writes, a test beside this one may start a program, which then has the file open.
    let script =
        "printf '#!/bin/sh\\necho $$ \"$@\"\\ncat\\nexit 7\\n' > holotable-torch && chmod +x holotable-torch";
    assert!(Command::new("sh").args(["-c", script]).current_dir(folder).status().unwrap().success());
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(folder.join("holotable"));
    command
        .current_dir(folder)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// All commands that may need torch.
const COMMANDS: [&[&str]; 5] = [
    &["train", "recipe.toml", "--out", "a run"],
    &["train", "fast.toml", "--set=learner=torch", "--resume", "--die-with-parent", "--out=run"],
    &["train", "fast.toml", "--sweep=space.toml", "--jobs=2", "--out=run"],
    &["distil", "trained", "--out=run"],
    &["parity", "fast.toml", "--set=num_envs=16"],
];

#[test]
fn what_takes_torch_is_done_by_the_program_that_has_it() {
    let folder = installed("elsewhere");
    install_torch(folder.path());
    for args in COMMANDS {
        let mut child = command(folder.path(), args).spawn().unwrap();
        let id = child.id();
        let said = "what is typed";
        child.stdin.take().unwrap().write_all(said.as_bytes()).unwrap();
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let expected = format!("{id} {}\n{said}", args.join(" "));
        assert_eq!(String::from_utf8_lossy(&stdout), expected, "{}", String::from_utf8_lossy(&stderr));
        assert_eq!((status.code(), stderr.len()), (Some(7), 0));
        assert!(!folder.path().join("run").exists(), "{args:?}");
    }
}

#[test]
fn without_that_program_one_line_says_how_to_get_it() {
    let folder = installed("nowhere");
    for args in COMMANDS {
        let Output { status, stdout, stderr } = command(folder.path(), args).output().unwrap();
        let line = String::from_utf8(stderr).unwrap();
        assert_eq!((status.code(), stdout.len(), line.lines().count()), (Some(2), 0, 1), "{line}");
        assert!(line.contains("learner is \"torch\", but this holotable was built without it"), "{line}");
        assert!(line.contains("`cargo build --release -p holotable-torch` builds it"), "{line}");
        assert!(!folder.path().join("run").exists() && !folder.path().join("a run").exists());
    }
}

#[test]
fn the_program_starts_in_a_folder_that_is_gone_and_needs_no_torch() {
    let folder = Scratch::new("gone");
    let script = "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" --version";
    let output =
        Command::new("sh").args(["-c", script, HOLOTABLE]).current_dir(folder.path()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && told.starts_with("holotable "), "{output:?}");
    let program = fs::read(HOLOTABLE).unwrap();
    for library in ["libtorch", "libc10"] {
        let named = program.windows(library.len()).any(|bytes| bytes == library.as_bytes());
        assert!(!named, "the program names {library}");
    }
}
