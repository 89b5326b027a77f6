#!/bin/bash
# Whatever kernel the compiler makes mutants of, all of them are valid code.
# depends: build/tests/unit/compiler/mutants.t tests/kernels solutions
. "$(dirname "$0")/../tap.sh"
cd "$ROOT" || exit 1
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"

# Each tenth kernel that compiles without options, and all right ones of puzzles.
mapfile -t kernels < <(find tests/kernels -name '*.cl' -print0 | sort -z |
  xargs -0 grep -L -e '// expect: compile-error' -e '^// options:' | awk 'NR % 10 == 0')
printf '%s\n' "${kernels[@]}" solutions/*/accepted.cl |
  xargs -P 2 -n 8 "$BUILD/tests/unit/compiler/mutants.t" > "$TMP/said"
ok $? "all mutants of ${#kernels[@]} kernels of the corpus are valid"
grep -v ', 0 invalid$' "$TMP/said" | grep invalid
made=$(awk '/ mutants, / { sum += $1 } END { print sum }' "$TMP/said")
[ "$made" -gt 1000 ]
ok $? "there are more than a thousand"
tap_finish
