#!/bin/bash
# Quick code is selected instruction by instruction (selection.c). Where that selector does not know
# one, the better one takes what comes before it in the block, and several times as long: what checks
# put into the course's solutions it knows all of, and of what the solutions have all but a few kinds.
# depends: solutions puzzles lua
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
export WORKBENCH_COURSE=$ROOT WORKBENCH_CACHE=off WORKBENCH_TIER=quick WORKBENCH_DUMP_IR=$TMP/stages
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
command -v llc-19 >/dev/null || skip_all "there is no llc-19"
grep -qw avx2 /proc/cpuinfo || skip_all "quick code is made for another processor here"

# What it does not know: vectors and what ends a block with them, atomics, floating-point functions,
# generic pointers, and large unsigned numbers that become floating-point.
UNKNOWN='<[0-9]+ x |terminator|atomicrmw|cmpxchg|@llvm\.[a-z.]*(\.i[0-9]+)?\.f[0-9]+|addrspacecast|uitofp i64'

mkdir "$WORKBENCH_DUMP_IR"
# remarks SOLUTION: what the selector did not know in its code.
remarks() {
  local puzzle
  puzzle=$(basename "$(dirname "$1")")
  rm -f "$WORKBENCH_DUMP_IR"/*
  "$WORKBENCH" run "$puzzle" --file "$1" >/dev/null 2>&1 || echo "$puzzle is not accepted"
  llc-19 -O0 -mcpu=x86-64-v3 -relocation-model=pic -filetype=obj -o /dev/null \
    -pass-remarks-missed=sdagisel "$WORKBENCH_DUMP_IR/5-optimised.ll" 2>&1 | sed "s/^/$puzzle: /"
}

solutions=$(printf '%s\n' "$ROOT"/solutions/*/accepted.cl)
taken=$(sample_lines 4 1 <<<"$solutions")
found=$(for solution in $taken; do remarks "$solution"; done)
is "$(grep -Ev "$UNKNOWN" <<<"$found")" "" "what checks put into kernels is selected quickly"
n_solutions=$(wc -l <<<"$solutions") n_taken=$(wc -l <<<"$taken")
[ "$n_taken" -eq "$n_solutions" ] ||
  echo "# left out: the selection of $((n_solutions - n_taken)) of $n_solutions solutions"
tap_finish
