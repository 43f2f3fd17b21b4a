# holotable: `make train` and `make test` do all the set-up themselves. `make help` lists the rest.

CARGO  ?= cargo
GAME   ?= dark_side_rising
RECIPE ?= configs/train/$(GAME).toml
RUN    ?= runs/$(GAME)
GAMES  ?= 2000
SECONDS ?= 60
HOURS  ?= 1
SEED   ?= 1
VENV   := target/venv
# Where a virtual environment has its programs.
PROGRAMS := $(if $(filter Windows_NT,$(OS)),Scripts,bin)
BIN    := $(VENV)/$(PROGRAMS)
LINT   := target/lint/$(PROGRAMS)
WHEEL_PROFILE := release
BROWSER := target/browser
PORTABLE := target/portable
HOLOTABLE := target/release/holotable
# A key of the recipe, so that `make train` says beforehand what will happen.
KEY = $(shell sed -n 's/^ *$(1) *= *"\{0,1\}\([^"]*\)"\{0,1\} *$$/\1/p' $(RECIPE))
LEARNER ?= $(or $(call KEY,learner),fast)
ON_TORCH = $(filter torch,$(LEARNER))
LIMIT = $(call KEY,time_limit_minutes)
# The command as `make train` needs it: a profile that builds sooner than `release`, without `serve`, `mcp` and `generate`.
QUICK := target/quick/holotable
BUILD_QUICK := $(CARGO) build --profile quick --locked --no-default-features --features trained -p holotable-agents

# What is built once gains nothing from incremental compilation, which takes 2 GB and time.
ifdef CI
export CARGO_INCREMENTAL := 0
endif

# Where the pinned compiler is installed by another name only, rustup would fetch it once more.
ifndef RUSTUP_TOOLCHAIN
TOOLCHAIN := $(shell sh agents/toolchain.sh)
ifneq ($(TOOLCHAIN),)
export RUSTUP_TOOLCHAIN := $(TOOLCHAIN)
endif
endif

.DEFAULT_GOAL := help
WHEEL = $(wildcard target/wheels/holotable-*.whl)

.PHONY: help command torch train tournament test check lint text-lint rust-test release-test doc python-test wheel-test browser-test wheel-browser-test screenshots fuzz soak soak-build same instructions mutants audit wheel wheel-portable package-test sdist docs package publish publish-python own-game serve-bench interop python-bench bench-train build bench calibrate ablate ladder libtorch clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

train: ## train an agent on the main game (at most 10 minutes), then pit it against the bots; LEARNER=torch trains on torch
	@printf '%s\n' \
		'1. Build the command: 2 to 5 minutes on two cores, once.$(if $(ON_TORCH), Torch comes first: 540 MB to fetch and as long again to build.)' \
		'2. Train $(RECIPE) with the learner "$(LEARNER)"$(if $(LIMIT), for at most $(LIMIT) minutes). Ctrl-C saves the run.' \
		'3. Play $(GAMES) games with each bot and with the agent, on seeds that the training did not see.' ''
	$(if $(ON_TORCH),@$(MAKE) --no-print-directory libtorch)
	$(BUILD_QUICK) $(if $(ON_TORCH),-p holotable-torch)
	@if [ -d $(RUN) ]; then mv $(RUN) $(RUN)-until-$$(date +%Y%m%d-%H%M%S); fi
	$(QUICK) train $(RECIPE) --set learner=$(LEARNER) --out $(RUN)
	$(QUICK) tournament $(GAME) --agents random,greedy,expert,$(RUN)/best --games $(GAMES) --seed 1000000 \
		$(shell sed -n '/^\[game.options\]/,$$ s/^\([a-z_]*\) *= *\(.*\)/--option \1=\2/p' $(RECIPE))
	@$(QUICK) plot $(RUN) --out $(RUN)/curves.svg >/dev/null
	@printf '%s\n' '' \
		'The agent is in $(RUN)/best. Its learning curves are in $(RUN)/curves.svg and, for TensorBoard, in $(RUN)/tensorboard.' \
		'Next:' \
		'  $(QUICK) watch $(GAME) --agent $(RUN)/best' \
		'  $(QUICK) compare $(GAME) $(RUN)/best expert' \
		'  $(QUICK) train $(RECIPE) --set seed=2 --out runs/second' \
		'  make command && $(HOLOTABLE) serve     # the same agents at a table in the browser'

