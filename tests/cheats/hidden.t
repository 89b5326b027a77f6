#!/usr/bin/env bash
# What a run tells of a hidden case does not depend on the case's data, whatever a kernel does to
# smuggle it out: the same kernel gets two hidden cases that differ in their values alone, and every
# report of the two runs is the same byte for byte.
. "$(dirname "$0")/../tap.sh"
unset WORKBENCH_KERNEL_CACHE WORKBENCH_DRIVER_CACHE # what attacks leave stays theirs
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
# A walled judge of a sanitizers' build says at its end, now and then, that it cannot look for leaks.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0

# make_course VALUE: a course whose hidden case is full of VALUE.
make_course() {
  course=$TMP/course
  rm -rf "$course"
  mkdir -p "$course/puzzles/01-copy" "$course/kernels"
  cp -r "$COURSE/lua" "$course"
  echo '// copy' >"$course/kernels/01-copy.cl"
  cat >"$course/puzzles/01-copy/puzzle.lua" <<LUA
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Copy", concept = "Copy.", entry = "copy",
  params = {
    { name = "out", kind = "output", type = "int", shape = { 8 } },
    { name = "a", kind = "input", type = "int", shape = { 8 } },
    { name = "b", kind = "input", type = "int", shape = { 8 }, fill = "zeros" },
  },
  cases = {
    { name = "seen", global = { 8 }, ["local"] = { 4 }, fill = { a = "zeros" } },
    { name = "secret", global = { 8 }, ["local"] = { 4 }, visible = false, fill = { a = { "constant", $1 } } },
  },
  reference = function(case) return { out = case.a } end,
  budgets = { max_global_reads = 4 },
  limits = { time_ms = 2000, output_kb = 1, steps = 10000 },
}
LUA
}

# reports: what every command says of $TMP/k.cl.
reports() {
  rm -rf "$TMP/state" "$TMP/work"
  mkdir -p "$TMP/work" "$course/solutions/01-copy"
  cp "$TMP/k.cl" "$TMP/work/01-copy.cl"
  cp "$TMP/k.cl" "$course/solutions/01-copy/accepted.cl"
  for how in "" "--json --stats" "--case 2" "--format tap" "--format junit" "--format sarif"; do
    # shellcheck disable=SC2086
    "$WORKBENCH" run copy $how
    echo "exit code $?"
  done
  "$WORKBENCH" check-all --format text
  for format in tap junit sarif; do "$WORKBENCH" check-all --format "$format"; done
  "$WORKBENCH" history copy --json
  "$WORKBENCH" trace copy --case 2 --text
  "$WORKBENCH" data copy
  "$WORKBENCH" data copy --case 2
  "$WORKBENCH" data copy --json --from 4 --seed 3
} 2>&1

without_times() {
  sed -E 's/[0-9.]+ (µs|ms|s)\b/TIME/g; s/"(time_ns|elapsed_ms)": ?[0-9.]+/"\1": 0/g
    s/"(first|last)": ?"[^"]*"/"\1": ""/g; s/ time="[0-9.]+"/ time=""/g'
}

# leak NAME < BODY: the two runs tell the same.
leak() {
  {
    echo '__kernel void copy(__global int *out, __global const int *a, __global const int *b) {'
    echo '  int i = (int)get_global_id(0), v = a[i];'
    cat
    echo '}'
  } >"$TMP/k.cl"
  for value in 3 5; do
    make_course "$value"
    (export WORKBENCH_COURSE=$course && reports) | without_times >"$TMP/told.$value"
  done
  cmp -s "$TMP/told.3" "$TMP/told.5"
  ok $? "nothing of the data is told by $1"
  diff "$TMP/told.3" "$TMP/told.5" | head -10 | cut -c 1-300 | sed 's/^/#   /'
  grep -q 'hidden' "$TMP/told.3" || ok 1 "$1: the hidden case was judged"
}

leak "the index of a write out of bounds" <<'CL'
  out[i] = v;
  if (v != 0) out[-1000000 - v * 1000] = 0;
CL
leak "the index of a read past the end" <<'CL'
  out[i] = v != 0 ? v + 0 * a[100 + v] : v;
CL
leak "how often something is done that is wrong" <<'CL'
  out[i] = v;
  for (int k = 0; k < v; k++) out[-1 - i] = 0;
CL
leak "counters" <<'CL'
  for (int k = 0; k < v / 2; k++) v += b[k];
  out[i] = v;
CL
leak "how far a budget is exceeded" <<'CL'
  for (int k = 0; k < 2 * v; k++) v += b[k % 8];
  out[i] = v;
CL
leak "how many elements are wrong" <<'CL'
  out[i] = v != 0 && i < v ? -1 : v;
CL
leak "which elements are wrong, and their values" <<'CL'
  out[i] = v == 0 ? 0 : v * 7 + i;
CL
leak "what is printed" <<'CL'
  out[i] = v;
  if (v != 0) printf("%d\n", v);
CL
leak "how much is printed" <<'CL'
  out[i] = v;
  for (int k = 0; k < 100 * v; k++) printf("a long line that goes beyond what the puzzle allows %d\n", v);
CL
leak "the amount of a shift" <<'CL'
  out[i] = v;
  if (v != 0 && (1 << (32 + v)) == 77) out[i] = 1;
CL
leak "which array is touched" <<'CL'
  out[i] = v;
  __global int *p = v == 3 ? out : (__global int *)b;
  if (v != 0) p[20] = 1;
CL
leak "which of several lines are wrong" <<'CL'
  out[i] = v;
  if (v != 0) out[9] = 1;
  if ((v & 2) != 0) out[10] = 1;
  if ((v & 4) != 0) out[11] = 1;
CL
leak "the number of barriers" <<'CL'
  out[i] = v;
  for (int k = 0; k < v; k++) barrier(CLK_GLOBAL_MEM_FENCE);
CL
leak "what a loop waits for" <<'CL'
  __local int turn;
  out[i] = v;
  if (i % 4 == 0) turn = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (v != 0 && atomic_or(&turn, 0) == v);
CL
leak "where memory is when it is misaligned" <<'CL'
  out[i] = v;
  if (v != 0) out[i] = *(__global const int *)((__global const char *)b + v);
CL
leak "a crash of the stack" <<'CL'
  out[i] = v;
  if (v != 0) out[i] = v / (v - v);
CL
tap_finish
