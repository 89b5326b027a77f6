#!/usr/bin/env bash
# Whatever of `grade` is killed at whatever moment, it is gone on with, and the results are the bytes of a run that
# nobody disturbed: grade itself, grade while an engine judges for it, and the engine's processes.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/cli/device.sh"
export WORKBENCH_COURSE=$COURSE
seed=${SAMPLE:-1} kills=50
[ -z "${SAMPLE:-}" ] || kills=3
[ $kills -eq 50 ] || echo "# left out: $(((50 - kills) * 3)) of 150 kills"
RANDOM=$seed
grade() { "$WORKBENCH" grade --unchecked "$@" >"$TMP/out" 2>"$TMP/err"; }
now() { echo $(($(date +%s%N) / 1000000)); }

"$ROOT/tests/grade/class" --size 12 --seed "$seed" --without cheat,attack --course "$COURSE" "$TMP/all" >/dev/null
began=$(now)
grade "$TMP/all/class" --out "$TMP/run"
code=$?
took=$(($(now) - began))
[ $code -le 1 ]
ok $? "a class (seed $seed) is graded undisturbed (exit code $code, $took ms)"
worker="$WORKBENCH grade --shard {shard}"

# same FOLDER: what was published and reported is what it should be, and nothing is left of files that somebody was killed over.
same() { diff -rq "$TMP/run/judged" "$1/judged" && diff -rq "$TMP/run/submissions" "$1/submissions"; }

# leave FOLDER: what a process that is killed just then would leave. Few kills hit that moment.
leave() {
  for file in "$1"/judged/*/ "$1"/submissions/*/; do [ ! -d "$file" ] || echo '{"half' >"${file}result.json.aB3dE9"; done
}

# end FOLDER OPTION...: the run is gone on with to its end, and compared.
end() {
  leave "$1"
  grade "$TMP/all/class" --out "$@"
  [ $? -eq $code ] && same "$1" >>"$TMP/differences" || { faults=$((faults + 1)); cat "$TMP/err" >>"$TMP/differences"; }
  rm -rf "$1"
}

# disturb SENTENCE OPTION...: grade with these options is killed, gone on with, and killed, until it is through; then once
# more from the beginning.
disturb() {
  local sentence=$1 done=0 runs=0
  shift
  faults=0
  : >"$TMP/differences"
  while [ $done -lt $kills ]; do
    "$WORKBENCH" grade --unchecked "$TMP/all/class" --out "$TMP/disturbed" "$@" >"$TMP/out" 2>"$TMP/err" &
    sleep "$(printf '0.%03d' $((RANDOM % 1000)))"
    if kill -KILL $! 2>/dev/null; then
      done=$((done + 1))
      wait $! 2>/dev/null
    else
      wait $!
      runs=$((runs + 1))
      end "$TMP/disturbed" "$@"
    fi
  done
  end "$TMP/disturbed" "$@"
  is "$faults" 0 "$sentence, $done times in $((runs + 1)) runs: the same bytes"
  sed 's/^/# /' "$TMP/differences" | head -5
}
disturb "grade is killed"
disturb "grade is killed while other processes judge for it" --engine command "$worker" --shards 5 --jobs 2

# The processes that judge a shard, of this test.
workers() { pgrep -f -- "^$WORKBENCH grade --shard $TMP/killed/"; }

some_or_over() { workers || ! kill -0 "$merger"; }

# kill_workers N: one after the other, at any moment of its life; fewer where $merger has ended. How many there were to
# kill is in $done.
kill_workers() {
  local pids
  for _ in $(seq "$1"); do
    wait_until some_or_over
    sleep "$(printf '0.%03d' $((RANDOM % 400)))"
    mapfile -t pids < <(workers)
    [ ${#pids[@]} -gt 0 ] && kill -KILL "${pids[RANDOM % ${#pids[@]}]}" 2>/dev/null && done=$((done + 1))
  done
}

# A shard whose process is killed in each of the three rounds would be given up, so that a run gets two kills.
done=0 runs=0 faults=0
: >"$TMP/differences"
while [ $done -lt $kills ]; do
  "$WORKBENCH" grade --unchecked "$TMP/all/class" --out "$TMP/killed" --engine command "$worker" --shards 5 --jobs 2 >"$TMP/out" 2>"$TMP/err" &
  merger=$!
  kill_workers 2
  wait $merger
  ended=$?
  [ $ended -eq $code ] && same "$TMP/killed" >>"$TMP/differences" || { faults=$((faults + 1)); echo "exit code $ended" >>"$TMP/differences"; }
  runs=$((runs + 1))
  rm -rf "$TMP/killed"
done
is "$faults" 0 "who judges a shard is killed, $done times in $runs runs: the same bytes"
sed 's/^/# /' "$TMP/differences" "$TMP/err" | head -5
tap_finish
