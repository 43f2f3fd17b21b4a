#!/bin/sh
# Other libraries' own checkers and learners on the wheel given as the argument, unmodified. Large downloads (torch):
# not a part of `make test`. Environments are made once, in target/interop.
set -eu
wheel=$1
here=$(dirname "$0")

ready() { # name, requirements file
    venv=target/interop/$1
    if ! cmp -s "$2" "$venv/requirements.txt"; then
        rm -rf "$venv"
        python3 -m venv "$venv"
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$2"
        cp "$2" "$venv/requirements.txt"
    fi
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
}

ready learners "$here/learners.txt"
"target/interop/learners/bin/python" "$here/sb3.py"
"target/interop/learners/bin/python" "$here/torch_rl.py"
"target/interop/learners/bin/python" "$here/notebooks.py"
ready rllib "$here/rllib.txt"
"target/interop/rllib/bin/python" "$here/rllib.py"
ready types "$here/types.txt"
"target/interop/types/bin/python" -m pyright --project python --pythonpath target/interop/types/bin/python
