#!/usr/bin/env bash
# The kernels of lua/graph/library: right in every variant, clean under all checks of the emulator, also
# where the device is said to be a GPU, and right on an OpenCL device.
. "$(dirname "$0")/../../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
export WORKBENCH_COURSE=$ROOT

# run_on DEVICE LEAST: the script, whose lines are tests of their own; LEAST of them at least.
run_on() {
  local device=$1 least=$2 result name
  "$WORKBENCH" lua "$ROOT/tests/host/graph/library_test.lua" --device "$device" >"$TMP/out" 2>"$TMP/err"
  is "$?:$(cat "$TMP/err")" "0:" "the kernels on $device: nothing is found"
  while read -r result name; do
    case $result in
    ok) ok 0 "$name on $device" ;;
    not) ok 1 "${name#ok } on $device" ;;
    *) echo "$result $name" ;;
    esac
  done <"$TMP/out"
  [ "$(grep -cE '^(not )?ok ' "$TMP/out")" -ge "$least" ]
  ok $? "and all of them on $device are tried"
}

run_on emulator 70
if "$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:'; then
  run_on opencl 15
else
  skip "no OpenCL device is here" "the kernels on OpenCL"
fi
tap_finish
