#!/usr/bin/env bash
# A device that fails, in each step that a program makes it do: whoever waits is told, with the device's words. No
# program comes to a clean end with wrong values, and no answer to a puzzle is to blame.
# depends: tests/host/faults tests/specs/host workbench/examples
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
. "$ROOT/tests/sample.sh"
HERE=$ROOT/tests/host/faults
unset WORKBENCH_DEVICE
mkdir "$TMP/libexec"
for program in "$BUILD"/workbench-*; do ln -s "$program" "$TMP/libexec/"; done
export WORKBENCH_LIBEXEC=$TMP/libexec
sed 's/source = "scalar_add"/source = "__kernel void scalar_add(__global float *data, uint n, float scalar) { data[get_global_id(0)] += scalar; }"/' \
  "$HERE/program.lua" >"$TMP/driver.lua"

# replace NAME COMMAND…: the worker is another one.
replace() {
  rm -f "$TMP/libexec/$1"
  printf '#!/bin/sh\n%s\n' "$2" >"$TMP/libexec/$1"
  chmod +x "$TMP/libexec/$1"
}

# in_each_step STEPS LEAST NAME RIGHT WORDS TEST…: TEST N, the fault in step N, prints RIGHT in a line and ends with 0, or
# says what WORDS match and ends with 4 or 5. That many steps are tried, and LEAST of them at least have something to tell. Of a
# driver, which takes long, a commit tries one step in $EVERY.
EVERY=1
in_each_step() {
  local steps=$1 least=$2 name=$3 right=$4 words=$5 step faults=0 tried out code
  shift 5
  sample tried $EVERY "steps of $name" $(seq 1 "$steps")
  for step in "${tried[@]}"; do
    out=$("$@" $step 2>&1)
    code=$?
    if [ $code -eq 4 ] || [ $code -eq 5 ]; then
      has_line "$(tr '\n' ' ' <<<"$out" | tr -s ' ')" "$words" && faults=$((faults + 1)) && continue
    elif [ $code -eq 0 ]; then
      has_line "$out" "$right" && continue
    fi
    is "$code: $out" "the right values, or the device's words" "$name: step $step"
    return
  done
  [ ${#tried[@]} -eq "$steps" ] || least=0
  ok $((faults < least)) "$name: $faults steps fail, and each is told"
}

# ---- a limit of addresses ------------------------------------------------------------------------------
have_driver=
"$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:' && have_driver=yes
if [ -z "${SANITIZE:-}" ] && [ -x "$BUILD/workbench-emulator" ]; then
  for device in emulator ${have_driver:+opencl}; do
    for gib in 1 64; do
      out=$(ulimit -v $((gib << 20)) && "$WORKBENCH" lua --device $device "$TMP/driver.lua" 2>&1)
      is "$?: $out" "0: last: 9.5 1 3.5" "with $gib GiB of addresses programs run on $device"
    done
  done
  printf 'local ctx = require("gpu").DeviceContext()\nlocal a = ctx:enqueue_create_host_buffer("char", 1 << 31)\n' >"$TMP/large.lua"
  out=$(ulimit -v $((1 << 20)) && "$WORKBENCH" lua "$TMP/large.lua" 2>&1)
  like "$?: $out" '^5: .*large.lua:2: cannot make a host buffer of 2147483648 bytes: Cannot allocate memory' "where they are too few, that is said"
fi

# ---- a worker whose device fails: what emulator and drivers have in common ---------------------------
replace workbench-emulator '[ "$1" = --list ] && exec '"$BUILD"'/workbench-emulator --list
exec '"$BUILD"'/tests/unit/device/remote.t --serve "$WORKBENCH_FAULT:$WORKBENCH_STEP"'
LOST='fake device (lost its connection|is out of memory)'
lua_step() { WORKBENCH_STEP=$1 "$WORKBENCH" lua "$HERE/program.lua"; }
judge_step() { WORKBENCH_STEP=$1 "$WORKBENCH" run 7 --json --file solutions/07-scalar-add/accepted.lua; }
c_step() {
  local out code
  out=$(WORKBENCH_STEP=$1 "$TMP/scalar_add")
  code=$?
  echo "$out"
  [ $code -ne 1 ] || return 5
  return $code
}
if [ -x "$BUILD/tests/unit/device/remote.t" ] && [ -x "$BUILD/workbench-emulator" ]; then
  for fault in fault:io fault:nomem checks:io; do
    export WORKBENCH_FAULT=$fault
    in_each_step 20 15 "a program in Lua, $fault" "^last: 9.5 1 3.5" "$LOST" lua_step
  done
  out=$(WORKBENCH_FAULT=fault:io WORKBENCH_STEP=9 "$WORKBENCH" lua "$HERE/program.lua" 2>&1)
  like "$out" 'program.lua:14: .*program.lua:(9|1[0-2]): the fake device lost' "with the line that waits and that of the command"
  cc -std=c11 ${SANITIZE:+-fsanitize=address,undefined} -I"$ROOT/workbench/host/library" -o "$TMP/scalar_add" "$ROOT/workbench/examples/scalar_add.c" -L"$BUILD" -lworkbench -Wl,-rpath,"$BUILD"
  in_each_step 12 7 "a program in C" "^20.0 39.0" "$LOST" c_step
  copy_course "$TMP/course"
  cp -r "$ROOT/tests/specs/host/07-scalar-add" "$TMP/course/puzzles/"
  cp -r "$ROOT/tests/specs/host/solutions" "$TMP/course/solutions/07-scalar-add"
  cp "$ROOT/tests/specs/host/starter.lua" "$TMP/course/kernels/07-scalar-add.lua"
  export WORKBENCH_WORK=$TMP/work WORKBENCH_COURSE=$TMP/course
  cd "$TMP/course" || exit 1
  for fault in checks:io checks:nomem; do
    WORKBENCH_FAULT=$fault
    in_each_step 11 6 "an answer to a puzzle, $fault" '^    "verdict": "accepted"|^  "verdict": "accepted"' \
      "\"verdict\": \"judge-error\".*$LOST" judge_step
  done
else
  skip "there is no worker for tests" "a program in Lua"
fi

# ---- a driver that fails ----------------------------------------------------------------------------
rm -f "$TMP/libexec/workbench-emulator"
ln -s "$BUILD/workbench-emulator" "$TMP/libexec/"
[ -n "$have_driver" ] || { skip "there is no OpenCL device" "a driver that fails"; tap_finish; exit; }
cc -shared -fPIC -D_GNU_SOURCE -DCL_TARGET_OPENCL_VERSION=120 -DCL_USE_DEPRECATED_OPENCL_1_2_APIS -w -o "$TMP/driver.so" "$HERE/driver.c" -ldl ||
  { skip "nothing compiles C here" "a driver that fails"; tap_finish; exit; }
replace workbench-opencl 'case $1 in --serve*) export LD_PRELOAD='"$TMP"'/driver.so ASAN_OPTIONS=verify_asan_link_order=0 ;; esac
CL_FAULT=$WORKBENCH_FAULT$WORKBENCH_STEP exec '"$BUILD"'/workbench-opencl "$@"'
RESOURCES='CL_OUT_OF_RESOURCES'
driver_step() { WORKBENCH_STEP=$1 "$WORKBENCH" lua --device opencl "$TMP/driver.lua"; }
# Of a kernel that fails while it runs it is not known that it is not its own fault.
late_step() {
  local out code
  out=$(WORKBENCH_FAULT=late: driver_step "$1" 2>&1)
  code=$?
  echo "$out"
  [ $code -ne 1 ] || ! tr -s ' \n' ' ' <<<"$out" | grep -q 'the launch of scalar_add was ended' || return 5
  return $code
}
cl_judge_step() { WORKBENCH_STEP=$1 "$WORKBENCH" run 7 --json --device opencl --file solutions/07-scalar-add/accepted.lua; }
cl_c_step() { WORKBENCH_DEVICE=opencl c_step "$1"; }
py_step() { WORKBENCH_STEP=$1 "$python" "$HERE/calls.py" "$ROOT/tests/host/library/ops"; }
export WORKBENCH_FAULT=
EVERY=10
in_each_step 40 24 "a program in Lua, a driver" "^last: 9.5 1 3.5" "$RESOURCES" driver_step
in_each_step 9 5 "a program in Lua, a driver that fails later" "^last: 9.5 1 3.5" "$RESOURCES" late_step
in_each_step 25 14 "a program in C, a driver" "^20.0 39.0" "$RESOURCES" cl_c_step
in_each_step 25 10 "an answer to a puzzle, a driver" '^    "verdict": "accepted"|^  "verdict": "accepted"' \
  "\"verdict\": \"judge-error\".*$RESOURCES" cl_judge_step
export PYTHONPATH=$ROOT/workbench/bindings/python PYTHONDONTWRITEBYTECODE=1 WORKBENCH_LIBRARY=$BUILD/libworkbench.so.1
for python in python3 /usr/bin/python3 ''; do
  [ -z "$python" ] || ! "$python" -c "import numpy" 2>/dev/null || break
done
if [ -n "$python" ] && [ -z "${SANITIZE:-}" ]; then
  in_each_step 40 10 "calls from Python, a driver" "^right" "$RESOURCES" py_step
else
  skip "python3-numpy is not installed" "calls from Python, a driver"
fi
tap_finish
