//! Says where the data sets lie that are compiled in: in the repository beside this crate, in a package of it inside.

use std::env::var;
use std::path::Path;

fn main() {
    let here = var("CARGO_MANIFEST_DIR").expect("cargo says where the crate lies");
    let inside = Path::new(&here).join("configs");
    // Where links are not known, as on some systems, a link is a file with a path in it.
    let configs = if inside.is_dir() { inside } else { Path::new(&here).join("../../configs") };
    println!("cargo::rustc-env=HOLOTABLE_CONFIGS={}", configs.display());
    println!("cargo::rerun-if-changed=build.rs");
}
