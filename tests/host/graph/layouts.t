#!/usr/bin/env bash
# Work is shared among work-items by the kind of the device: the kernels for each kind give the same, and the
# emulator finds nothing in any of them.
. "$(dirname "$0")/../../tap.sh"
. "$ROOT/tests/sample.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
export WORKBENCH_COURSE=$ROOT

# run_as KIND DEVICE COUNT [OPTION]: layouts.lua, whose lines are tests, COUNT of them.
run_as() {
  local kind=$1 device=$2 count=$3 option=${4:-} line
  (cd "$ROOT/tests/host/graph" && "$WORKBENCH" lua layouts.lua "$kind" ${option:+"$option"} --device "$device") >"$TMP/out" 2>"$TMP/err"
  is "$?:$(cat "$TMP/err")" "0:" "kernels for $kind, on $device: nothing is found"
  while read -r line; do
    case $line in
    "ok - "*) ok 0 "${line#ok - } (for $kind, on $device) $option" ;;
    "not ok - "*) ok 1 "${line#not ok - } (for $kind, on $device)" ;;
    *) echo "$line" ;;
    esac
  done <"$TMP/out"
  is "$(grep -cE '^(not )?ok - ' "$TMP/out")" "$count" "all of them are tried"
}

run_as emulator emulator 25
run_as gpu emulator 25
run_as cpu emulator 25
run_as gpu emulator 8 long
run_as cpu emulator 8 long
if ! "$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:'; then
  skip "no OpenCL device is here" "layouts on OpenCL"
elif sample_part "on OpenCL devices"; then
  run_as device opencl 8
fi
tap_finish
