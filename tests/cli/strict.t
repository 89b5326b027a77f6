#!/usr/bin/env bash
# A puzzle may be strict: warnings of the kinds that it names reject the kernel.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
course=$TMP/course
mkdir -p "$course/puzzles" "$course/kernels" "$course/solutions"
cp -r "$ROOT/lua" "$course"
cp -r "$ROOT/puzzles/01-map" "$course/puzzles/01-mine"
cat >"$course/kernels/01-mine.cl" <<'CL'
__kernel void map(__global float *out, __global const float *a) {
  __local int shared;
  size_t i = get_global_id(0);
  shared = 10;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = a[i] + shared;
}
CL
export WORKBENCH_COURSE=$course
run() { "$WORKBENCH" run mine --file "$course/kernels/01-mine.cl" >"$TMP/out" 2>"$TMP/err"; }

run
is "$?" 0 "stores of the same value are a warning"
like "$(cat "$TMP/out" "$TMP/err")" 'data-race' "which is shown"
sed -i 's/^  title = /  strict = { "data-race" },\n  title = /' "$course/puzzles/01-mine/puzzle.lua"
run
is "$?" 1 "where the puzzle is strict about it, they reject the kernel"
like "$(cat "$TMP/out" "$TMP/err")" 'write the same value' "in the words of the warning"
sed -i 's/strict = { "data-race" }/strict = { "deadlock" }/' "$course/puzzles/01-mine/puzzle.lua"
run
is "$?" 3 "a kind without warnings is the course's mistake"
like "$(cat "$TMP/out" "$TMP/err")" "strict.*'deadlock' has no warnings" "and is named"
tap_finish
