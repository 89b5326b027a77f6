#!/usr/bin/env bash
# Launches that are recorded, and shown as text.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"

cat >"$TMP/k.cl" <<'CL'
__kernel void k(__global float4 *out, __global const float4 *a) {
  size_t i = get_global_id(0);
  if (i > 0) out[i] = a[i] * 2.0f;
}
CL
"$WORKBENCH" emulate "$TMP/k.cl" -g 2 -l 1 -a 'float4[2]' -a 'const float4[2]=range' \
  --trace "$TMP/k.trace" >"$TMP/out" 2>&1
is "$?" 0 "a launch is recorded"
is "$("$WORKBENCH" trace "$TMP/k.trace" 2>&1)" "kernel k: global (2,1,1), local (1,1,1), sub-groups of 32
work-group (0,0,0)
  work-item (0,0,0)
    line 3:7: branches, way 0
    ends
  the group has ended
work-group (1,0,0)
  work-item (1,0,0)
    line 3:7: branches, way 1
    line 3:23: reads global a[1]: (4, 5, 6, 7)
    line 3:21: writes global out[1] = (8, 10, 12, 14)
    ends
  the group has ended
that is all" "it is shown step by step"
is "$("$WORKBENCH" trace "$TMP/k.trace" -n 1 | tail -n 1)" "there is more" "-n shows a part"

cat >"$TMP/unset.cl" <<'CL'
__kernel void k(__global float *out, __global const float *a, __global int *n) {
  __local float tile[2];
  float sum;
  if (a[0] > 9) sum = 1;
  tile[0] = a[0];
  tile[1] = sum;
  out[0] = tile[1] + 1;
  out[1] = sum;
  if (out[1] == 9) out[1] = 9;
  out[0] = a[1];
  atomic_add(&n[0], 6);
  n[0] = 7;
  atomic_xchg(&n[1], 5);
}
CL
"$WORKBENCH" emulate "$TMP/unset.cl" -g 1 -l 1 -a 'float[2]' -a 'const float[2]=range' -a 'int[2]' \
  --trace "$TMP/unset.trace" >/dev/null 2>&1
is "$("$WORKBENCH" trace "$TMP/unset.trace" 2>&1 | sed -n 's/.*line \([0-9]*\):[0-9]*: \(reads\|writes\|updates\)/\1/p')" \
  "4 global a[0]: 0
5 global a[0]: 0
5 local tile[0] = 0
6 local tile[1] = not set
7 local tile[1]: not set
7 global out[0] = not set
8 global out[1] = not set
9 global out[1]: not set
10 global a[1]: 1
10 global out[0] = 1
11 global n[0] = not set
12 global n[0] = 7
13 global n[1] = 5" "values that are not set are no numbers"
"$WORKBENCH" trace "$TMP/unset.trace" --text >"$TMP/out"
like "$(cat "$TMP/out")" 'out\[1\] unset' "nor in what is drawn"

head -c -3 "$TMP/k.trace" >"$TMP/cut.trace"
like "$("$WORKBENCH" trace "$TMP/cut.trace" | tail -n 1)" 'cut off' "a launch that was stopped is told"
{ cat "$TMP/k.trace"; echo; } >"$TMP/broken.trace"
for file in broken.trace k.cl nothing; do
  "$WORKBENCH" trace "$TMP/$file" >"$TMP/out" 2>"$TMP/err"
  is "$?" 2 "$file exits with 2"
  like "$(cat "$TMP/err")" "$file" "$file is named"
done
tap_finish
