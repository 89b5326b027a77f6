#!/usr/bin/env bash
# Built-in operations of graphs give what plain loops of Lua give, on the CPU's path, the emulator and
# an OpenCL device; kernels are also made as for other devices; and nothing is found in them.
. "$(dirname "$0")/../../tap.sh"
. "$ROOT/tests/sample.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
export WORKBENCH_COURSE=$ROOT
HERE=$ROOT/tests/host/graph

# run_on DEVICE SCRIPT LEVEL LEAST: the script's lines are tests of their own; LEAST of them at least.
run_on() {
  local device=$1 script=$2 level=$3 least=$4
  "$WORKBENCH" lua "$HERE/$script.lua" "$level" --device "$device" >"$TMP/out" 2>"$TMP/err"
  is "$?:$(cat "$TMP/err")" "0:" "$script on $device: nothing is found"
  retell "$TMP/out" " on $device ($level)"
  [ "$(grep -cE '^(not )?ok ' "$TMP/out")" -ge "$least" ]
  ok $? "and all cases of $script are tried"
}

run_on emulator elementwise some 20
run_on emulator arrays some 25
run_on emulator results some 27
run_on emulator branchless some 10
for kind in path emulator cpu; do run_on emulator long_sums "$kind" 13; done
if ! "$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:'; then
  skip "no OpenCL device is here" "numbers on OpenCL"
elif sample_part "on OpenCL devices"; then
  run_on opencl elementwise few 5
  run_on opencl arrays few 10
  run_on opencl results few 27
  run_on opencl branchless few 10
  run_on opencl long_sums device 13
fi
tap_finish
