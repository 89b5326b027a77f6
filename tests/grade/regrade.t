#!/usr/bin/env bash
# Regrades and appeals: a spec is mended and its class judged again, what changes is said before
# anything does, and is taken back; replays and overrides.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/runs.sh"
export WORKBENCH_COURSE=$TMP/course
cp -r "$COURSE" "$WORKBENCH_COURSE"
spec=$WORKBENCH_COURSE/puzzles/03-guards/puzzle.lua
solutions=$WORKBENCH_COURSE/solutions
class=$TMP/class run=$TMP/run
mkdir -p "$class"/{ada,bob,cy,dot}
cp "$solutions/01-map/accepted.cl" "$class/ada/01-map.cl"
cp "$solutions/03-guards/accepted.cl" "$class/ada/03-guards.cl"
cp "$solutions/01-map/wrong/local-id.cl" "$class/bob/01-map.cl"
cp "$solutions/03-guards/accepted.cl" "$class/bob/03-guards.cl"
cp "$solutions/03-guards/wrong/zeros.cl" "$class/cy/03-guards.cl"
# Right by the mistake alone.
sed 's/+ 10/+ 11/' "$solutions/03-guards/accepted.cl" >"$class/dot/03-guards.cl"

grade() { "$WORKBENCH" grade "$@"; }

sed -i 's/out = case.a + 10/out = case.a + 11/' "$spec"
grade "$class" --out "$run" --unchecked >/dev/null
is "$(points "$run")" "ada,10 bob,4 cy,0 dot,10 " "a class is judged by a spec with a mistake"
everything "$run" >"$TMP/before"
sed -i 's/out = case.a + 11/out = case.a + 10/' "$spec"

# A judge that does not start is nobody's fault but ours.
mkdir "$TMP/libexec" && cp "$BUILD"/workbench-* "$TMP/libexec" && printf '#!/bin/sh\nexit 9\n' >"$TMP/libexec/workbench-compiler"
WORKBENCH_LIBEXEC=$TMP/libexec grade "$class" --out "$TMP/down" --unchecked >/dev/null 2>&1

# ---- again ---------------------------------------------------------------------------------------

rm -rf "${class:?}"
out=$(grade --again "$run" --out "$TMP/again" --unchecked)
is "$?" 0 "what the run has stored is judged again when the class is gone"
like "$out" "grade --compare $run $TMP/again" "and it says how to see what changes"
is "$(points "$TMP/again")" "ada,20 bob,14 cy,0 dot,0 " "by the spec as it is now"
everything "$run" | cmp -s - "$TMP/before"
ok $? "the run itself has not changed"
cmp -s "$run/people.csv" "$TMP/again/people.csv"
ok $? "people have the same pseudonyms"

grade --again "$run" --out "$TMP/again" --unchecked >/dev/null
is "$?" 0 "again goes on in the same folder"
grade --out "$TMP/again" --unchecked >/dev/null
is "$?" 0 "and so does --out alone"
WORKBENCH_LIBEXEC=$TMP/libexec grade --again "$run" --out "$TMP/failed" --unchecked >/dev/null 2>&1
is "$?" 5 "what could not be judged again makes it 5"
grade --again "$run" --out "$TMP/failed" --unchecked >/dev/null
is "$?" 0 "the same command tries it once more"
is "$(points "$TMP/failed")" "$(points "$TMP/again")" "and then it has its points"
# That a puzzle beside the one that is judged again has no result stays so.
grade --again "$TMP/down" --out "$TMP/part-of-down" --puzzle map --unchecked >/dev/null 2>&1
is "$?" 5 "of a part the rest is as it was"
before=$(points "$TMP/part-of-down")
grade --out "$TMP/part-of-down" --unchecked >/dev/null 2>&1
is "$?:$(points "$TMP/part-of-down")" "5:$before" "also once more"