test: ## everything that must pass: format, lints, tests, documentation, Python; prints how long each step took
	@mkdir -p target && : >target/durations
	@for step in lint rust-test doc python-test; do \
		begin=$$(date +%s); $(MAKE) --no-print-directory $$step || exit; \
		echo "$$(($$(date +%s) - begin)) s $$step" >>target/durations; \
	done
	@echo; sort -rn target/durations

check: lint ## format and lints only

lint: libtorch text-lint
	$(CARGO) fmt --all --check
	python3 agents/crates.py
	python3 agents/links.py
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

text-lint: target/lint/.ready $(VENV)/.ready ## spelling, and format, lints and types of Python (5 seconds once the tools are there)
	$(LINT)/typos
	$(LINT)/ruff check --quiet
	$(LINT)/ruff format --check --quiet
	$(LINT)/pyright --project python --pythonpath $(BIN)/python

target/lint/.ready: python/lint.txt
	python3 -m venv target/lint
	$(LINT)/python -m pip install --quiet --disable-pip-version-check -r python/lint.txt
	@touch $@

rust-test: libtorch
	$(CARGO) test --workspace --locked

release-test: ## hold every game to the conformance suite once more as users run the code: optimised, without assertions
	$(CARGO) test -p holotable-games -p holotable --release --locked --test it conforms::

# Both need no libtorch. Each fault says how it is found again.
SOAK = $(CARGO) build --locked -p holotable-soak

fuzz: ## hand in inputs that are nearly good, for SECONDS=60 from SEED=1
	$(SOAK) --profile soak
	target/soak/soak fuzz --seconds $(SECONDS) --seed $(SEED)

audit: target/tools/bin/cargo-deny target/audit/.ready ## hold the dependencies to deny.toml and to known advisories (fetches both lists)
	$(CARGO) deny --manifest-path Cargo.toml --locked check
	target/audit/bin/pip-audit --strict --disable-pip --require-hashes -r python/constraints.txt

audit: export PATH := $(CURDIR)/target/tools/bin:$(PATH)

target/tools/bin/cargo-deny:
	$(CARGO) install --locked --quiet --root target/tools cargo-deny

target/audit/.ready:
	python3 -m venv target/audit
	target/audit/bin/pip install --quiet --disable-pip-version-check pip-audit
	@touch $@

# The tests of the rules of a game, and that its states keep its invariants. Those that compare whole seeded games would notice nearly
# every change, and not say which rule.
STATES_ARE_READ := every_game::every_state written::
RULES_TESTED_BY_conflict := conflict_ $(STATES_ARE_READ)
RULES_TESTED_BY_risk := risk_ $(STATES_ARE_READ)
RULES_TESTED_BY_rebellion := rebellion_ $(STATES_ARE_READ) --skip rebellion_combat_
RULES_TESTED_BY_rebellion_combat := rebellion_combat_ $(STATES_ARE_READ) --skip rebellion_combat_golden
RULES_TESTED_BY_dark_side_rising := $(addprefix --skip ,conflict_ risk_ rebellion_ core:: every_game::every_layout \
	every_game::every_observation conforms::every_game conforms::rebellion conforms::toys golden:: learner:: perft:: pictures:: played:: replays:: story:: toys::)
