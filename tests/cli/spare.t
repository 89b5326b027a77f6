#!/usr/bin/env bash
# watch keeps a judge that waits for the next save: whatever happens to that
# one, the next verdict is right, and nothing of it is left at the end.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
export WORKBENCH_CACHE=off
file=$WORKBENCH_WORK/01-map.cl
mkdir -p "$WORKBENCH_WORK"
cp "$COURSE/solutions/01-map/accepted.cl" "$file"

start() {
  setsid perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$WORKBENCH" "$@" >"$TMP/out" 2>"$TMP/err" &
  child=$!
}
# Name and number of the session's processes, but for zombies.
session() {
  sed -n 's/^\([0-9]*\) (\(.*\)) \(.\) [0-9]* [0-9]* \([0-9]*\) .*/\2 \1 \3 \4/p' /proc/[0-9]*/stat 2>/dev/null |
    awk -v s="$child" '$NF == s && $(NF - 1) != "Z" { print $1, $2 }'
}
nothing_left() { [ -z "$(session)" ]; }
process() { session | awk -v name="$1" 'index($1, name) == 1 { print $2; exit }'; }
# The spare has come as far as the clang that waits for a text.
ready() { [ -n "$(process workbench-clang)" ]; }
verdicts() { grep -c -E "^(. )?$1" "$TMP/out"; }
seen() { [ "$(verdicts "$1")" -ge "$2" ]; }
accepted=0 wrong=0
# save NAME WORDS: saves the kernel that is not there now, and expects its verdict.
save() {
  if grep -q WRONG "$file"; then
    accepted=$((accepted + 1))
    cp "$COURSE/solutions/01-map/accepted.cl" "$file"
    wait_until seen accepted "$accepted"
  else
    wrong=$((wrong + 1))
    { cat "$COURSE/solutions/01-map/wrong/zeros.cl"; echo "// WRONG"; } >"$file.new"
    mv "$file.new" "$file"
    wait_until seen wrong-answer "$wrong"
  fi
  ok $? "$1"
}
# What dies between two runs: victim NAME PREFIX SIGNAL
victim() {
  wait_until ready
  local number
  number=$(process "$2")
  [ -n "$number" ]
  ok $? "$1 is there"
  kill "-$3" "$number"
  sleep 0.1
  save "after $1 got SIG$3, a save is judged right"
}

start watch map
accepted=1
wait_until seen accepted 1
ok $? "the file is judged at once"
wait_until ready
ok $? "a judge waits for the next save, with its worker, compiler and clang"
save "a changed kernel is judged anew"
save "and again"
victim "the judge that waits" workbench-judge KILL
victim "its worker" workbench-emul KILL
victim "its compiler" workbench-comp KILL
victim "its clang" workbench-clang KILL
victim "the judge that waits" workbench-judge STOP
victim "its worker" workbench-emul STOP
victim "its compiler" workbench-comp STOP
victim "its clang" workbench-clang STOP
unlike "$(cat "$TMP/out" "$TMP/err")" 'judge-error' "nobody heard of that"
is "$(verdicts accepted) $(verdicts wrong-answer)" "$accepted $wrong" "every save had one verdict"

# As Ctrl-Z does: the group that the terminal knows, in which no judge is.
wait_until ready
kill -STOP "$child"
stopped() { grep -q '^State:.T' "/proc/$child/status"; }
wait_until stopped
[ -n "$(process workbench-judge)" ]
ok $? "the judge waits on while watch is stopped"
wrong=$((wrong + 1))
{ cat "$COURSE/solutions/01-map/wrong/zeros.cl"; echo "// WRONG, while stopped"; } >"$file.new"
mv "$file.new" "$file"
kill -CONT "$child"
wait_until seen wrong-answer "$wrong"
ok $? "what was saved meanwhile is judged when it goes on"
save "and so is what is saved then"
is "$(verdicts accepted) $(verdicts wrong-answer)" "$accepted $wrong" "each once"

wait_until ready
kill -INT "$child"
wait "$child"
is "$?" 130 "Ctrl-C ends it"
wait_until nothing_left
is "$(session)" "" "no process is left"

start watch map
wait_until ready
kill -KILL "$child"
wait "$child" 2>/dev/null
wait_until nothing_left
is "$(session)" "" "a killed workbench leaves no process either"

# An OpenCL driver is not kept waiting.
start watch map --device no-such-device
wait_until grep -q 'Waiting for the next save' "$TMP/out"
is "$(session | grep -c judge)" 0 "no judge waits for a device that is not the emulator"
kill -KILL "$child"
wait "$child" 2>/dev/null

# The UI does likewise. What is saved is run there as well: when a spare is ready.
cp "$COURSE/solutions/01-map/accepted.cl" "$file"
cat >"$TMP/script" <<END
:wait-idle
:puzzle 1
:save-display $TMP/there
:wait-result
:save-display $TMP/first
:wait-result
:save-display $TMP/second
:wait-result
END
# save_words WORDS: the right kernel, with other words after it.
save_words() {
  { cat "$COURSE/solutions/01-map/accepted.cl"; echo "// $1"; } >"$file.new"
  mv "$file.new" "$file"
}
start ui --script "$TMP/script"
wait_until test -s "$TMP/there" && wait_until ready
ok $? "a judge waits for the first run of the UI"
kill -KILL "$(process workbench-judge)"
save_words first
wait_until test -s "$TMP/first"
like "$(cat "$TMP/first")" 'ccepted' "the first run is right, though that judge was killed"
wait_until ready
ok $? "another waits for the second"
save_words second
wait_until test -s "$TMP/second"
like "$(cat "$TMP/second")" 'ccepted' "which is right, too"
wait_until ready
ok $? "and one more for the third"
save_words third
wait "$child"
is "$?" 0 "the UI ends"
wait_until nothing_left
is "$(session)" "" "no process of it is left"
tap_finish