for wrong in "--again $run --out $run" "--again $TMP --out $TMP/none" "--again $TMP/again --out $TMP/again" \
  "--again $run --out $TMP/none --puzzle 7" "--again $run --out $TMP/none --assignment hw1" \
  "$TMP/class --again $run --out $TMP/none" "$TMP/class --out $TMP/none --person ada" \
  "--again $run --out $TMP/again --puzzle map"; do
  grade $wrong >/dev/null 2>"$TMP/errors"
  is "$?" 2 "wrong usage: ${wrong//$TMP\//}"
  [ ! -e "$TMP/none" ]
  ok $? "and no folder is left"
done
grade --again "$run" --out "$TMP/none" --person nobody >/dev/null 2>"$TMP/errors"
is "$?" 2 "a person that the run does not have is refused"
[ ! -e "$TMP/none" ]
ok $? "and leaves no folder"
mv "$solutions/01-map/accepted.cl" "$TMP/accepted.cl"
grade --again "$run" --out "$TMP/none" >/dev/null 2>"$TMP/errors"
is "$?" 3 "by a course with faults nothing is judged again"
mv "$TMP/accepted.cl" "$solutions/01-map/accepted.cl"
echo '-- mended' >>"$spec"
grade --again "$run" --out "$TMP/none" >/dev/null 2>"$TMP/errors"
is "$?" 0 "and once it is mended the same folder takes it"
rm -rf "$TMP/none"
sed -i '/^-- mended/d' "$spec"
(umask 077 && head -c 32 /dev/urandom >"$TMP/secret")
grade --again "$run" --out "$TMP/none" --secret "$TMP/secret" 2>"$TMP/errors"
is "$?" 2 "with another secret it is refused"
like "$(cat "$TMP/errors")" 'another secret' "which it says"

# ---- compare -------------------------------------------------------------------------------------

out=$(grade --compare "$run" "$TMP/again" --names)
is "$?" 1 "compare exits with 1 where somebody changes"
like "$out" '^3 of 4 submissions change: 2 gain points, 1 loses some$' "how many change"
like "$out" '^s[0-9a-f]{16}  id ada: 10.00 → 20.00 points$' "who, and by how much"
like "$out" '^  03-guards +0.00 of 10, wrong-answer → 10.00 of 10, accepted$' "in which puzzle"
like "$out" '^    spec: ' "why"
like "$out" '^      10 elements, 3 groups of 4: wrong-answer → accepted$' "and by which cases"
unlike "$(grade --compare "$run" "$TMP/again")" 'ada' "without --names nobody is named"
json=$(grade --compare "$run" "$TMP/again" --json --names)
is "$(perl -MJSON::PP -0777 -e '$c = decode_json(<>); print join " ", map { "$_->{ids}[0]:$_->{before}-$_->{after}:" .
  join ",", map { "$_->{puzzle}=@{$_->{why}}" } @{$_->{puzzles}} } sort { $a->{ids}[0] cmp $b->{ids}[0] } @{$c->{changes}}' <<<"$json")" \
  "ada:10-20:03-guards=spec bob:4-14:03-guards=spec dot:10-0:03-guards=spec" "as JSON"
is "$(perl -MJSON::PP -0777 -e '$c = decode_json(<>); print "$c->{submissions} $c->{changed} $c->{gain} $c->{lose} $c->{flakes}"' <<<"$json")" \
  "4 3 2 1 0" "with counts"
grade --compare "$run" "$run" >"$TMP/out"
is "$?" 0 "a run is as it is"
like "$(cat "$TMP/out")" '^0 of 4 submissions change$' "which it says"
everything "$run" | cmp -s - "$TMP/before"
ok $? "nothing has changed by that"

