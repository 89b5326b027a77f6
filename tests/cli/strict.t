#!/usr/bin/env bash
# Races of equal values reject a kernel unless the puzzle allows them; warnings of the kinds that it
# is strict about reject it, too; and only where nothing was found is a kernel called clean.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
course=$TMP/course
mkdir -p "$course/puzzles" "$course/kernels" "$course/solutions"
cp -r "$COURSE/lua" "$course"
cp -r "$COURSE/puzzles/01-map" "$course/puzzles/01-mine"
spec=$course/puzzles/01-mine/puzzle.lua
cat >"$course/kernels/01-mine.cl" <<'CL'
__kernel void map(__global float *out, __global const float *a) {
  __local int shared;
  size_t i = get_global_id(0);
  shared = 10;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = a[i] + shared;
}
CL
cat >"$TMP/shift.cl" <<'CL'
__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  uint bits = 10u << 32;
  out[i] = a[i] + bits;
}
CL
cat >"$TMP/guess.cl" <<'CL'
__kernel void map(__global float *out, __global const float *a) {
  volatile __local uint bits;
  size_t i = get_global_id(0);
  if (get_local_id(0) == 0) bits = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint old;
  do {
    old = bits;
  } while (atomic_cmpxchg(&bits, old, as_uint(as_float(old) + 1.0f)) != old);
  out[i] = a[i] + 10.0f;
}
CL
export WORKBENCH_COURSE=$course
run() { "$WORKBENCH" run mine --file "${1:-$course/kernels/01-mine.cl}" >"$TMP/out" 2>"$TMP/err"; }
# field 'FIELD = …' in place of the one before.
field() {
  sed -i "/^  strict = /d; /^  allow = /d; s/^  title = /  $1,\n  title = /" "$spec"
}

run
is "$?" 1 "stores of one value that race reject the kernel"
like "$(cat "$TMP/out" "$TMP/err")" 'error: data-race' "as an error"
like "$(cat "$TMP/out" "$TMP/err" | tr -s ' \n' ' ')" 'write the same value' "in words of their own"
run "$TMP/guess.cl"
is "$?" 1 "so does a plain read that only a compare-exchange uses"
field 'allow = { "data-race" }'
run
is "$?" 0 "where the puzzle allows them, they do not"
run "$TMP/guess.cl"
is "$?" 0 "nor does that"
like "$(cat "$TMP/out" "$TMP/err")" 'warning: data-race' "but are shown"
unlike "$(cat "$TMP/out" "$TMP/err")" 'clean' "and nobody calls the kernel clean"
like "$(cat "$TMP/out" "$TMP/err")" 'right on every case; there are warnings' "but right"

run "$TMP/shift.cl"
is "$?" 0 "other warnings are warnings"
unlike "$(cat "$TMP/out" "$TMP/err")" 'clean' "and no cleanness, either"
field 'strict = { "shift-too-wide" }'
run "$TMP/shift.cl"
is "$?" 1 "where the puzzle is strict about it, they reject the kernel"
run "$COURSE/solutions/01-map/accepted.cl"
is "$?" 0 "a kernel that nothing is found in is accepted"
like "$(cat "$TMP/out")" 'clean under every check' "and called clean"


# The compiler's own warnings are warnings, too.
cat >"$TMP/print.cl" <<'CL'
__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  if (a[i] < -1e30f) printf("%d\n");
  out[i] = a[i] + 10;
}
CL
run "$TMP/print.cl"
is "$?" 0 "a kernel that the compiler warns of is accepted"
like "$(cat "$TMP/out")" 'warning' "with the warning"
unlike "$(cat "$TMP/out" "$TMP/err")" 'clean' "and is not called clean"
like "$(cat "$TMP/out")" 'right on every case; there are warnings' "but right, with warnings"
export WORKBENCH_WORK=$TMP/work
mkdir -p "$WORKBENCH_WORK"
cp "$TMP/print.cl" "$WORKBENCH_WORK/01-mine.cl"
printf '%s\n' 'open 1' run result quit | "$WORKBENCH" --plain >"$TMP/out" 2>&1
like "$(cat "$TMP/out")" 'Accepted: right on all . cases; there are warnings' "the dialogue says so, too"
unlike "$(cat "$TMP/out")" 'clean' "in all of its words"
"$WORKBENCH" emulate "$TMP/print.cl" -g 4 -a 'float[4]' -a 'const float[4]=range' >"$TMP/out"
like "$(cat "$TMP/out")" '^✓ no errors  map  1 warning$' "emulate counts it, and says that there are no errors"
"$WORKBENCH" emulate "$TMP/print.cl" -g 4 -a 'float[4]' -a 'const float[4]=range' --json >"$TMP/out"
like "$(cat "$TMP/out")" '"verdict": "no-errors"' "so does its JSON"

field 'strict = { "misaligned" }'
run
is "$?" 3 "a kind without warnings is the course's mistake"
like "$(cat "$TMP/out" "$TMP/err")" "strict.*'misaligned' has no warnings" "and is named"
field 'allow = { "data-rase" }'
run
is "$?" 3 "so is one that cannot be allowed"
like "$(cat "$TMP/out" "$TMP/err")" "allow.*'data-rase' cannot be allowed; did you mean 'data-race'" \
  "with the nearest"
field 'allow = { "data-race" }, strict = { "data-race" }'
run
is "$?" 3 "and one that is both"

cat >"$TMP/lock.cl" <<'CL'
__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  volatile __global int *first = (volatile __global int *)out;
  if (i > 0) out[i] = a[i] + 10;
  if (get_local_id(0) == 0) {
    while (atomic_xchg(first, 1) == 1)
      ;
    atomic_xchg(first, as_int(a[0] + 10));
  }
}
CL
field 'allow = { "data-race" }'
run "$TMP/lock.cl"
is "$?" 0 "groups that wait for one another are a warning"
like "$(cat "$TMP/out" "$TMP/err" | tr -s ' \n' ' ')" 'OpenCL does not promise that another group runs' \
  "which says what is not promised"
field 'strict = { "deadlock" }'
run "$TMP/lock.cl"
is "$?" 1 "a puzzle may be strict about these as well"
is "$("$WORKBENCH" emulate "$TMP/guess.cl" -g 8 -l 4 -a 'float[8]' -a 'const float[8]=range' >"$TMP/out" 2>&1; echo $?)" 0 "outside of puzzles it never does"
like "$(tr -s ' \n' ' ' <"$TMP/out")" 'warning: data-race: a plain read of bits\[0\] races with atomic operations; it is volatile' "and is a warning with the reason"
tap_finish
