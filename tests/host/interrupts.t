#!/usr/bin/env bash
# Ctrl-C in a Python program while a call runs, and the end of a program whose device is in a kernel that never ends.
# depends: tests/host/python/interrupts.py workbench/bindings/python
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
[ -z "${SANITIZE:-}" ] || skip_all "the run time of the sanitizers would have to be Python's first library"
export PYTHONPATH=$ROOT/workbench/bindings/python PYTHONDONTWRITEBYTECODE=1 WORKBENCH_LIBRARY=$BUILD/libworkbench.so.1 TMPDIR=$TMP
unset WORKBENCH_DEVICE
for python in python3 /usr/bin/python3 ''; do
  [ -z "$python" ] || ! "$python" -c "import numpy" 2>/dev/null || break
done
[ -n "$python" ] || skip_all "python3-numpy is not installed"
devices=emulator
"$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:' && devices="emulator opencl"

# ready N: the program is in its call number N. A device is there, and a while later its kernel runs.
ready() { [ "$(grep -c ready "$TMP/out")" -ge "$1" ]; }
said() { [ "$(grep -c "$1" "$TMP/out")" -ge "$2" ]; }
# begin WHAT DEVICE HOW: in a process of its own, which a shell would have ignore Ctrl-C.
begin() {
  : >"$TMP/out"
  "$python" -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
os.execv(sys.executable, [sys.executable] + sys.argv[1:])' "$ROOT/tests/host/python/interrupts.py" "$@" >"$TMP/out" 2>&1 &
  program=$!
  wait_until ready 1
}
# workers: the processes below the program, which are all that it has started.
workers() { below "$program"; }
below() {
  local child
  for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do
    echo "$child"
    below "$child"
  done
}
used() { awk '{ print $14 + $15 }' /proc/"$1"/stat 2>/dev/null; }
# computes: one of the workers has used the processor for a while: the kernel's. Compilers end sooner.
computes() {
  local worker
  for worker in $(workers); do [ "$(used "$worker")" -le 300 ] || return 0; done
  return 1
}
gone() {
  local process
  for process in "$@"; do [ ! -e /proc/"$process" ] || grep -q '^State:.Z' /proc/"$process"/status || return 1; done
}

for what in lua caught; do
  begin emulator $what twice
  kill -INT "$program"
  wait_until ready 2 && wait_until said interrupted 1
  ok $? "$what: Ctrl-C ends a call of a function that does not end"
  kill -INT "$program"
  wait "$program"
  is "$?: $(grep -v '^ready' "$TMP/out")" "0: interrupted
interrupted" "$what: and the next one, too"
done
for device in $devices; do
  begin "$device" kernel once
  wait_until computes
  ok $? "$device: a kernel that never ends runs"
  processes=$(workers)
  kill -INT "$program"
  wait "$program"
  is "$?: $(grep -v '^ready' "$TMP/out")" "0: interrupted" "$device: Ctrl-C ends the call that waits for it"
  wait_until gone $processes
  ok $? "$device: nothing that it started is left"
  begin "$device" kernel once
  wait_until computes
  processes=$(workers)
  kill -KILL "$program"
  wait "$program" 2>/dev/null
  wait_until gone $processes
  ok $? "$device: nor where the program is killed"
done
tap_finish
