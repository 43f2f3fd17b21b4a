#!/bin/sh
# Other libraries' own checkers, learners and clients on the wheel and the command line given as arguments, unmodified. Large downloads (torch):
# not a part of `make test`.
set -eu
wheel=$1
holotable=$2
here=$(dirname "$0")
. "$here/venv.sh"

ready learners "$here/learners.txt" "$wheel"
"target/interop/learners/bin/python" "$here/sb3.py"
"target/interop/learners/bin/python" "$here/torch_rl.py"
"target/interop/learners/bin/python" "$here/notebooks.py"
"target/interop/learners/bin/python" "$here/new_user.py"
"target/interop/learners/bin/python" "$here/torch_module.py"
"target/interop/learners/bin/python" "$here/ppo_example.py"
"target/interop/learners/bin/python" "$here/opponents.py"
"target/interop/learners/bin/python" "$here/../docs/generate.py"
"target/interop/learners/bin/python" "$here/../docs/examples.py" --all
sh "$here/../docs/build.sh" "$wheel" "$holotable"
"target/interop/learners/bin/python" "$here/arena.py" "$holotable"
ready more "$here/more.txt" "$wheel"
"target/interop/more/bin/python" "$here/collectors.py"
ready spiel "$here/spiel.txt" "$wheel"
"target/interop/spiel/bin/python" "$here/spiel.py"
ready mcp "$here/mcp.txt" "$wheel"
"target/interop/mcp/bin/python" "$here/mcp_client.py" "$holotable"
"target/interop/mcp/bin/python" "$here/mcp_entrant.py" "$holotable"
ready verifiers "$here/verifiers.txt" "$wheel"
"target/interop/verifiers/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$here/../adapters/verifiers"
"target/interop/verifiers/bin/python" "$here/verifiers_env.py"
ready openenv "$here/openenv.txt" "$wheel"
"target/interop/openenv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$here/../adapters/openenv"
"target/interop/openenv/bin/python" "$here/openenv_env.py"
ready rllib "$here/rllib.txt" "$wheel"
"target/interop/rllib/bin/python" "$here/rllib.py"
"target/interop/rllib/bin/python" "$here/parquet.py"
"target/interop/rllib/bin/python" "$here/ray_cluster.py"
"target/interop/rllib/bin/python" "$here/rllib_ppo.py"
