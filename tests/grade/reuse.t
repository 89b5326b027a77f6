#!/usr/bin/env bash
# A class that has grown is a run of its own, in which nothing is judged a second time.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/runs.sh"
export WORKBENCH_COURSE=$TMP/course
cp -r "$COURSE" "$WORKBENCH_COURSE"
solutions=$WORKBENCH_COURSE/solutions
class=$TMP/class run=$TMP/run
mkdir -p "$class"/{ada,bob,cy}
cp "$solutions/01-map/accepted.cl" "$class/ada/01-map.cl"
cp "$solutions/03-guards/accepted.cl" "$class/ada/03-guards.cl"
cp "$solutions/01-map/wrong/local-id.cl" "$class/bob/01-map.cl"
cp "$solutions/03-guards/wrong/zeros.cl" "$class/cy/03-guards.cl"

# Where a test asks for no errors, they are of no use.
grade() { "$WORKBENCH" grade "$@" 2>"$TMP/err"; }

grade "$class" --out "$run" --unchecked >/dev/null
mkdir "$class/dot"
cp "$solutions/01-map/accepted.cl" "$class/dot/01-map.cl"
cp "$solutions/03-guards/right/early-return.cl" "$class/dot/03-guards.cl"
out=$(grade "$class" --out "$TMP/grown" --unchecked --reuse "$run")
is "$?" 0 "a class that has grown is graded"
like "$out" '^4 submissions of 4 people, 5 different texts$' "all of it"
like "$out" '^1 of these now, and 4 taken over as they were$' "what is new is judged"
grade "$class" --out "$TMP/whole" --unchecked >/dev/null
everything "$TMP/whole" >"$TMP/expected"
everything "$TMP/grown" | cmp -s - "$TMP/expected"
ok $? "and its results are the same bytes as if all had been"

