#!/bin/bash
# Every solution is accepted and every wrong kernel rejected for the reason
# that it names, on the emulator. So are some of them by the same command on every OpenCL
# device; tests/unit/judge/opencl_test.c has all of them judged there.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
[ -x "$WORKBENCH" ] || skip_all "$WORKBENCH is not built"

# judge_solutions DEVICE: what check says of each kernel, as TAP, to $TMP/results.
judge_solutions() {
  "$WORKBENCH" check --quick --format tap --device "$1" >"$TMP/tap" 2>"$TMP/errors"
  grep -E '^(not )?ok [0-9]+ - [^ ]+ (right-accepted|wrong-verdict|starter-unsolved) ' "$TMP/tap" >"$TMP/results"
}

# check_results DEVICE: one test for each kernel.
check_results() {
  while IFS= read -r line; do
    grep -q '^ok' <<<"$line"
    ok $? "$1: ${line#*- }"
  done <"$TMP/results"
  grep -A8 '^not ok' "$TMP/tap" | sed 's/^/#   /'
}

kernels=$(cd "$ROOT" && ls kernels/*.cl solutions/*/accepted.cl solutions/*/{right,wrong}/*.cl | wc -l)

if [ -x "$BUILD/workbench-emulator" ]; then
  judge_solutions emulator
  is "$(wc -l <"$TMP/results")" "$kernels" "the emulator judges every kernel of solutions/"
  sed 's/^/#   /' "$TMP/errors"
  check_results emulator
  for starter in "$ROOT"/kernels/[0-9]*.cl; do
    slug=$(basename "$starter" .cl)
    verdict=$("$WORKBENCH" run "$slug" --file "$starter" --json | sed -n 's/^  "verdict": "\(.*\)",*$/\1/p')
    is "$verdict" wrong-answer "emulator: the starter of $slug is not a solution"
  done
else
  skip "workbench-emulator is not built" "the emulator judges every kernel of solutions/"
fi

devices=
[ -x "$BUILD/workbench-opencl" ] &&
  devices=$("$WORKBENCH" devices --json | grep -o '"opencl:[0-9.]*"' | tr -d '"')
[ -n "$devices" ] || skip "no OpenCL device on this machine" "solutions are accepted on OpenCL devices"
# Two that are right, and three that are wrong, one of which OpenCL lets through.
course=$TMP/course
small_course "$course"
add_solutions "$course" accepted right/pointers wrong/{copy,one-before,accumulates}
for device in $devices; do
  WORKBENCH_COURSE=$course judge_solutions "$device"
  is "$(wc -l <"$TMP/results")" 6 "$device judges every kernel of a course's solutions"
  is "$(grep -c '^ok .* wrong-verdict ' "$TMP/results")" 3 \
    "$device: no wrong kernel is the judge's fault"
  like "$(cat "$TMP/tap")" '^# [0-3] of 3 wrong kernels give the right output here' \
    "$device: how many wrong kernels it would let through is said"
  grep -v ' wrong-verdict ' "$TMP/results" >"$TMP/accepted"
  mv "$TMP/accepted" "$TMP/results"
  check_results "$device"
done
tap_finish
