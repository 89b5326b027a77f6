#!/usr/bin/env bash
# A run in shards, judged by commands: the same bytes as by one process, whatever becomes of the commands; Slurm itself
# is in slurm.t.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/runs.sh"
. "$ROOT/tests/cli/device.sh"
export WORKBENCH_COURSE=$COURSE
grade() { "$WORKBENCH" grade --unchecked "$@" >"$TMP/out" 2>"$TMP/err"; }
worker="'$WORKBENCH' grade --shard {shard}"

# Nine texts of three puzzles; the spaces and quotes in names are for what commands are made of.
class="$TMP/a class's"
for puzzle in 01-map 02-zip 03-guards; do
  for i in 1 2 3; do
    mkdir -p "$class/s$i"
    { echo "// $i" && cat "$COURSE/solutions/$puzzle/accepted.cl"; } >"$class/s$i/$puzzle.cl"
  done
done
grade "$class" --out "$TMP/run"
is "$?" 0 "the class is graded by one process"
same() { # RUN SENTENCE
  diff -r "$TMP/run/judged" "$1/judged" >"$TMP/diff" && diff -r "$TMP/run/submissions" "$1/submissions" >>"$TMP/diff"
  ok $? "$2"
  head -5 "$TMP/diff" | sed 's/^/# /'
}

# ---- by commands ----

grade "$class" --out "$TMP/o'ne" --engine command "$worker" --shards 4
is "$?" 0 "a command for each shard judges all"
like "$(cat "$TMP/out")" '9 judged, 0 left' "and each text is judged"
same "$TMP/o'ne" "with the same bytes"
is "$(ls "$TMP/o'ne/shards/1/attempts" | cut -d- -f2 | sort | xargs)" "1 2 3 4" "each shard by a process of its own"
! grep -rqE '[/"]s[123][/"]|a class' "$TMP/o'ne/shards"
ok $? "no manifest or log has a name of whoever handed in"
[ "$(sed -n 's/.*"milliseconds":\([0-9]*\).*/\1/p' "$TMP/o'ne"/shards/1/attempts/*/judgements.jsonl | sort -n | head -1)" -gt 0 ]
ok $? "how long it took is beside the results, not in them"
if command -v parallel >/dev/null; then
  grade "$class" --out "$TMP/parallel" --engine command "parallel --will-cite -j2 -a {list} '$WORKBENCH' grade --shard" --shards 4
  is "$?" 0 "GNU parallel judges all shards of a list"
  same "$TMP/parallel" "with the same bytes"
else
  skip "parallel is not installed" "GNU parallel judges all shards of a list"
fi

# ---- commands that fail ----

cat >"$TMP/once.sh" <<END
# Judges a shard at the second round alone.
case \$1 in */1/*) exit 0 ;; esac
exec "$WORKBENCH" grade --shard "\$1"
END
grade "$class" --out "$TMP/twice" --engine command "sh $TMP/once.sh {shard}" --shards 2
is "$?" 0 "what was not judged is submitted again"
same "$TMP/twice" "with the same bytes"
is "$(cd "$TMP/twice/shards" && echo *)" "1 2" "as a plan of its own"
grade "$class" --out "$TMP/never" --engine command "echo nothing; false {shard}" --shards 2
is "$?" 5 "what is not judged in three rounds is for a person"
like "$(cat "$TMP/out")" '0 judged, 0 left, 9 could not be judged' "and is counted"
is "$(cd "$TMP/never/shards" && echo *)" "1 2 3" "there are three"
is "$(cat "$TMP/never/shards/3/log/1.txt")" nothing "what the command said is in the log"
like "$("$WORKBENCH" grade --show "$TMP/never" s1)" 'not-judged .*no process that judged it came to an end' "and why is shown"
grade "$class" --out "$TMP/absent" --engine command "'$WORKBENCH' grade --course '$ROOT' --shard {shard}" --shards 2
is "$?" 5 "processes with another course judge nothing"
like "$(cat "$TMP/absent/shards/3/log/1.txt")" 'this run was begun with another' "and say so in the log"

# What says something else of the first text of a shard than the judge, and then judges all.
cat >"$TMP/liar.sh" <<END
cd "$TMP/run/judged/01-map"
first=\$(ls | head -1)
mkdir "\$(dirname "\$1")/attempts/another"
sed 's/"accepted"/"wrong-answer"/' "\$first" >"\$(dirname "\$1")/attempts/another/01-map-\$first"
exec "$WORKBENCH" grade --shard "\$1"
END
grade "$class" --out "$TMP/twins" --engine command "sh $TMP/liar.sh {shard}" --shards 1
is "$?" 5 "two results of one text that differ are no result"
like "$(cat "$TMP/out")" '8 judged, 0 left, 1 could not be judged' "and no other text is the worse for it"
is "$(ls "$TMP/twins/shards/1/attempts/another" | sed 's/[0-9a-f]\{64\}/SHA/' | xargs)" "01-map-SHA.json 01-map-SHA.json.first" "both are kept"
like "$(cat "$TMP/twins"/submissions/*/result.json)" 'two judgements of this text differ: shards/1/attempts/another/' "and named"

