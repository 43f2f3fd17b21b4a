//! Says where the recipes lie that are compiled in, and tells the binaries and tests where libtorch lies, so that they start
//! without `LD_LIBRARY_PATH`.

use std::env::var;
use std::path::Path;

fn main() {
    let here = var("CARGO_MANIFEST_DIR").expect("cargo says where the crate lies");
    let inside = Path::new(&here).join("configs");
    // Where links are not known, as on some systems, a link is a file with a path in it.
    let configs = if inside.is_dir() { inside } else { Path::new(&here).join("../configs") };
    println!("cargo::rustc-env=HOLOTABLE_CONFIGS={}", configs.display());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=DEP_TCH_LIBTORCH_LIB");
    if let Ok(folder) = var("DEP_TCH_LIBTORCH_LIB") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
