# Everything here needs python3 (3.11 or newer, with venv) and make; nothing else, and no root.
# Only the browser tests need Chromium and Node.js, and only what has to do with the lab also needs Go, a network for modules, and root for network namespaces.
PY := .venv/bin/python
N ?= 100000

# The environment's switch that keeps bytecode from being written makes every start slower.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help venv demo test heads mutants test-browser test-install test-shells test-site lint format bench bench-live fuzz score atlas docs architecture lock clean lab lab-all test-live differential gym gym-fix gym-shell gym-record gym-record-healthy

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

venv: .venv/.dev  ## make .venv with everything in it (the other targets do it themselves)

# Two stamps: a demo needs nine small packages, a test run also needs the tools.
.venv/.run: requirements/run.txt pyproject.toml scripts/venv.sh
	@sh scripts/venv.sh requirements/run.txt
	@touch $@

.venv/.dev: requirements/dev.txt .venv/.run
	@sh scripts/venv.sh requirements/dev.txt
	@touch $@

# Bigger than all the rest, and only whoever builds the site needs it.
.venv/.docs: requirements/docs.txt .venv/.run
	@sh scripts/venv.sh requirements/docs.txt
	@touch $@

demo: .venv/.run  ## diagnose the incidents that ship with the program
	@.venv/bin/calicovet demo --exit-zero

# A test of a cause names it, or its folder, in its ID.
OF_A_CAUSE := tests/catalogue tests/unit/causes tests/unit/preflight/test_every_cause.py

test: .venv/.dev  ## all tests (CAUSE=name: those of one cause: cases, twins, plans, documents)
	$(PY) -m pytest $(if $(CAUSE),$(OF_A_CAUSE) -k "$(CAUSE) or $(subst -,_,$(CAUSE))",-n 2)

mutants: .venv/.dev  ## change 40 places of the engine, drawn by the commit, one at a time, and name those that no test notices (NUMBER=5)
	@$(PY) -m scripts.mutants $(if $(NUMBER),--number $(NUMBER))

heads: .venv/.dev  ## print what the heads of a cause's cases lack (make heads CAUSE=name; WRITE=yes: add it)
	@$(PY) -m scripts.case_heads $(CAUSE) $(if $(WRITE),--write)

test-install: .venv/.dev  ## install into empty environments with old and new pip, from an index with newer releases
	$(PY) -m pytest tests/install -m install

test-browser: .venv/.dev docs build/browser/.done  ## the HTML report and the handbook in a real Chromium (needs chromium and Node.js with npm)
	$(PY) -m pytest tests/browser -m browser -n 2

build/browser/.done: tests/browser/package-lock.json
	@mkdir -p build/browser
	@cp tests/browser/package.json tests/browser/package-lock.json build/browser
	@npm ci --prefix build/browser --no-audit --no-fund --silent
	@touch $@

test-shells: .venv/.dev  ## completion as it is typed into a real bash, zsh and fish, and as kubectl asks for it
	$(PY) -m pytest tests/shells -m shells -rs

test-site: .venv/.dev docs  ## the tests of the site that make docs builds
	$(PY) -m pytest tests/unit/handbook

lab: .venv/.dev  ## build the real Kubernetes and calico-node, once (make lab ONLY="kubectl v3.31.0")
	$(PY) -m lab.build $(ONLY)

lab-all: .venv/.dev  ## the same with calico-node of every release
	$(PY) -m lab.build --all

test-live: .venv/.dev  ## tests against the real programs (after make lab; as root)
	$(PY) -m pytest tests/live -m lab -rs -n 3 --dist load

differential: .venv/.dev  ## the model against every calico-node that is built (DIFFERENTIAL_COUNT, DIFFERENTIAL_RELEASES)
	$(PY) -m lab.differential

gym: .venv/.dev  ## break a real cluster and see what is said of it (FAULT=name, FAULTS=five; as root)
	$(PY) -m lab.build --gym
	$(PY) -m gym $(FAULT) $(if $(FAULTS),--faults $(FAULTS))

gym-fix: .venv/.dev  ## the same as gym, and let calicovet put right what it names (takes about twice as long)
	$(PY) -m lab.build --gym
	$(PY) -m gym --fix $(FAULT) $(if $(FAULTS),--faults $(FAULTS))

gym-shell: .venv/.dev  ## a real cluster to play with, broken or not (make gym-shell FAULT=name)
	$(PY) -m lab.build --gym
	$(PY) -m gym --shell $(FAULT)

gym-record: .venv/.dev  ## the same as gym, and keep what was seen, with healthy clusters, for make test
	$(PY) -m lab.build --gym
	$(PY) -m gym --record $(FAULT) $(if $(FAULTS),--faults $(FAULTS))

gym-record-healthy: .venv/.dev  ## only the healthy clusters (SITUATION=rollout)
	$(PY) -m lab.build --gym
	$(PY) -m gym --record-healthy $(SITUATION)

lint: .venv/.dev  ## ruff, mypy --strict, and who may import whom
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports

format: .venv/.dev  ## let ruff write the code's form
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

bench: .venv/.dev  ## measure, and write docs/benchmarks.md
	$(PY) -m bench.run

bench-live: .venv/.dev  ## the same on a real API server of up to 5,000 nodes (after make lab; as root)
	$(PY) -m bench.live.run

fuzz: .venv/.dev  ## diagnose N generated inputs (make fuzz N=5000; RECORD=build/fuzz.jsonl: in chunks that a later run does not repeat)
	$(PY) -m fuzz.run $(N) $(if $(RECORD),--record $(RECORD))

score: .venv/.dev  ## ask calicovet and the baselines about every case and twin, and write docs/score.md (KIND="bare", LIMIT=60: only print)
	$(PY) -m score.run $(if $(KIND),--kind "$(KIND)") $(if $(LIMIT),--limit $(LIMIT))

atlas: .venv/.dev  ## ask calicovet about every line that ten releases log when a start fails, and write docs/atlas.md (RELEASE=v3.28.5, LIMIT=100: only print)
	$(PY) -m atlas.run $(if $(RELEASE),--release $(RELEASE)) $(if $(LIMIT),--limit $(LIMIT))

docs: .venv/.docs  ## the documents as a site to read, in both languages: build/site/index.html
	$(PY) -m handbook.build

architecture: .venv/.dev  ## draw the layers and list the modules in docs/architecture.md
	$(PY) scripts/architecture_picture.py
	$(PY) scripts/module_index.py

lock:  ## resolve anew and export the pins (needs uv)
	uv lock
	uv export -q --frozen --no-default-groups --group build --no-emit-project --no-header -o requirements/run.txt
	uv export -q --frozen --group dev --no-emit-project --no-header -o requirements/dev.txt
	uv export -q --frozen --no-default-groups --group docs --group build --no-emit-project --no-header -o requirements/docs.txt

clean:  ## remove what was made
	rm -rf .venv build dist htmlcov .coverage .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
