#!/bin/sh
# Builds the site with the wheel and the command line given as arguments, in an environment of its own, into target/docs/html. Warnings
# are errors, and every example runs.
set -eu
wheel=$1
holotable=$2
here=$(dirname "$0")
python=target/docs/venv/bin/python
if ! cmp -s "$here/constraints.txt" target/docs/constraints.txt; then
    rm -rf target/docs
    python3 -m venv target/docs/venv
    $python -m pip install --quiet --disable-pip-version-check --require-hashes -r "$here/constraints.txt"
    cp "$here/constraints.txt" target/docs/constraints.txt
fi
$python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
$python "$here/generate.py"
$python "$here/examples.py"
$python -m sphinx -q -W --keep-going -b html -d target/docs/doctrees "$here" target/docs/html
"$holotable" arena page "$here/../../agents/seasons/2026" --out target/docs/html/season
echo "the site is at $(pwd)/target/docs/html/index.html"
