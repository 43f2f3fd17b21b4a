//! Says where the recipes and the trained agents lie that are compiled in: in the repository beside this crate, in a package of it inside.

use std::env::var;
use std::path::Path;

fn main() {
    let here = var("CARGO_MANIFEST_DIR").expect("cargo says where the crate lies");
    for name in ["configs", "checkpoints"] {
        let inside = Path::new(&here).join(name);
        // Where links are not known, as on some systems, a link is a file with a path in it.
        let folder = if inside.is_dir() { inside } else { Path::new(&here).join("..").join(name) };
        println!("cargo::rustc-env=HOLOTABLE_{}={}", name.to_uppercase(), folder.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
}
