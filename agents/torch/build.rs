//! Tells the binaries and tests where libtorch lies, so that they start without `LD_LIBRARY_PATH`, and links its part for GPUs.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-env-changed=DEP_TCH_LIBTORCH_LIB");
    let Ok(folder) = std::env::var("DEP_TCH_LIBTORCH_LIB") else { return };
    println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    // Nothing of it is called by name, so that linkers would leave it out; torch finds GPUs only where it is loaded.
    if Path::new(&folder).join("libtorch_cuda.so").exists() {
        println!("cargo::rustc-link-arg=-Wl,--no-as-needed,-ltorch_cuda,--as-needed");
    }
}
