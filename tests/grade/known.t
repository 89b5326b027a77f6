#!/usr/bin/env bash
# A class with known answers is graded: every state and verdict is the known one, in whatever way it is graded the
# results are the same bytes, and what attackers hand in changes nobody else's.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
. "$(dirname "$0")/cluster.sh"
export WORKBENCH_COURSE=$COURSE
GRADE=$ROOT/tests/grade
# All attacks are in a class of 500; a sample has another class each time.
size=500 seed=1
[ -z "${SAMPLE:-}" ] || size=48 seed=$SAMPLE
make_class() { "$GRADE/class" --size "$size" --seed "$seed" --course "$COURSE" "$@" >"$TMP/out" 2>&1; }
grade() { "$WORKBENCH" grade "$@" >"$TMP/out" 2>"$TMP/err"; }

make_class "$TMP/all"
grade "$TMP/all/class" --out "$TMP/run"
code=$?
[ "$code" -le 1 ]
ok $? "a class of $size (seed $seed) is graded (exit code $code)"
sed 's/^/# /' "$TMP/err"
"$GRADE/compare" "$TMP/all/answers.json" "$TMP/run" >"$TMP/compared" 2>&1
retell <(grep -v '^TAP version' "$TMP/compared")

same() { # SENTENCE RUN [AS]
  diff -rq "${3:-$TMP/run}/submissions" "$2/submissions" >"$TMP/diff"
  ok $? "$1: the same bytes"
  head -5 "$TMP/diff" | sed 's/^/# /'
}
grade "$TMP/all/class" --out "$TMP/one" -j1
same "one at a time" "$TMP/one"
if sample_part "in more ways"; then
  grade "$TMP/all/class" --out "$TMP/eight" -j8
  same "eight at a time" "$TMP/eight"
  grade "$TMP/all/class" --out "$TMP/shards" --engine command "'$WORKBENCH' grade --shard {shard}" --shards 7
  same "in shards, by commands" "$TMP/shards"
  # By folders whose names say whose they are, so that the order in which they are named is free.
  make_class --shape plain "$TMP/plain"
  grade "$TMP/plain/class" --out "$TMP/plain/run"
  readarray -d '' reversed < <(find "$TMP/plain/class" -mindepth 1 -maxdepth 1 -print0 | sort -rz)
  grade "${reversed[@]}" --one --out "$TMP/reversed"
  same "in the reverse order" "$TMP/reversed" "$TMP/plain/run"
fi

lacks=$(slurm_lacks)
if [ -n "$lacks" ]; then
  skip "$lacks" "by Slurm: the same bytes"
elif sample_part "by Slurm"; then
  start_munge
  start_cluster cluster 4
  SECONDS=0
  on cluster grade "$TMP/all/class" --out "$TMP/slurm" --engine slurm --shards 20
  echo "# by Slurm: $SECONDS s"
  same "by Slurm, in an array of 20" "$TMP/slurm"
  sed 's/^/# /' "$TMP/err"
  end_clusters
  show_logs
fi

# ---- those who attack change nobody else's result ----

make_class --without cheat,attack "$TMP/honest"
grade "$TMP/honest/class" --out "$TMP/honest/run"
changed=$(cd "$TMP/honest/run/submissions" && for one in *; do
  diff -rq "$one" "$TMP/run/submissions/$one" || :
done 2>&1)
is "$changed" "" "without the attackers every other result is the same, byte for byte"
[ "$(ls "$TMP/honest/run/submissions" | wc -l)" -lt "$(ls "$TMP/run/submissions" | wc -l)" ]
ok $? "and there were some"

tap_finish
