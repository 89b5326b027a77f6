#!/usr/bin/env bash
# Each file that a test's shell sources is there. Bash goes on without one that is not, and what the
# rest of the test would then do is done to this tree.
. "$(dirname "$0")/../tap.sh"

# missing FOLDER: "TEST: FILE" of each that is not there.
missing() {
  (cd "$1" && find tests \( -name '*.t' -o -name '*.sh' \) -type f | sort | while read -r test; do
    sed -n 's/^[[:space:]]*\(\.\|source\) "\(.*\)"$/\2/p' "$test" | while read -r file; do
      file=${file/'$ROOT'/.}
      file=${file/'$(dirname "$0")'/$(dirname "$test")}
      [ -f "$file" ] || echo "$test: $file"
    done
  done)
}

is "$(missing "$ROOT")" "" "what tests source is there"
mkdir -p "$TMP/tests/cli"
echo '. "$(dirname "$0")/../tap.sh"' >"$TMP/tests/cli/there.t"
echo '  . "$ROOT/tests/gone.sh"' >"$TMP/tests/cli/gone.t"
touch "$TMP/tests/tap.sh"
is "$(missing "$TMP")" "tests/cli/gone.t: ./tests/gone.sh" "and what is not there is found"
tap_finish
