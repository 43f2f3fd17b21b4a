#!/bin/sh
# Our trainer beside others' on torch: arguments are our binary, our wheel, then those of the comparison.
set -eu
binary=$1
wheel=$2
shift 2
here=$(dirname "$0")
. "$here/../interop/venv.sh"

ready train "$here/requirements.txt" "$wheel"
RAYON_NUM_THREADS=2 "target/interop/train/bin/python" "$here" --binary "$binary" "$@"
