//! Trained agents are part of the program: they play from any folder.

use std::process::Command;

use holotable_erased::Kind;
use holotable_games::GAMES;

use crate::scratch::Scratch;

#[test]
fn every_trained_agent_plays_from_a_folder_with_nothing_in_it() {
    let folder = Scratch::new("shipped");
    let mut played = 0;
    // A team game has other observations, and so a checkpoint of its own.
    let team = ("rebellion", Some(("players", "4")));
    for (game, option) in GAMES.iter().map(|&game| (game, None)).chain([team]) {
        for agent in Kind::named(game).unwrap().build(option, None).unwrap().networks() {
            let table = ["tournament", game, "--agents", &format!("{agent},random"), "--games", "1"];
            let output = Command::new(env!("CARGO_BIN_EXE_holotable"))
                .args(table)
                .args(option.map(|(name, value)| format!("--option={name}={value}")))
                .current_dir(folder.path())
                .output()
                .unwrap();
            let (told, refused) =
                (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success() && told.contains(agent), "{game}, {agent}: {told}{refused}");
            played += 1;
        }
    }
    let shipped = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints")).unwrap();
    let trained = shipped.filter(|entry| entry.as_ref().unwrap().path().join("model.safetensors").is_file());
    assert_eq!(played, trained.count(), "each checkpoint is an agent");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}