# ---- by what answers as Slurm does ----

# sbatch refuses once; what it took then is held until it is released, and judged when squeue is asked once more.
mkdir "$TMP/bin"
cat >"$TMP/bin/sbatch" <<END
#!/bin/sh
printf '%s\n' "\$@" >"$TMP/submitted"
[ -e "$TMP/refused" ] || { : >"$TMP/refused"; echo "sbatch: error: Socket timed out" >&2; rm "$TMP/submitted"; exit 1; }
echo 7
END
cat >"$TMP/bin/squeue" <<END
#!/bin/sh
[ -e "$TMP/submitted" ] || exit 0
[ -e "$TMP/released" ] || { echo "7_1 launch failed requeued held"; exit; }
for i in 1 2 3; do SLURM_ARRAY_TASK_ID=\$i sh "\$(tail -n 1 "$TMP/submitted")"; done >"$TMP/tasks"
END
cat >"$TMP/bin/scontrol" <<END
#!/bin/sh
echo "\$@" >"$TMP/released"
END
chmod +x "$TMP/bin"/*
PATH=$TMP/bin:$PATH grade "$class" --out "$TMP/fifty%d" --engine slurm --shards 3 --jobs 2 --gres gpu:1
is "$?" 0 "a controller that is busy is asked again"
same "$TMP/fifty%d" "and judges the same bytes, whatever the folder is called"
like "$(cat "$TMP/released")" '^release jobname=grade-[0-9a-f]{16}$' "what Slurm holds since it could not start it is released"
is "$(sed 's/grade-.*/grade-ID/; /^.tmp/d; s/=.*%d$/=RUN/; /job.sh$/d' "$TMP/submitted" | xargs)" \
  "--parsable --requeue --open-mode=append --job-name=grade-ID --array=1-3 --chdir=RUN --output=shards/1/log/%a.txt --cpus-per-task=2 --gres=gpu:1" \
  "sbatch gets one array"

# ---- Ctrl-C, and going on ----

perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$WORKBENCH" grade --unchecked "$class" --out "$TMP/stopped" \
  --engine command "echo \$\$ >>$TMP/pids; exec sleep 600 {shard}" --shards 3 --jobs 2 >"$TMP/out" 2>"$TMP/err" &
child=$!
begun() { [ "$(wc -l <"$TMP/pids")" -eq 2 ]; }
wait_until begun
kill -INT $child
wait $child
is "$?" 130 "Ctrl-C ends it"
like "$(cat "$TMP/err")" 'grade --out .*/stopped --unchecked. goes on from here' "says how to go on"
commands_left() { while read -r pid; do ! kill -0 "$pid" || return 0; done <"$TMP/pids" && return 1; }
none_left() { ! commands_left; }
wait_until none_left
ok $? "and ends its commands"
grade --out "$TMP/stopped" --engine command "$worker"
is "$?" 0 "another command goes on"
same "$TMP/stopped" "with the same bytes"
{
  grade "$class" --out "$TMP/left" --engine command "kill -KILL \$PPID; exit {shard}"
  grade --attach "$TMP/left"
} 2>/dev/null # who was killed
[ -e "$TMP/left/shards/1/plan.json" ] && ! [ -e "$TMP/left/shards/1/closed" ]
ok $? "after a kill, --attach goes on with the same command, which kills it again"
grade --out "$TMP/left" --engine local
is "$?" 0 "--engine local goes on by itself"
same "$TMP/left" "with the same bytes"

# ---- wrong usage ----

refuse "no command" 'needs the command behind it' "$class" --out "$TMP/none" --engine command
refuse "an unknown engine" '--engine takes local' "$class" --out "$TMP/none" --engine htcondor
refuse "shards without an engine" '--shards is for --engine slurm' "$class" --out "$TMP/none" --shards 3
refuse "a partition without Slurm" '--partition is for --engine slurm' "$class" --out "$TMP/none" --engine command "$worker" --partition x
refuse "too many shards" 'at most 1000' "$class" --out "$TMP/none" --engine command "$worker" --shards 1001
refuse "--attach with more than a run" '--engine is for --again, judging' --attach "$TMP/run" --engine slurm
refuse "--attach to what is no run" 'is no run yet' --attach "$TMP/none"
"$WORKBENCH" grade --shard "$TMP/twice/shards/1/plan.json" >"$TMP/out" 2>"$TMP/err"
is "$?" 2 "a shard that is a plan: exit code 2"
like "$(cat "$TMP/err")" 'does not belong to the plan' "a shard that is a plan: says why"
"$WORKBENCH" grade --shard "$TMP/none.json" >"$TMP/out" 2>"$TMP/err"
like "$(cat "$TMP/err")" 'cannot find the shard' "a shard that is not there is an error"
PATH=$TMP "$WORKBENCH" grade --unchecked "$class" --out "$TMP/slurm" --engine slurm >"$TMP/out" 2>"$TMP/err"
is "$?" 4 "without Slurm: exit code 4"
like "$(cat "$TMP/err")" 'sbatch is not on this machine' "and what is missing"

tap_finish
