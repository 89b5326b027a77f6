#!/usr/bin/env bash
# Ctrl-C: at once, with exit code 130, and nothing left running.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/device.sh"
. "$ROOT/tests/courses.sh"
busy_kernel >"$TMP/kernel.cl"
copy_course "$TMP/course"
sed -i 's/time_ms = 5000/time_ms = 200000/' "$TMP/course/puzzles/01-map/puzzle.lua"
export WORKBENCH_COURSE=$TMP/course

# start COMMAND...: in a session of its own, so that all that it starts is
# found again; with SIGINT as a terminal's shell would leave it.
start() {
  setsid perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$@" >"$TMP/out" 2>"$TMP/err" &
  child=$!
}
# Names of the session's processes, but for zombies.
session() {
  sed -n 's/^[0-9]* (\(.*\)) \(.\) [0-9]* [0-9]* \([0-9]*\) .*/\1 \2 \3/p' /proc/[0-9]*/stat 2>/dev/null |
    awk -v s="$child" '$NF == s && $(NF - 1) != "Z" { print $1 }'
}
nothing_left() { [ -z "$(session)" ]; }
# The work has come as far as the process that holds the device, and to listening to
# Ctrl-C: SIGINT is blocked.
listens() { grep -Eq '^SigBlk:.*[2367abef]$' "/proc/$child/status"; }
at_work() { session | grep -Eq '^workbench-(emul|open)' && listens; }
now() { date +%s%N; }

# interrupt WHAT: Ctrl-C ends what was started, at once: long before its own limits.
interrupt() {
  local before took
  before=$(now)
  kill -INT "$child"
  wait "$child"
  is "$?" 130 "Ctrl-C during $1 exits with 130"
  took=$((($(now) - before) / 1000000))
  [ "$took" -lt 180000 ]
  ok $? "at once ($took ms)"
  wait_until nothing_left
  is "$(session)" "" "no process of $1 is left"
}

start "$WORKBENCH" run map --device "$DEVICE" --file "$TMP/kernel.cl"
wait_until at_work
like "$(session)" 'workbench' "the run is under way"
interrupt "a run"
like "$(cat "$TMP/err")" '^interrupted$' "it says so"

mkdir -p "$WORKBENCH_WORK"
cp "$TMP/kernel.cl" "$WORKBENCH_WORK/01-map.cl"
# whole_report: JSON that says why not all is in it.
whole_report() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["trouble"]["cause"])' "$TMP/out"; }
start "$WORKBENCH" check-all --device "$DEVICE" -j 2 --json
wait_until at_work
interrupt check-all
is "$(whole_report)" "cancelled" "its report is whole, and says so"

start "$WORKBENCH" check --device "$DEVICE" -j 2 --json
wait_until at_work
interrupt check
is "$(whole_report)" "cancelled" "its report is whole, and says so"

# A pack that takes its time: of bytes that no archive makes smaller.
mkdir -p "$TMP/course/kernels/include"
for name in a b c d e f g h; do
  head -c 3000000 /dev/urandom | base64 -w 100 >"$TMP/course/kernels/include/$name.h"
done
mkdir "$TMP/packs"
echo old >"$TMP/packs/all.tar.xz"
packing() { session | grep -q '^workbench-arch' && listens && [ -n "$(find "$TMP/packs" -name 'all.tar.xz.*' -size +1k)" ]; }
start "$WORKBENCH" pack --course "$TMP/course" --grader "$TMP/packs/all.tar.xz"
wait_until packing
ok $? "an archive is half written"
interrupt pack
like "$(cat "$TMP/err")" '^interrupted$' "it says so"
is "$(ls -A "$TMP/packs")" "all.tar.xz" "nothing of the new archive is left"
is "$(cat "$TMP/packs/all.tar.xz")" "old" "and the old one is as it was"

start "$WORKBENCH" run map --device "$DEVICE"
wait_until at_work
kill -KILL "$child"
wait "$child" 2>/dev/null
wait_until nothing_left
is "$(session)" "" "a killed workbench leaves no process either"

start "$WORKBENCH" watch map --device "$DEVICE"
wait_until at_work
interrupt watch

# As a shell without job control starts a command in the background.
(
  trap '' INT
  exec "$WORKBENCH" run map --device "$DEVICE" --file "$TMP/kernel.cl" >"$TMP/out" 2>"$TMP/err"
) &
child=$!
sleep 0.7
kill -INT "$child"
sleep 0.3
kill -0 "$child"
ok $? "where Ctrl-C is to be ignored, a run goes on"
kill -KILL "$child"
wait "$child" 2>/dev/null

tap_finish
