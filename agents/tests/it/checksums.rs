//! Checkpoints that were edited and say that they are whole.

use std::fs;
use std::path::Path;

use holotable_store::folder::sum;

/// Makes the checksums fit the files.
pub fn write_checksums(folder: &Path) {
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let line = |line: &str| {
        let name = line.split_once("  ").unwrap().1;
        format!("{}  {name}\n", sum(&fs::read(folder.join(name)).unwrap()))
    };
    let sums: Vec<String> = sums.lines().map(line).collect();
    fs::write(folder.join("SHA256SUMS"), sums.concat()).unwrap();
}
