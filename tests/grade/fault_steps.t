#!/usr/bin/env bash
# grade where the disk is full, or no descriptor or memory is left, from each step on and in each step alone: of the process
# that judges and writes a run, of the one that merges shards, and of one that judges a shard. Nothing is half written, no
# text becomes a 0, and the run that goes on afterwards ends with the same bytes. So it does where the clock goes backwards.
# depends: tests/grade/faults
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/cli/device.sh"
. "$ROOT/tests/sample.sh"
[ -z "${SANITIZE:-}" ] || skip_all "a sanitizer stands where the faults would"
cc -shared -fPIC -D_GNU_SOURCE -w -o "$TMP/libc.so" "$ROOT/tests/grade/faults/libc.c" 2>/dev/null || skip_all "nothing compiles C here"
export WORKBENCH_COURSE=$COURSE
grade() { "$WORKBENCH" grade --unchecked "$@" >"$TMP/out" 2>"$TMP/err"; }
mkdir -p "$TMP/class"/{a,b}
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/class/a/01-map.cl"
cp "$COURSE/solutions/02-zip/wrong/zeros.cl" "$TMP/class/b/02-zip.cl"
grade "$TMP/class" --out "$TMP/run"
is "$?" 0 "a class is graded undisturbed"
like "$(cat "$TMP"/run/submissions/*/result.json)" '"points": 0.0' "and somebody has no points"

# ---- faults ----

# Faults begin with what each of them opens first of its own.
writer() { FAULT_FROM=run.lock LD_PRELOAD=$TMP/libc.so grade "$TMP/class" --out "$1"; }
merger() {
  FAULT_FROM=run.lock LD_PRELOAD=$TMP/libc.so grade "$TMP/class" --out "$1" --engine command "env -u LD_PRELOAD '$WORKBENCH' grade --shard {shard}"
}
# In the first of three rounds.
worker() {
  printf 'case $1 in */shards/1/*) export LD_PRELOAD=%s ;; esac\nexec "%s" grade --shard "$1"\n' "$TMP/libc.so" "$WORKBENCH" >"$TMP/worker.sh"
  FAULT_FROM=judgements.jsonl grade "$TMP/class" --out "$1" --engine command "sh $TMP/worker.sh {shard}"
}

# same RUN: what is there is what should be. Files that a process was ended over have other names.
same() { diff -rq -x '*.json.*' "$TMP/run/judged" "$1/judged" && diff -rq -x '*.json.*' "$TMP/run/submissions" "$1/submissions"; }
# half RUN: the results there that are not those of the undisturbed run.
half() {
  local file
  find "$1/judged" "$1/submissions" -name '*.json' 2>/dev/null | while read -r file; do
    cmp -s "$file" "$TMP/run/${file#"$1"/}" || echo "$file"
  done
}
# step WHO FAULT: says what is wrong, if anything is.
step() {
  local run=$TMP/step code
  rm -rf "$run"
  FAULT=$2 "$1" "$run" 2>/dev/null
  code=$?
  case $code in
  0) same "$run" || return ;;
  5) # Three tries are over: what could not be judged says so, and has no points.
    grep -rl '"points": 0.0,[^}]*"state": "not-judged"' "$run/submissions" && return
    rm -rf "$run" ;;
  *) half "$run" ;;
  esac
  grade "$TMP/class" --out "$run" --engine local || echo "exit code $? after $code"
  same "$run"
}

# steps WHO KIND PERIOD: from each step of this kind on, and in it alone; of many, every PERIOD-th. Of these a commit tries
# some.
steps() {
  local who=$1 kind=$2 count tried fault faults=0
  rm -f "$TMP/calls"
  FAULT=$kind:1000000000 FAULT_CALLS=$TMP/calls "$who" "$TMP/step" 2>/dev/null
  count=$(stat -c %s "$TMP/calls")
  # shellcheck disable=SC2046
  sample tried 100 "faults of the $who, $kind" $(seq 1 "$3" "$count" | sed "s/.*/$kind:& once:$kind:&/")
  for fault in "${tried[@]}"; do
    step "$who" "$fault" >"$TMP/fault"
    [ -s "$TMP/fault" ] || continue
    faults=$((faults + 1))
    sed "s/^/# $who, $fault: /" "$TMP/fault" "$TMP/err" | head -5
  done
  [ "$count" -ge 10 ] && [ "$faults" -eq 0 ]
  ok $? "$kind, ${#tried[@]} faults in the $count steps of the $who: nothing is half written, and afterwards there are the same bytes"
  rm -rf "$TMP/step"
}
for who in writer merger worker; do
  steps $who disk 1
  steps $who descriptors 1
  # Where no memory is left the process ends at once.
  steps $who memory 300
done

# ---- a clock that goes backwards ----

yesterday() { FAULT_SECONDS=-86400 LD_PRELOAD=$TMP/libc.so "$@"; }
# What the run has was made tomorrow.
tomorrow() { find "$1" -exec touch -d '+1 day' {} +; }
# all_points RUN: what a gradebook gets.
all_points() { "$WORKBENCH" grade --export csv "$1" --file-times 2>&1; }
for who in writer merger; do
  FAULT=disk:60 "$who" "$TMP/back" 2>/dev/null
  [ $? -ne 0 ] && [ -e "$TMP/back/run.json" ]
  ok $? "a run of the $who is cut off"
  tomorrow "$TMP/back"
  yesterday grade "$TMP/class" --out "$TMP/back"
  is "$?" 0 "what was begun tomorrow goes on yesterday"
  same "$TMP/back" >"$TMP/diff"
  ok $? "with the same bytes"
  sed 's/^/# /' "$TMP/diff"
  is "$(yesterday "$WORKBENCH" grade --status "$TMP/back" 2>&1)" "$("$WORKBENCH" grade --status "$TMP/back" 2>&1)" "--status says the same"
  rm -rf "$TMP/back"
done

cp -r "$COURSE" "$TMP/course"
sed -i 's/^}/  assignments = { { name = "hw1", puzzles = { "map" }, due = "2026-01-01T00:00Z", late = { each = "day", factor = 0.1, closes = "5d" } } },\n}/' "$TMP/course/course.lua"
touch -d 2026-01-02T12:00Z "$TMP/class/a/01-map.cl"
touch -d 2025-12-30T12:00Z "$TMP/class/b/02-zip.cl"
WORKBENCH_COURSE=$TMP/course grade "$TMP/class" --out "$TMP/late" --assignment hw1
points=$(WORKBENCH_COURSE=$TMP/course all_points "$TMP/late")
like "$points" '^a,.*,late,10,8,10,' "lateness is that of what was handed in"
is "$(FAULT_SECONDS=-63072000 WORKBENCH_COURSE=$TMP/course LD_PRELOAD=$TMP/libc.so all_points "$TMP/late")" "$points" "also where the clock says that nothing is due yet"
override() { "$WORKBENCH" grade --override "$TMP/run" b zip --points "$1" --by Eve --reason "$2"; }
override 3 "today" >/dev/null
yesterday override 4 "yesterday" >/dev/null
shown=$("$WORKBENCH" grade --show "$TMP/run" b)
like "$shown" 'gave 3 .*: today \(replaced\)' "of two overrides the later one counts"
like "$shown" 'gave 4 .*: yesterday$' "also where its time is the earlier one"
[ "$(sed -n 's/^ *\(20.*UTC\)  Eve gave 4 .*/\1/p' <<<"$shown")" '<' "$(sed -n 's/^ *\(20.*UTC\)  Eve gave 3 .*/\1/p' <<<"$shown")" ]
ok $? "which is the clock's"

tap_finish
