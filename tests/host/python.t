#!/usr/bin/env bash
# workbench.py: operations and graphs called with arrays of NumPy and tensors of PyTorch, where these are installed,
# and with arrays that stay on a device, which need neither; graphs made in Python.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
command -v python3 >/dev/null || skip_all "python3 is not installed"
[ -z "${SANITIZE:-}" ] || skip_all "the run time of the sanitizers would have to be Python's first library"
export PYTHONPATH=$ROOT/workbench/bindings/python PYTHONDONTWRITEBYTECODE=1
unset WORKBENCH_DEVICE

# having MODULE: a Python that has it; Debian's packages are those of /usr/bin.
having() {
  local python
  for python in python3 /usr/bin/python3; do
    "$python" -c "import $1" 2>/dev/null && echo "$python" && return
  done
}

# with SCRIPT PYTHON MODULE DEVICE: each check of python/SCRIPT is one of ours.
with() {
  local line checks=0
  "$2" "$ROOT/tests/host/python/$1" "$ROOT/tests/host/library/ops" "$3" "$4" "$ROOT/tests/host/library/graphs" >"$TMP/out" 2>"$TMP/err"
  local code=$?
  shift 2
  while IFS= read -r line; do
    case $line in
    "ok "*) ok 0 "$1, $2: ${line#* - }" ;;
    "not ok "*) ok 1 "$1, $2: ${line#* - }" ;;
    "#"*) echo "$line" ;;
    1..*) checks=${line#1..} ;;
    esac
  done <"$TMP/out"
  is "$code:$(cat "$TMP/err")" "0:" "$1, $2: it ends without an error"
  ok $((checks == 0)) "$1, $2: it comes to its end"
}

devices=emulator
"$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:' && devices="emulator opencl"
WORKBENCH_LIBRARY=$BUILD/libworkbench.so.1
export WORKBENCH_LIBRARY
for device in $devices; do
  for script in arrays.py graphs.py; do with $script python3 neither "$device"; done
done
for module in numpy torch; do
  python=$(having "$module")
  if [ -n "$python" ]; then
    for device in $devices; do
      for script in calls.py arrays.py graphs.py; do with $script "$python" "$module" "$device"; done
    done
  else
    skip "python3-$module is not installed" "operations and graphs with $module"
  fi
done

# Where the library is found.
like "$(WORKBENCH_LIBRARY=/nowhere python3 -c 'from workbench import CustomOpLibrary
CustomOpLibrary("ops")' 2>&1)" 'OperationError: libworkbench.so.1 is not found; WORKBENCH_LIBRARY says where it is: /nowhere' \
  "without the library it says so"
to=$TMP/prefix
make -s -C "$ROOT" install-files BUILD="$BUILD" PREFIX="$to" >"$TMP/log" 2>&1
is "$(cd / && env -u WORKBENCH_LIBRARY PYTHONPATH="$to/share/workbench/python" python3 -c 'from workbench import CustomOpLibrary
print(CustomOpLibrary("'"$ROOT"'/tests/host/library/ops"))' 2>&1)" \
  "CustomOpLibrary('$ROOT/tests/host/library/ops'): add_one, conv1d, flip_flags, keep, multiply, raise, repeat, rounded, scale, subtract, sum_axes, twice" \
  "installed it finds the library of its prefix"
tap_finish
