#!/bin/bash
# Two workbenches on one store and one folder, and workbenches that are killed
# at any moment: progress and sources are whole.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
fake_course
database=$XDG_STATE_HOME/gpu-workbench/progress.db
attempts() { "$WORKBENCH" list --json | grep -o '"attempts": *[0-9]*' | head -n 1 | grep -o '[0-9]*$'; }

# A workbench that runs the puzzle $2 times: runs NAME TIMES.
runs() {
  {
    for ((i = 0; i < $2; i++)); do printf 'r\n:wait-result\n'; done
    echo ':wait-idle'
  } > "$TMP/script-$1"
  "$WORKBENCH" ui --script "$TMP/script-$1" 1 > "$TMP/said-$1" 2>&1
}

kernel wrong-answer 01-first
runs a 6 & first=$!
runs b 6 & second=$!
wait $first
is $? 0 "one of two workbenches on a store ends well"
wait $second
is $? 0 "so does the other"
is "$(cat "$TMP"/said-?)" "" "neither complains"
is "$(attempts)" 12 "every run of both counts"

# Both reset the same file again and again; each version that was there is kept.
kernel accepted 01-first
resets() {
  for ((i = 0; i < 4; i++)); do printf ':reset\ny\n:wait-idle\n'; done > "$TMP/script-$1"
  "$WORKBENCH" ui --script "$TMP/script-$1" 1 > "$TMP/said-$1" 2>&1
}
resets a & first=$!
resets b & second=$!
wait $first $second
cmp -s "$WORKBENCH_WORK/01-first.cl" "$WORKBENCH_COURSE/kernels/01-first.cl"
ok $? "two that reset one file leave the starter"
grep -ql "judge: accepted" "$WORKBENCH_WORK"/01-first.cl.~*~
ok $? "and the version from before, in a backup"

# ---- kill -9 ----
# A workbench that runs, saves and resets without end, killed after $1 hundredths
# of a second.
{
  for ((i = 0; i < 200; i++)); do printf 'r\n:wait-result\nH\n:reset\ny\n'; done
} > "$TMP/script-kill"
whole=0
mine='// judge: accepted'
for ((round = 0; round < 12; round++)); do
  kernel accepted 01-first
  cp "$WORKBENCH_WORK/01-first.cl" "$TMP/mine"
  before=$(attempts)
  "$WORKBENCH" ui --script "$TMP/script-kill" 1 > "$TMP/said" 2>&1 &
  pid=$!
  sleep "0.$((RANDOM % 4))$((RANDOM % 10))"
  kill -KILL $pid
  wait $pid 2> /dev/null
  after=$(attempts) || echo "# round $round: the progress cannot be read: $after"
  file=$WORKBENCH_WORK/01-first.cl
  if [ "${after:-0}" -ge "${before:-1}" ] &&
    { cmp -s "$file" "$TMP/mine" || cmp -s "$file" "$WORKBENCH_COURSE/kernels/01-first.cl"; } &&
    cat "$file" "$WORKBENCH_WORK"/01-first.cl.~*~ | grep -q "$mine"; then
    whole=$((whole + 1))
  fi
done
is "$whole" 12 "killed at any moment: progress never shrinks, files are whole, none is lost"
is "$(find "$(dirname "$database")" -name '*damaged*')" "" "the database is never damaged"
left() { cat /proc/[0-9]*/environ 2> /dev/null | tr '\0' '\n' | grep -c "^XDG_STATE_HOME=$TMP"; }
nothing_left() { [ "$(left)" -le "$(($1 + 0))" ]; }
# This shell and its pipe have it as well.
own=$( (left) )
wait_until nothing_left "$own"
ok $? "and no process stays behind"
tap_finish