# Of the same course by the same workbench.
cp -r "$TMP/again" "$TMP/flaky"
result=$(find "$TMP/flaky/judged/01-map" -name '*.json' -exec grep -l '^  "verdict": "accepted"' {} +)
sed -i '0,/"verdict": "accepted"/s//"verdict": "wrong-answer"/; 0,/"score": 1.0/s//"score": 0.5/' "$result"
out=$(grade --compare "$TMP/again" "$TMP/flaky")
like "$out" 'flake: neither spec nor workbench differ' "what nothing explains is called a flake"
like "$out" '^1 result differs although neither spec nor workbench do' "and counted"

# ---- apply and undo ------------------------------------------------------------------------------

out=$(grade --apply "$TMP/again")
is "$?" 0 "a regrade is applied"
is "$(points "$run")" "ada,20 bob,14 cy,0 dot,0 " "exports have its points"
like "$(cat "$run"/submissions/*/student.json)" '"accepted"' "students are told the new verdict"
everything "$run" >"$TMP/after"
is "$(grep -c . "$TMP/after")" "$(grep -c . "$TMP/before")" "of the same submissions"
like "$(grade --apply "$TMP/again")" 'has these results already' "a second time is no error"
like "$(grade --status "$run")" 'are those of a regrade' "the run's status says so"
unlike "$(grade --status "$run")" 'cut off' "and that nothing is left to do"
grade --out "$run" --unchecked >/dev/null
is "$?" 0 "and is of the course as it is now"
out=$(grade --undo "$run")
is "$?" 0 "it is taken back"
everything "$run" | cmp -s - "$TMP/before"
ok $? "to the same bytes of all exports and results"
grade --undo "$run" 2>"$TMP/errors"
is "$?" 2 "once"
like "$(cat "$TMP/errors")" 'nothing was applied' "which it says"

grade --apply "$TMP/again" --keep-better >"$TMP/out"
is "$(points "$run")" "ada,20 bob,14 cy,0 dot,10 " "with --keep-better nobody loses points"
like "$(cat "$TMP/out")" 'but for 1 where the earlier one remains' "and it says for how many"
grade --undo "$run" >/dev/null
grade --apply "$run" 2>"$TMP/errors"
is "$?" 2 "a run that is no regrade cannot be applied"
grade --apply "$TMP/again" "$TMP/../${TMP##*/}/again" 2>"$TMP/errors"
is "$?" 2 "nor can a regrade to itself"
like "$(cat "$TMP/errors")" "is the regrade itself.*was at .*/run" "which it says, with the run that it is of"
mv "$run" "$TMP/moved"
grade --apply "$TMP/again" 2>"$TMP/errors"
like "$(cat "$TMP/errors")" 'no longer at' "a run that was moved has to be named"
grade --apply "$TMP/again" "$TMP/moved" >/dev/null
is "$?" 0 "and then is found"
grade --undo "$TMP/moved" >/dev/null
mv "$TMP/moved" "$run"

# Whoever is killed has changed all of it or nothing.
export_only() { grade --export csv "$run"; }
export_only >"$TMP/old.csv"
grade --apply "$TMP/again" >/dev/null
export_only >"$TMP/new.csv"
grade --undo "$run" >/dev/null
torn=0 before=0 after=0
for i in {0..24}; do
  (timeout -s KILL "$(printf '0.%03d' $((4 + i * 2)))" "$WORKBENCH" grade --apply "$TMP/again" >/dev/null
    true) 2>/dev/null
  export_only >"$TMP/now.csv"
  if cmp -s "$TMP/now.csv" "$TMP/old.csv"; then
    before=$((before + 1))
  elif cmp -s "$TMP/now.csv" "$TMP/new.csv"; then
    after=$((after + 1))
    grade --undo "$run" >/dev/null
  else
    torn=$((torn + 1))
  fi
done
is "$torn" 0 "after kill -9 of apply a run has the old results or the new ones"
echo "# $before old, $after new"
grade --undo "$run" >/dev/null 2>&1
everything "$run" | cmp -s - "$TMP/before"
ok $? "and undo leads back to what there was"