# What is judged says something else than what is in these files.
mark() {
  cp -r "$run" "$1"
  find "$1/judged" -name '*.json' -exec sed -i '0,/"score": [0-9.]*/s//"score": 0.25/' {} +
}
mark "$TMP/marked"
grade "$class" --out "$TMP/of-marked" --unchecked --reuse "$TMP/marked" >/dev/null
is "$(points "$TMP/of-marked")" "ada,5 bob,2.5 cy,2.5 dot,12.5 " "it is the results of the run that are reused"
grade "$class" --out "$TMP/of-marked" --unchecked --reuse "$TMP/marked" >/dev/null
is "$(points "$TMP/of-marked")" "ada,5 bob,2.5 cy,2.5 dot,12.5 " "the same command goes on with it"
out=$(grade "$class" --out "$TMP/twice" --unchecked --reuse "$TMP/of-marked")
like "$out" '^0 of these now, and 5 taken over as they were$' "a run that reused may be reused"
is "$(points "$TMP/twice")" "ada,5 bob,2.5 cy,2.5 dot,12.5 " "with the same results"
echo '-- another state' >>"$WORKBENCH_COURSE/puzzles/03-guards/puzzle.lua"
out=$(grade "$class" --out "$TMP/changed" --unchecked --reuse "$TMP/marked")
like "$out" '^3 of these now, and 2 taken over as they were$' "a puzzle that has changed is judged"
is "$(points "$TMP/changed")" "ada,12.5 bob,2.5 cy,0 dot,12.5 " "by what it is now"
sed -i '/^-- another state/d' "$WORKBENCH_COURSE/puzzles/03-guards/puzzle.lua"
rm "$TMP"/marked/judged/01-map/*
out=$(grade "$class" --out "$TMP/holes" --unchecked --reuse "$TMP/marked")
like "$out" '^3 of these now, and 2 taken over as they were$' "so is what the run has no result of"
out=$(grade "$class" --out "$TMP/shards" --unchecked --reuse "$TMP/marked" \
  --engine command "'$WORKBENCH' grade --shard {shard}" --shards 2)
is "$?" 0 "an engine judges the rest"
is "$(points "$TMP/shards")" "$(points "$TMP/holes")" "with the same results"

# An applied regrade does not say by which state of a puzzle each result was judged.
mark "$TMP/marked2"
grade --again "$TMP/marked2" --out "$TMP/again" --unchecked >/dev/null
grade --apply "$TMP/again" >/dev/null
grade "$class" --out "$TMP/first" --unchecked --reuse "$TMP/marked2" >/dev/null
is "$(points "$TMP/first")" "ada,5 bob,2.5 cy,2.5 dot,12.5 " "of a run the results that were judged first are reused"

# What is damaged is judged.
mark "$TMP/damaged"
damaged=$(find "$TMP/damaged/judged/01-map" -name '*.json' | head -n 1)
: >"$damaged"
out=$(grade "$class" --out "$TMP/mended" --unchecked --reuse "$TMP/damaged")
is "$?:$(grep -c '^2 of these now, and 3 taken over' <<<"$out")" 0:1 "a damaged result is not taken over"
rm "$damaged" && mkdir "$damaged"
grade "$class" --out "$TMP/mended2" --unchecked --reuse "$TMP/damaged" >/dev/null
is "$?" 0 "nor is what is none"

# A run that was cut off when it had copied results, before its records had anything.
mark "$TMP/marked3"
grade "$class" --out "$TMP/cut" --unchecked --reuse "$TMP/marked3" >/dev/null
rm -f "$TMP"/cut/run.db*
grade "$class" --out "$TMP/cut" --unchecked >/dev/null
is "$(points "$TMP/cut")" "$(points "$TMP/whole")" "of a run that was cut off no result is left for one that begins anew"

# ---- what persons have decided -------------------------------------------------------------------

mkdir -p "$TMP/people"/{eve,fay,gus,hal,ida}
cp "$solutions/01-map/accepted.cl" "$TMP/people/ida/02-zip.cl"
for who in eve fay gus; do cp "$solutions/01-map/wrong/local-id.cl" "$TMP/people/$who/01-map.cl"; done
cp "$solutions/01-map/accepted.cl" "$TMP/people/gus/map (1).cl"
cp "$solutions/01-map/accepted.cl" "$TMP/people/hal/01-map.cl"
grade "$TMP/people" --out "$TMP/decided" --unchecked >/dev/null
for who in eve fay; do
  grade --override "$TMP/decided" "$who" map --points 7 --by me --reason "a typo" >/dev/null
done
grade --match "$TMP/decided" gus map "map (1).cl" --by me --reason "the last one" >/dev/null
grade --out "$TMP/decided" --unchecked >/dev/null
grade --match "$TMP/decided" ida map 02-zip.cl --by me --reason "it is called wrongly" >/dev/null
grade --out "$TMP/decided" --unchecked >/dev/null
grade --withdraw "$TMP/decided" hal map --by me --reason "not theirs" >/dev/null
cp "$solutions/03-guards/accepted.cl" "$TMP/people/fay/03-guards.cl"
out=$(grade "$TMP/people" --out "$TMP/decided2" --unchecked --reuse "$TMP/decided")
is "$(points "$TMP/decided2")" "eve,7 fay,14 gus,10 hal,10 ida,10 " "what a person has decided holds for the same submission"
like "$out" '^what a person had decided of s[0-9a-f]{16} is not taken over: something else is handed in' "of another it does not, which is said"
like "$(grade --show "$TMP/decided2" gus)" 'me said that map \(1\)\.cl answers it: the last one' "which file answers it, with the log"
like "$(grade --show "$TMP/decided2" hal)" 'withdr' "and what is withdrawn"

# refused WHAT PATTERN OPTION…: wrong usage that says so, and leaves no folder.
refused() {
  local what=$1 pattern=$2
  shift 2
  grade --out "$TMP/none" --unchecked "$@" >/dev/null
  is "$?" 2 "$what is refused"
  like "$(cat "$TMP/err")" "$pattern" "which it says"
  [ ! -e "$TMP/none" ]
  ok $? "and leaves no folder"
}
refused "a regrade" 'is a regrade.*name the run that it is of' "$class" --reuse "$TMP/again"
refused "a second --reuse" '--reuse takes one run' "$class" --reuse "$TMP/whole" --reuse "$run"
refused "no submission" 'say what was handed in' --reuse "$run"
refused "what is no run" 'is no run of' "$class" --reuse "$class"
refused "--reuse beside --again" -- '--reuse is for judging' --again "$run" --reuse "$run"
(umask 077 && head -c 32 /dev/urandom >"$TMP/secret")
refused "another secret" 'judged with another secret.*leave --reuse out' "$class" --reuse "$run" --secret "$TMP/secret"
cp -r "$run" "$TMP/older"
sed -i 's/"tool": "[^"]*"/"tool": "0.0.1"/' "$TMP/older/run.json"
refused "another version's run" 'another version of the workbench' "$class" --reuse "$TMP/older"
refused "a run with other walls" 'another --sandbox' "$class" --reuse "$run" --sandbox basic

tap_finish