# Conflict's invariants are few, and stand where its states are read.
RULES = $(addprefix env/games/src/$(GAME)/,rules/** face/$(if $(filter conflict,$(GAME)),save,invariants).rs)
mutants: target/tools/bin/cargo-mutants ## change the rules of GAME=... in one place at a time, and list the changes that no test notices (hours; SHARD=0/20: a part)
	ONLY_GAME=$(GAME) CARGO_INCREMENTAL=1 CARGO_TARGET_DIR=$(CURDIR)/target/mutants \
		$(CARGO) mutants --package holotable-games $(RULES:%=--file '%') \
		$(addprefix --shard ,$(SHARD)) --output target -- -- $(RULES_TESTED_BY_$(GAME))

mutants: export PATH := $(CURDIR)/target/tools/bin:$(PATH)

target/tools/bin/cargo-mutants:
	$(CARGO) install --locked --quiet --root target/tools cargo-mutants@27.1.0

soak-build:
	$(SOAK) --profile soak
	$(SOAK) --release

soak: soak-build ## look for faults for HOURS=1 from SEED=1 on one core, with overflow checks and as users run the code
	ulimit -v 8000000 2>/dev/null; target/soak/soak run --hours $(HOURS) --seed $(SEED) --other target/release/soak

# Any profile computes the same.
NEW ?= $(QUICK)
same: ## compare what the program OLD=... and that of this checkout (or NEW=...) play, record, observe and train (2 minutes; ONLY=train: a part)
	$(if $(OLD),,$(error OLD is missing: make same OLD=path/to/holotable))
	$(if $(filter $(QUICK),$(NEW)),$(BUILD_QUICK) --features data)
	@python3 agents/same.py $(OLD) $(NEW) $(addprefix --only ,$(ONLY))

instructions: export CARGO := $(CARGO)
instructions: ## compare the instructions of rules, search and learner with agents/instructions.txt (valgrind; UPDATE=1 records them)
	python3 agents/instructions.py

doc: libtorch
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked

# Of what `rust-test` has compiled.
python-test: WHEEL_PROFILE = dev
python-test: WHEEL_ARGS += --features as-tested
python-test: wheel
	@$(MAKE) --no-print-directory wheel-test

wheel-test: $(VENV)/.ready ## test the wheel that lies in target/wheels
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall $(WHEEL)
	HOLOTABLE_WHEEL=$(WHEEL) $(BIN)/python -m pytest -q --durations=10 --numprocesses auto --maxprocesses 8 -c python/pyproject.toml --rootdir . python/tests

browser-test: WHEEL_PROFILE = dev
browser-test: command wheel ## play every game in a browser (needs Chromium), and open pages that the wheel wrote with the network off
	@$(MAKE) --no-print-directory wheel-browser-test

wheel-browser-test: $(VENV)/.ready $(BROWSER)/.ready ## the same with the wheel that lies in target/wheels, and the program HOLOTABLE=...
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall $(WHEEL)
	$(BROWSER)/bin/python agents/tests/browser/table.py $(HOLOTABLE) --wheel $(BIN)/python

serve-bench: command $(BROWSER)/.ready ## fifty rooms with bots at once, a list of ten thousand kept games, and advice (2 minutes)
	$(BROWSER)/bin/python agents/tests/browser/load.py $(HOLOTABLE)

screenshots: command $(BROWSER)/.ready ## draw agents/web/shots anew (needs Chromium)
	$(BROWSER)/bin/python agents/tests/browser/shots.py $(HOLOTABLE) agents/web/shots

$(BROWSER)/.ready: agents/tests/browser/requirements.txt
	python3 -m venv $(BROWSER)
	$(BROWSER)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

# What is built of the package is the same everywhere: a wheel packed as small as deflate can.
WHEEL_ARGS = --locked --quiet --manifest-path python/Cargo.toml --compression-level 9 --out target/wheels

wheel: $(VENV)/.ready ## build the Python package into target/wheels
	@rm -rf target/wheels
	$(BIN)/maturin build --profile $(WHEEL_PROFILE) $(WHEEL_ARGS)

# The linker is found by the Python that is first in the path.
wheel-portable: $(PORTABLE)/.ready ## the same for every Linux with glibc 2.17 or newer (400 MB once, for a linker)
	@rm -rf target/wheels
	PATH="$(CURDIR)/$(PORTABLE)/bin:$$PATH" maturin build --release --zig --compatibility manylinux2014 $(WHEEL_ARGS)

$(PORTABLE)/.ready: python/portable.txt
	python3 -m venv $(PORTABLE)
	$(PORTABLE)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

package-test: WHEEL_PROFILE = dev
package-test: wheel ## install the package from its source, packed and not, and ask its agents to play (two builds; needs the registries)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall $(WHEEL)
	HOLOTABLE_SOURCES=1 $(BIN)/python -m pytest -q -c python/pyproject.toml --rootdir . python/tests/test_wheel.py -k from_its_source

sdist: $(VENV)/.ready ## pack the source of the Python package into target/sdist
	@rm -rf target/sdist
	$(BIN)/maturin sdist --manifest-path python/Cargo.toml --out target/sdist

docs: wheel command ## build the site of python/docs into target/docs/html: warnings are errors, every example runs
	sh python/docs/build.sh $(WHEEL) $(HOLOTABLE)

# In the order of their imports. Cargo lets each find those before it as they were packed.
CRATES = $(addprefix -p holotable-,derive env games net store players erased arena train agents)

package: ## check that each crate is whole by itself: it is packed, and built from its package
	$(CARGO) package --locked --allow-dirty $(CRATES)

publish: ## publish the crates that `make package` checks (needs a token; PUBLISH_ARGS=--dry-run: does not)
	$(CARGO) publish --locked $(PUBLISH_ARGS) $(CRATES)

publish-python: $(VENV)/.ready ## publish the wheels and the source of the Python package in FILES=... (needs a token)
	$(BIN)/maturin upload --skip-existing $(FILES)

own-game: ## write a game by `holotable new-game`, build it outside the workspace as its users do, and try it (5 minutes)
	rm -rf target/own_game
	$(CARGO) run --locked --quiet -p holotable-agents -- new-game tiny_poker --checkout . --out target/own_game
	cp Cargo.lock target/own_game/Cargo.lock
	cd target/own_game && $(CARGO) test --target-dir $(CURDIR)/target

interop: command wheel ## run the checkers, learners and clients of ten other libraries, in environments of their own, and build the site (large downloads, 20 minutes)
	sh python/interop/run.sh $(WHEEL) $(HOLOTABLE)

bench-train: build wheel ## compare training speed with sb3-contrib and a torch loop (5 GB, about 30 minutes; BENCH_ARGS=--quick: 4)
	sh python/bench_train/run.sh $(HOLOTABLE) $(WHEEL) --cargo $(CARGO) $(BENCH_ARGS)

python-bench: command wheel ## measure the Python package beside the command and other libraries
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall $(WHEEL)
	$(BIN)/python -m holotable.bench --command $(HOLOTABLE)

$(VENV)/.ready: python/constraints.txt
	python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r python/constraints.txt
	@touch $@

build: libtorch ## build the command line, and the learner on torch beside it
	$(CARGO) build --release --locked -p holotable-agents -p holotable-torch

command: ## build the command line without the learner on torch, which alone needs libtorch
	$(CARGO) build --release --locked -p holotable-agents

torch: libtorch
	$(CARGO) build --release --locked -p holotable-torch

bench: command ## measure decisions, games and clones a second
	$(HOLOTABLE) bench $(GAME)

calibrate: command ## print the calibration table of the agent's CARD.md (about 10 minutes)
	@sh agents/calibrate.sh $(HOLOTABLE)

ablate: command ## print what each Rebel's ability is worth, as in the agent's CARD.md (about 6 minutes)
	@python3 agents/ablate.py $(HOLOTABLE)

ladder: command ## pit all agents against each other's results, 20 seconds a cell or more where they are slow (about 40 minutes)
	python3 agents/ladder.py $(HOLOTABLE) --seconds 20

# Instant once done; a LIBTORCH or LIBTORCH_USE_PYTORCH of your own wins.
libtorch:
	@python3 agents/libtorch.py

clean: ## remove what was built and trained, but not checkpoints/
	rm -rf target runs
