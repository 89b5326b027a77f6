#!/usr/bin/env bash
# What tests name is there: each file that their shell sources, without which Bash goes on and does
# the rest to this tree, and each file in their lists, which would do nothing for a name that went.
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

# listed FOLDER: "LIST: FILE" of those that lists of the tree name and that are not there; of the
# build, tests whose sources are not.
listed() {
  (cd "$1" && {
    grep -rhoE --include='*.t' --include='*_test.c' '^[# *]*depends: .*' tests | sed 's/.*depends: *//' | tr ' ' '\n' |
      sed -E '/^build\/(workbench|libworkbench|gpu\.so)/d; s/^build\/(tests\/.*)\.t$/\1_test.c/; s,^build/,'"${BUILD:-build}/"',; s/^/depends: /'
    sed -nE 's/^FUZZ_[a-z]+ := [^:]*: //p' Makefile | tr ' ' '\n' | sed -E 's,.+,Makefile: tests/unit/&_test.c,'
    sed -nE 's/^[a-zA-Z]+:([a-z].*)/tests\/lint\/cppcheck.txt: \1/p' tests/lint/cppcheck.txt
    sed -nE 's/^[^#|]*\| ([^ |]+) \|.*/tests\/kernels\/drivers.txt: tests\/kernels\/\1/p' tests/kernels/drivers.txt
    sed -nE 's/^([^#:]+):[0-9].*/tests\/fuzz\/equivalents.txt: \1/p' tests/fuzz/equivalents.txt
  } | sort -u | while read -r list file; do
    compgen -G "$file*" >/dev/null || echo "$list $file"
  done)
}

is "$(missing "$ROOT")" "" "what tests source is there"
mkdir -p "$TMP/tests/cli"
echo '. "$(dirname "$0")/../tap.sh"' >"$TMP/tests/cli/there.t"
echo '  . "$ROOT/tests/gone.sh"' >"$TMP/tests/cli/gone.t"
touch "$TMP/tests/tap.sh"
is "$(missing "$TMP")" "tests/cli/gone.t: ./tests/gone.sh" "and what is not there is found"
is "$(listed "$ROOT")" "" "what lists name is there"
mkdir -p "$TMP"/tests/{lint,kernels,fuzz}
printf '#!/bin/bash\n# depends: build/tests/unit/room/gone.t tests/cli build/workbench\n' >"$TMP/tests/cli/old.t"
echo 'FUZZ_ui := keys at the screen: tui/gone' >"$TMP/Makefile"
echo 'uninitvar:workbench/gone.c' >"$TMP/tests/lint/cppcheck.txt"
echo 'PoCL 6.0 | builtins/gone- | it aborts' >"$TMP/tests/kernels/drivers.txt"
echo 'tests/kernels/gone.cl:28:37 one-too-far  no lane is 0' >"$TMP/tests/fuzz/equivalents.txt"
is "$(listed "$TMP" | grep -c gone)" "$(listed "$TMP" | wc -l)" "of what they name only what is not there is found"
is "$(listed "$TMP" | wc -l)" 5 "in each list"
tap_finish
