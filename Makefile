# One command each; every target sets up what it needs. On Windows, or without make, the
# README has the plain commands.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/ready
PORT   ?= 8000
JOBS   ?= 2

.PHONY: help setup book serve lab test test-all missing stale weigh lint assignments grade reports race mutate tidy lock clean distclean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY)  ## make the virtual environment .venv

# The environment is new whenever the pins are; a half-made one is made again.
$(READY): requirements.txt pyproject.toml
	@test ! -L $(VENV) || { echo "$(VENV) is a link, and what it leads to would be emptied. Remove the link."; exit 2; }
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --requirement requirements.txt --editable .
	touch $@

book: $(READY)  ## build the book into _build/html
	$(BIN)/jupyter-book build . -W -n --keep-going

serve: book  ## build the book and serve it on http://localhost:8000
	$(BIN)/python -m http.server $(PORT) --bind 127.0.0.1 --directory _build/html

lab: $(READY)  ## open the chapters in JupyterLab, without the grader's buttons
	JUPYTER_CONFIG_PATH="$(CURDIR)/book/lab" $(BIN)/jupyter lab --notebook-dir=. --LabApp.default_url=/lab/tree/chapters/metrics.ipynb

test: $(READY)  ## prove it: code, chapters, built pages, assignments
	$(BIN)/python -m pytest -n $(JOBS)

test-all: $(READY)  ## the same, and what is not for every change; ONLY=sleec: of one chapter
	$(BIN)/python -m pytest -n $(JOBS) --thorough $(if $(ONLY),--only $(ONLY))

missing: $(READY)  ## what each lesson still lacks, and how long it is
	$(BIN)/python -m book.missing $(ONLY)

stale: $(READY)  ## stored results whose code has changed since
	$(BIN)/python -m book.stale

weigh: book  ## what every page weighs, and how fast it is (takes a while)
	$(BIN)/python -m tests.book.weigh $(ONLY)

lint: $(READY)  ## check the form of code, types, words and notebooks; change nothing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy mlcourse
	$(BIN)/codespell
	$(BIN)/python book/normalise.py --check

assignments: $(READY)  ## make the student versions of all assignments
	$(BIN)/python -m assignments release

grade: $(READY)  ## grade a folder or a zip of notebooks: make grade SUBMISSIONS=dir
	@test -n "$(SUBMISSIONS)" || { echo "say which folder: make grade SUBMISSIONS=dir"; exit 2; }
	$(BIN)/python -m assignments grade "$(SUBMISSIONS)" $(OPTIONS)

reports: $(READY)  ## run the reports' experiments again, for the book
	$(BIN)/python -m mlcourse.reports all --ship

race: $(READY)  ## race every algorithm against its peer
	$(BIN)/python -m benchmarks

mutate: $(READY)  ## change one module, and see which changes no test notices: ONLY=formulas.norms
	$(BIN)/python -m mutation $(ONLY)

tidy: $(READY)  ## put code and notebooks into their one form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python book/normalise.py

lock: $(READY)  ## pin the newest versions that pyproject.toml allows
	$(BIN)/uv pip compile --universal --python-version 3.11 --group all \
	  --no-header --quiet --upgrade pyproject.toml --output-file requirements.txt

clean:  ## remove the built book
	rm -rf _build/html _build/.doctrees _build/.jupyter_cache _build/inputs.json \
	  _build/jupyter_execute _build/screenshots

distclean:  ## remove all that was made or fetched: environment and book
	rm -rf _build book/vendor $(VENV) book/node_modules tests/book/node_modules
