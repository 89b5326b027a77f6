#!/usr/bin/env bash
# What is said of an output that is wrong, beside the table: where its numbers belong, and how to see what made them.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
export WORKBENCH_COURSE=$ROOT

# wrong PUZZLE KERNEL: what is said of one of the course's wrong kernels, in one line.
wrong() {
  "$WORKBENCH" run "$1" --file "$ROOT/solutions/$1/wrong/$2" "${@:3}" | tr -s '\n ' ' '
}

moved='out\[1\] has what is expected in out\[0\], and so on: is the right element read, and the right one written?'
like "$(wrong 19-prefix-sum exclusive.cl)" "$moved" "numbers that are one place off"
like "$(wrong 25-matmul out-transposed.cl)" 'out\[0\]\[2\] has what is expected in out\[0\]\[1\]' "or transposed"
unlike "$(wrong 05-map-2d column-major.cl)" 'what is expected in' "not where one number alone is expected elsewhere"
unlike "$(wrong 17-dot odd-one-dropped.cl)" 'what is expected in' "nor where a number is wrong"
unlike "$(wrong 15-reverse early-return.cl)" 'what is expected in' "nor beside a finding, which comes first"
like "$(wrong 17-dot odd-one-dropped.cl)" '`workbench trace 17-dot --case 2` draws what work-items read and write' "the trace shows what made it"
like "$(wrong 17-dot odd-one-dropped.cl --case 2)" '`workbench trace 17-dot --case 2` draws' "by the number that the case has in the puzzle"
unlike "$(wrong 17-dot odd-one-dropped.cl --case 3)" 'workbench trace' "and not of a hidden case"
unlike "$(wrong 28-swapped-arguments left-and-top-swapped.lua)" 'workbench trace' "nor of a host program"

mkdir -p "$WORKBENCH_WORK"
cp "$ROOT/solutions/19-prefix-sum/wrong/exclusive.cl" "$WORKBENCH_WORK/19-prefix-sum.cl"
LINES=60 COLUMNS=160 press 19 <<<'r
:wait-result
:wait-idle
:save-display '"$TMP/pane"
like "$(tr -s '\n│ ' ' ' <"$TMP/pane")" "out\\[1\\] has what is expected in out\\[0\\], and so on" "the screen says it, too"
like "$(printf '19\nrun\nresult\n' | "$WORKBENCH" --plain | tr '\n' ' ')" "Case 1: $moved" "so does the dialogue"

tap_finish
