#!/usr/bin/env bash
# Every example in the README and in docs/ prints what the page shows.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/docs/lib.sh"

for page in ${PAGES:-$(pages)}; do check_page "$ROOT/$page"; done
tap_finish
