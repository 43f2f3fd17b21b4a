#!/bin/sh
# Prints the name of an installed toolchain that is the one of rust-toolchain.toml by another name, such as "stable". Prints nothing
# where none is needed: the pinned one is there by its own name, or rustup is not.
pinned=$(sed -n 's/^channel = "\(.*\)"/\1/p' "$(dirname "$0")/../rust-toolchain.toml")
cd / || exit
installed=$(rustup toolchain list 2>/dev/null | cut -d ' ' -f 1)
case " $installed" in *"$pinned"-*) exit ;; esac
for name in $installed; do
    case $(rustc "+$name" --version) in "rustc $pinned "*) echo "$name"; exit ;; esac
done
