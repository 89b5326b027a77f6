#!/usr/bin/env bash
# check on OpenCL devices: right kernels are accepted there, and how many wrong ones such a device
# would let through is said. tests/unit/judge/opencl_test.c judges a whole course there.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
devices=
[ -x "$BUILD/workbench-opencl" ] &&
  devices=$("$WORKBENCH" devices --json | grep -o '"opencl:[0-9.]*"' | tr -d '"')
[ -n "$devices" ] || skip_all "no OpenCL device on this machine"

# Two that are right, and three that are wrong, one of which OpenCL lets through.
course=$TMP/course
small_course "$course"
add_solutions "$course" accepted right/pointers wrong/{copy,one-before,accumulates}
for device in $devices; do
  WORKBENCH_COURSE=$course "$WORKBENCH" check --quick --format tap --device "$device" >"$TMP/tap" 2>"$TMP/errors"
  grep -E '^(not )?ok [0-9]+ - [^ ]+ (right-accepted|wrong-verdict|starter-unsolved) ' "$TMP/tap" >"$TMP/results"
  is "$(wc -l <"$TMP/results")" 6 "$device judges every kernel of a course's solutions"
  is "$(grep -c '^ok .* wrong-verdict ' "$TMP/results")" 3 \
    "$device: no wrong kernel is the judge's fault"
  like "$(cat "$TMP/tap")" '^# [0-3] of 3 wrong kernels give the right output here' \
    "$device: how many wrong kernels it would let through is said"
  WORKBENCH_COURSE=$course "$WORKBENCH" check --quick --format markdown --device "$device" >"$TMP/table"
  like "$(sed -n 3p "$TMP/table")" '^\| 1 \| Map \| 2 \| 3 \| 3 \| [0-3] \| [0-3] \|$' "$device: the table has it, too"
  is "$(grep -v ' wrong-verdict ' "$TMP/results" | grep -v '^ok')" "" "$device: right ones are accepted"
  grep -A8 '^not ok' "$TMP/tap" | sed 's/^/#   /'
  # A starter whose outputs are right may be wrong by what such a device does not count.
  cp "$course/solutions/01-map/accepted.cl" "$TMP/starter.cl"
  mv "$course/kernels/01-map.cl" "$TMP/kept.cl"
  mv "$TMP/starter.cl" "$course/kernels/01-map.cl"
  WORKBENCH_COURSE=$course "$WORKBENCH" check --quick --format tap --device "$device" >"$TMP/tap" 2>"$TMP/errors"
  like "$(grep ' starter-unsolved ' "$TMP/tap")" '^ok .* # SKIP outputs alone are compared$' \
    "$device: an accepted starter is no fault"
  mv "$TMP/kept.cl" "$course/kernels/01-map.cl"
done
tap_finish