# ---- a part of it --------------------------------------------------------------------------------

out=$(grade --again "$run" --out "$TMP/person" --person dot --unchecked)
like "$out" '^5 judged, 0 left$' "a regrade of one person has all results"
like "$out" '^1 of these now, and 4 taken over as they were$' "and says how many are new"
is "$(points "$TMP/person")" "ada,10 bob,4 cy,0 dot,0 " "of a person alone all others stay as they are"
out=$(grade --again "$run" --out "$TMP/puzzle" --puzzle map --unchecked)
like "$out" '^2 of these now, and 3 taken over as they were$' "and so does one of a puzzle"
is "$(points "$TMP/puzzle")" "ada,10 bob,4 cy,0 dot,10 " "and so do other puzzles"

# ---- appeals -------------------------------------------------------------------------------------

out=$(grade --show "$run" bob map --replay)
is "$?" 1 "a replay exits as run does"
like "$out" '✗ case 4, groups of one: runtime-error' "it tells of hidden cases by name"
like "$out" '^The run has the same: runtime-error.$' "and whether the run has the same"
unlike "$(grade --show "$run" bob map --json)$(grade --show "$run" bob map --student)" 'groups of one' "which the stored result does not"
out=$(grade --show "$run" bob map)
is "$?" 0 "where the puzzle is as it was, --show judges it once more by itself"
like "$(tr '\n' ' ' <<<"$out")" 'case 4 \(hidden\): runtime-error.*Judged once more.*case 4, groups of one: runtime-error.*Step by step.*work-item.*The run has the same' \
  "behind what is stored it tells of hidden cases, with the steps"
