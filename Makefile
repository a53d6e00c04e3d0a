# Two commands: `make run` serves the demo town, `make test` proves that it works. Each installs what it needs first.

.PHONY: help run run-postgres test check format messages

help: ## Say what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

run: ## Install all, prepare the demo town and serve it at http://127.0.0.1:8000 (PORT=8001 changes it)
	@.ci/install run
	@.ci/serve

run-postgres: ## The same on a private PostgreSQL that is removed when the server stops
	@.ci/install test
	@.venv/bin/python -m tests.postgres .ci/serve

test: ## Install all and run every check and test (ARGS="tests/rules -k interest" runs only those tests)
	@.ci/install test
	@.ci/test $(ARGS)

check: ## Only the checks that need no test: style, types, import floors, migrations
	@.ci/install test
	@.ci/check

format: ## Put the code in this house's style
	@.ci/install test
	@.venv/bin/ruff check --fix-only --quiet .
	@.venv/bin/ruff format --quiet .

messages: ## Gather the texts to translate into locale/ and compile them
	@.ci/install test
	@.ci/messages
