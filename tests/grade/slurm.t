#!/usr/bin/env bash
# A class is graded by Slurm while nodes, tasks and controllers are killed: each text is judged, and the results are
# the bytes that one process alone gives.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/cli/device.sh"
. "$(dirname "$0")/cluster.sh"
lacks=$(slurm_lacks)
[ -z "$lacks" ] || skip_all "$lacks"
export WORKBENCH_COURSE=$COURSE
grade() { "$WORKBENCH" grade "$@"; }
# start COMMAND...: in the background, with SIGINT as a terminal's shell would leave it.
start() { perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$@" & }
TEXTS=20

# ---- a class whose kernels take their time ----

for i in $(seq $TEXTS); do
  mkdir -p "$TMP/class/secretname$i"
  sed "s|size_t i.*|size_t i = get_global_id(0); /* $i */ for (volatile uint k = 0; k < 1500; k++) {}|" "$COURSE/solutions/01-map/accepted.cl" >"$TMP/class/secretname$i/01-map.cl"
done
mkdir "$TMP/few"
cp -r "$TMP/class"/secretname[12] "$TMP/few"
grade --unchecked "$TMP/class" --out "$TMP/local" >"$TMP/out" 2>&1
is "$?" 0 "the class is graded by one process"

# same RUN SENTENCE: it has what one process alone has found.
same() {
  diff -rq "$TMP/local/submissions" "$1/submissions" >"$1.diff" && diff -rq "$TMP/local/judged" "$1/judged" >>"$1.diff"
  ok $? "$2"
  head -5 "$1.diff" | sed 's/^/# /'
}
is_submitted() { [ -e "$TMP/$1/shards/$2/submitted" ]; }
# The shards of the attempts that have come to an end, or not, with how many attempts each.
tries() { ls "$TMP/$1/shards/$2/attempts" | cut -d- -f2 | sort -n | uniq -c | awk '{ print $2 ":" $1 }' | xargs; }

# ---- nodes and tasks ----

# A task of node N that has begun to judge and has not published: its numbers are in $worker and $attempt. What an attempt
# is called ends with who makes it, and a random number. Nothing is started for the question: judging does not take long.
at_work() {
  local set
  for attempt in "$TMP"/run/shards/1/attempts/*; do
    worker=${attempt%-*}
    worker=${worker##*-}
    [ ! -s "$attempt/judgements.jsonl" ] && mapfile -d '' set <"/proc/$worker/environ" && [[ " ${set[*]} " == *" SLURMD_NODENAME=n$1 "* ]] && return
  done 2>/dev/null
  return 1
}
# The worker of a node stops in the midst of a judgement.
catch() {
  local end=$((SECONDS + 180))
  until at_work "$1" && kill -STOP "$worker" 2>/dev/null && [ ! -s "$attempt/judgements.jsonl" ]; do
    [ $SECONDS -lt $end ] || return 1
    kill -CONT "$worker" 2>/dev/null
  done
  return 0
}

nodes() {
  start_cluster one 4
  touch "$TMP/one/held"
  on one start "$WORKBENCH" grade --unchecked "$TMP/class" --out "$TMP/run" --engine slurm --shards $TEXTS >"$TMP/one.out" 2>"$TMP/one.err"
  local first=$!
  wait_until is_submitted run 1
  kill -INT $first
  wait $first
  is "$?" 130 "Ctrl-C leaves an array to Slurm"
  like "$(cat "$TMP/one.err")" 'its jobs go on; `workbench grade --attach .*/run --unchecked`' "and says how to go on"
  on one scontrol show job >"$TMP/jobs" 2>&1
  like "$(cat "$TMP/jobs")" 'ArrayTaskId=1-20|ArrayTaskId=20|ArrayTaskId=[0-9,-]*20' "there is an array of 20"
  ! grep -q secretname "$TMP/jobs"
  ok $? "no name of a learner is in what Slurm knows"

  rm "$TMP/one/held"
  catch 2
  ok $? "a worker is stopped in the midst of a judgement"
  local twin=$worker left=$attempt shard
  kill_node one 2
  { cat "$TMP/one/run/slurmd-n1.pid" && tasks_on one 1; } | xargs kill -KILL 2>/dev/null
  shard=$(on one squeue -h -w n3 -t R -o %i | head -1)
  on one scontrol requeue "$shard"
  on one scontrol update NodeName=n4 State=DOWN Reason=test
  echo "# caught $left; requeued $shard"

  on one grade --unchecked --attach "$TMP/run" >"$TMP/one.out" 2>"$TMP/one.err"
  is "$?" 0 "with a node killed, another one's slurmd, a task requeued and a node down, all is judged"
  sed 's/^/# /' "$TMP/one.err"
  like "$(cat "$TMP/one.out")" "$TEXTS judged, 0 left" "each text once"
  same "$TMP/run" "with the same bytes"
  is "$(ls "$TMP/run/shards")" 1 "by one array: Slurm itself has started again what was lost"
  echo "# attempts by shard: $(tries run 1)"
  is "$(on one squeue -h | wc -l)" 0 "nothing waits any more"

  cp -r "$TMP/run/judged" "$TMP/before"
  kill -CONT "$twin"
  wait_until eval '! kill -0 '"$twin"
  # One that had not been given the text yet finds that it is judged.
  like "$(cat "$left/judgements.jsonl")" '"state":"done"|^$' "a task whose slurmd was killed lives, and ends what it does"
  diff -r "$TMP/before" "$TMP/run/judged"
  ok $? "its result is the twin of one that is published, and changes nothing"
  is "$(ls "$left")" judgements.jsonl "and is dropped"
}

# ---- controllers ----

id_of() { perl -ne 'print $1 if /"id": "(\w+)"/' "$TMP/run2/shards/$1/plan.json"; }
controller_answers() { on two scontrol ping | grep -q UP; }
both_run() { [ "$(on two squeue -h -t R -n "grade-$(id_of 2)" | wc -l)" -eq 2 ]; }

controllers() {
  start_cluster two 2
  touch "$TMP/two/held"
  cp -r "$TMP/two/state" "$TMP/two/written"
  on two start "$WORKBENCH" grade --unchecked "$TMP/class" --out "$TMP/run2" --engine slurm --shards 6 >"$TMP/two.out" 2>"$TMP/two.err"
  local merger=$! lost again stranger
  wait_until is_submitted run2 1
  lost=$(on two squeue -h -n "grade-$(id_of 1)" -o %F | sort -u)
  sleep 2
  kill_controller two
  # It writes what it knows some seconds late; whether within two is chance.
  rm -r "$TMP/two/state" && mv "$TMP/two/written" "$TMP/two/state"
  start_controller two
  wait_until controller_answers
  stranger=$(on two sbatch --parsable --hold --wrap true --output=/dev/null)
  is "$stranger" "$lost" "a controller that is killed two seconds after sbatch has lost the job, and gives its number again"
  wait_until is_submitted run2 2
  ok $? "what the queue has lost is submitted again"
  again=$(on two squeue -h -n "grade-$(id_of 2)" -o %F | sort -u)
  echo "# job $lost is lost, and somebody else's now; submitted again as $again"
  wait_until both_run
  # Eight seconds are enough as a rule; it must have written down that both run, and does so after any change.
  touch "$TMP/two/both"
  on two scontrol update JobId="$stranger" Nice=10
  sleep 8
  wait_until [ "$TMP/two/state/job_state" -nt "$TMP/two/both" ]
  kill_controller two
  sleep 1
  rm "$TMP/two/held"
  sleep 1
  start_controller two
  # Nodes on which it has started a job for the second time are drained, until who runs the cluster has looked.
  while kill -0 $merger 2>/dev/null; do
    ! on two sinfo -h -R 2>/dev/null | grep -q Duplicate || on two scontrol update NodeName='n[1-2]' State=RESUME
    sleep 0.5
  done
  wait $merger
  is "$?" 0 "one that is killed later loses nothing: all is judged"
  sed 's/^/# /' "$TMP/two.err"
  same "$TMP/run2" "with the same bytes, in spite of both"
  echo "# attempts by shard: $(tries run2 1), then $(tries run2 2)"
  cat "$TMP/run2/shards"/*/attempts/*/*.jsonl | grep -v '"state":"done"' | sed 's/^/# /'
}

# ---- the rest ----

# Slurm writes that down once the results are there.
completed() { grep -q 'grade-' "$TMP/three/log/jobcomp.txt"; }

others() {
  start_cluster three 2
  on three grade --unchecked "$TMP/few" --out "$TMP/gpu" --engine slurm --gres gpu:1 --partition grade >"$TMP/three.out" 2>&1
  is "$?" 0 "--gres gpu:1 is asked for"
  wait_until completed
  grep 'grade-' "$TMP/three/log/jobcomp.txt" >"$TMP/gpu.jobs"
  ! grep -v 'NodeList=n2' "$TMP/gpu.jobs" && [ -s "$TMP/gpu.jobs" ]
  ok $? "and only the node that has one judges"
  sed 's/^/# /' "$TMP/gpu.jobs"
  on three grade --unchecked "$TMP/few" --out "$TMP/nowhere" --engine slurm --partition nowhere >"$TMP/three.out" 2>"$TMP/three.err"
  is "$?" 4 "a partition that is not there: exit code 4"
  like "$(cat "$TMP/three.err")" '^workbench grade: sbatch: error: .*invalid partition' "with sbatch's own words"
  on three grade --unchecked --out "$TMP/nowhere" --engine slurm >"$TMP/three.out" 2>&1
  is "$?" 0 "another order goes on from there"
}

start_munge
all='nodes controllers others'
for one in $all; do
  (tap_count=0 tap_failed=0; $one; echo "# $one: $SECONDS s"; tap_finish) >"$TMP/$one.tap" 2>&1 &
done
wait
for one in $all; do retell "$TMP/$one.tap"; done
end_clusters
is "$(ours)" "" "nothing is left running"
show_logs
tap_finish