out=$(grade --show "$run" ada guards)
is "$?:$(grep -c 'Judged once more' <<<"$out")" 0:0 "where it has changed it does not"
like "$out" 'What hidden cases hold is not shown: the puzzle has changed since; .*--course.*--replay' "and says what to do"
out=$(WORKBENCH_COURSE=$TMP/nowhere grade --show "$run" bob map 2>&1)
is "$?" 0 "nor without a course"
like "$out" 'What hidden cases hold is not shown: ' "which it says"
out=$(WORKBENCH_WALLS=landlock grade --show "$run" bob map 2>&1)
like "$out" 'What hidden cases hold is not shown: .*seccomp' "nor without walls"
like "$(WORKBENCH_WALLS=landlock grade --show "$run" bob map --sandbox basic 2>&1)" 'groups of one' "unless one says so"
cp -r "$run" "$TMP/tampered"
perl -pi -e 's/"runtime-error"/"wrong-answer"/g' "$TMP/tampered"/judged/01-map/*.json
like "$(grade --show "$TMP/tampered" bob map)" '^The run has something else: wrong-answer, ' "what comes out otherwise is said"
out=$(grade --show "$run" bob map --replay --case 4 --trace "$TMP/trace")
like "$out" 'expected +19.043804' "of one hidden case alone it shows the data"
like "$("$WORKBENCH" trace "$TMP/trace" --text)" 'out\[0\]' "and writes a trace to step through"
out=$(grade --show "$run" ada guards --replay)
like "$out" '^The run has something else: wrong-answer, 0.00 of 10 points.$' "a mended spec shows in a replay"
like "$out" "^The puzzle's files, or the course's lua/, are not those" "with the reason"
everything "$run" | cmp -s - "$TMP/before"
ok $? "a replay stores nothing"
is "$(find "$run" -newer "$TMP/trace" -type f -not -name 'run.db*' -not -path '*/submissions/*')" "" "no file of the run is new"
grade --show "$run" cy map --replay 2>"$TMP/errors"
is "$?" 2 "there is no replay of what was not handed in"
like "$(cat "$TMP/errors")" '01-map is missing' "which it says"

grade --override "$run" dot guards --points 7 --by "Prof. X" --reason "by the lesson this was right" >/dev/null
is "$?" 0 "a person gives other points"
out=$(grade --override "$run" dot guards --points 12 --force --by "Prof. X" --reason "and more")
like "$out" 'more than the 10' "more than the puzzle is worth is remarked upon"
out=$(grade --show "$run" dot)
like "$out" 'Prof. X gave 7 instead of the judge.s 10.00: by the lesson this was right \(replaced\)$' "all of the log is shown"
like "$out" 'UTC  Prof. X gave 12 instead of the judge.s 10.00: and more$' "with who, when and why"
is "$(points "$run")" "ada,10 bob,4 cy,0 dot,12 " "the last one counts"
grade --apply "$TMP/again" >/dev/null
is "$(points "$run")" "ada,20 bob,14 cy,0 dot,12 " "and does whatever results are current"
like "$(grade --show "$run" dot)" 'gave 12 instead of the judge.s 0.00' "beside the judge's points of these"
for wrong in "dot guards --points 1 --by me" "dot guards --points -1 --by me --reason x" "dot guards --points x --by me --reason x" \
  "dot guards --points 1 --by me --reason x --attempt 2" "nobody guards --points 1 --by me --reason x" "dot 9 --points 1 --by me --reason x"; do
  grade --override "$run" $wrong >/dev/null 2>&1
  is "$?" 2 "wrong usage: --override RUN $wrong"
done
grade --override "$TMP/again" dot guards --points 1 --by me --reason x 2>"$TMP/errors"
is "$?" 2 "overrides are the run's, not a regrade's"
like "$(cat "$TMP/errors")" "name that: $run" "which it names"

# ---- attempts ------------------------------------------------------------------------------------

mkdir -p "$TMP/first/eve" "$TMP/second/eve"
cp "$solutions/01-map/wrong/local-id.cl" "$TMP/first/eve/01-map.cl"
cp "$solutions/01-map/accepted.cl" "$TMP/second/eve/01-map.cl"
touch -d 2026-11-01 "$TMP/first/eve/01-map.cl"
touch -d 2026-11-02 "$TMP/second/eve/01-map.cl"
grade "$TMP/first" "$TMP/second" --many --out "$TMP/attempts" --unchecked >/dev/null
is "$(points "$TMP/attempts")" "eve,10 " "of two attempts the better one counts"
grade --again "$TMP/attempts" --out "$TMP/attempts-again" --unchecked >/dev/null
is "$(grade --show "$TMP/attempts-again" eve | grep -c 'attempt [12] of 2')" 2 "all attempts are judged again"
is "$(grade --show "$TMP/attempts" eve --attempt 1 | grep -c ' of 2')" 1 "one of them is shown alone"
is "$(grade --show "$TMP/attempts" eve | sed -n 's/.* attempt \(.\) of 2, which counts: .*/\1/p')" \
  "$(grade --export csv "$TMP/attempts" 2>/dev/null | sed -n '2p' | cut -d, -f4)" "--show says which one counts"
is "$(grade --show "$TMP/attempts" eve map | grep -c 'Judged once more')" 1 "which it judges once more"
grade --show "$TMP/attempts" eve --attempt 3 2>"$TMP/errors"
is "$?" 2 "unless there is none"
grade --show "$TMP/attempts" eve map --replay 2>"$TMP/errors"
is "$?" 2 "a replay has to know which"
like "$(cat "$TMP/errors")" 'there are 2 attempts; --attempt N' "which it says"
like "$(grade --show "$TMP/attempts" eve map --replay --attempt 1)" 'The run has the same: runtime-error' "and then judges that"
grade --override "$TMP/attempts" eve map --points 3 --by me --reason x 2>/dev/null
is "$?" 2 "and so has an override"
grade --override "$TMP/attempts" eve map --points 30 --force --by me --reason x --attempt 1 >/dev/null
is "$(points "$TMP/attempts")" "eve,30 " "which may make another attempt count"
tap_finish
