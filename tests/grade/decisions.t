#!/usr/bin/env bash
# What persons decide of a run: which of several files answers a puzzle, and other points than the judge's. Each is logged, and
# can be taken back.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/runs.sh"
export WORKBENCH_COURSE=$COURSE
solutions=$COURSE/solutions
run=$TMP/run
mkdir -p "$TMP/class"/{ada,bo}
cp "$solutions/02-zip/wrong/zeros.cl" "$TMP/class/ada/02-zip.cl"
cp "$solutions/02-zip/accepted.cl" "$TMP/class/ada/zip.cl"
cp "$solutions/01-map/accepted.cl" "$TMP/class/ada/01-map.cl"
cp "$solutions/01-map/accepted.cl" "$TMP/class/bo/01-map.cl"
cp "$solutions/01-map/accepted.cl" "$TMP/class/bo/map (1).cl"
grade() { "$WORKBENCH" grade "$@"; }
why=(--by "Dr. Eve" --reason "she has shown me")

# ---- which file answers a puzzle -------------------------------------------------------------------

grade "$TMP/class" --out "$run" --unchecked >/dev/null 2>&1
is "$(points "$run")" "ada,10 bo,10 " "of two candidates the rules choose one"
like "$(grade --list "$TMP/class")" '^    02-zip +zip\.cl  by its name.*\(is not judged\)$' "--list has both"
for mode in --status "--show"; do
  like "$(grade $mode "$run" $([ $mode = --status ] || echo ada))" '^    02-zip: zip\.cl could answer it, too' "$mode has the other one, too"
done
refuse "a file that is not there" "'x.cl' is no candidate for 02-zip; there is 01-map.cl \(SHA-256 [0-9a-f]{64}\), 02-zip.cl" \
  --match "$run" ada zip x.cl "${why[@]}"
mkdir -p "$TMP/odd/cy"
sed 's/ zip(/ my_kernel(/' "$solutions/02-zip/accepted.cl" >"$TMP/odd/cy/final.cl"
grade "$TMP/odd" --out "$TMP/odd-run" --unchecked >/dev/null 2>&1
refuse "a file that is not there" "'x.cl' is no candidate for 02-zip; there is final.cl" \
  --match "$TMP/odd-run" cy zip x.cl "${why[@]}"
grade --match "$TMP/odd-run" cy zip final.cl "${why[@]}" >/dev/null
is "$?" 0 "a person may name a file that no rule has matched"
grade --out "$TMP/odd-run" --unchecked >/dev/null 2>&1
like "$(grade --show "$TMP/odd-run" cy)" '^  02-zip +0\.00 of 10 +compile-error +final\.cl$' "it is judged as any other: here it has another kernel"
like "$(grep -h '"rule"' "$TMP"/odd-run/submissions/*/result.json)" '"person"' "results say that a person has matched it"
grade --match "$TMP/odd-run" cy map final.cl "${why[@]}" >/dev/null
is "$?" 0 "and say that it answers another one"
grade --out "$TMP/odd-run" --unchecked >/dev/null 2>&1
out=$(grade --show "$TMP/odd-run" cy)
like "$out" '^  01-map +0\.00 of 10 +compile-error +final\.cl$' "which it does"
like "$out" '^  02-zip +0\.00 of 10 +missing$' "and the first one no more"
mkdir -p "$TMP/two/di"
cp "$solutions/01-map/accepted.cl" "$TMP/two/di/01-map.cl"
cp "$solutions/01-map/wrong/local-id.cl" "$TMP/two/di/map.cl"
grade "$TMP/two" --out "$TMP/two-run" --unchecked >/dev/null 2>&1
grade --match "$TMP/two-run" di map map.cl "${why[@]}" >/dev/null
out=$(grade --match "$TMP/two-run" di map 01-map.cl "${why[@]}")
unlike "$out" 'all is judged' "there and back leaves nothing to judge"
grade --again "$TMP/two-run" --out "$TMP/two-again" --unchecked >/dev/null 2>&1
is "$?" 0 "and so nothing that a regrade would wait for"
# As many files as a submission may have, one of them with two answers.
mkdir -p "$TMP/full/fay"
for i in $(seq 199); do echo "// $i" >"$TMP/full/fay/x$i.cl"; done
cat "$solutions"/0{1-map,2-zip}/accepted.cl >"$TMP/full/fay/both.cl"
grade "$TMP/full" --out "$TMP/full-run" --unchecked >/dev/null 2>&1
is "$(points "$TMP/full-run")" "fay,20 " "of 200 files one answers two puzzles"
grade --match "$TMP/full-run" fay guards both.cl "${why[@]}" >/dev/null
grade --out "$TMP/full-run" --unchecked >/dev/null 2>&1
like "$(grade --show "$TMP/full-run" fay)" '^  03-guards +0\.00 of 10 +compile-error +both\.cl' "and a person may say a third"
# Files that a rule has matched to another puzzle, and such as have no kernel's name.
mkdir -p "$TMP/slips/ed"
cp "$solutions/01-map/accepted.cl" "$TMP/slips/ed/02-zip.cl"
cp "$solutions/03-guards/accepted.cl" "$TMP/slips/ed/guards.cl.docx"
grade "$TMP/slips" --out "$TMP/slips-run" --unchecked >/dev/null 2>&1
grade --match "$TMP/slips-run" ed map 02-zip.cl "${why[@]}" >/dev/null
grade --match "$TMP/slips-run" ed guards guards.cl.docx "${why[@]}" >/dev/null
grade --out "$TMP/slips-run" --unchecked >/dev/null 2>&1
is "$(points "$TMP/slips-run")" "ed,20 " "a file may answer another puzzle than by its name, or one without a kernel's name"
like "$(grade --show "$TMP/slips-run" ed)" '^  02-zip +0\.00 of 10 +compile-error +02-zip\.cl' "and the one that it is called after as well"
refuse "a choice without a reason" '--reason' --match "$run" ada zip zip.cl --by me
grade --again "$run" --out "$TMP/before" --unchecked >/dev/null 2>&1
out=$(grade --match "$run" ada zip zip.cl "${why[@]}")
is "$?" 0 "a person says that the other file answers the puzzle"
like "$out" "grade --out $run" "and how it is judged"
grade --status "$run" >"$TMP/out"
is "$?" 2 "until then not all is judged"
is "$(points "$run")" "ada, bo,10 " "and there are no points rather than 0"
grade --out "$run" --unchecked >"$TMP/out" 2>&1
is "$?" 0 "it is judged, and nobody need look at it any more"
is "$(points "$run")" "ada,20 bo,10 " "the score follows"
like "$(grade --show "$run" ada)" 'UTC  Dr. Eve said that zip.cl answers it: she has shown me$' "the log says who, when and why"
find "$run/judged" -type f -printf '%i %T@ %p\n' | sort >"$TMP/judged"
grade --match "$run" ada zip "$(sha256sum <"$TMP/class/ada/02-zip.cl" | cut -c-64)" --by "Dr. Eve" --reason "a mistake" >"$TMP/out"
is "$(points "$run"):$(grep -c 'all is judged' "$TMP/out")" "ada,10 bo,10 :0" "back again, by its SHA-256, at once"
grade --match "$run" ada zip zip.cl "${why[@]}" >/dev/null
grade --out "$run" --unchecked >/dev/null 2>&1
is "$(points "$run")" "ada,20 bo,10 " "and once more"
find "$run/judged" -type f -printf '%i %T@ %p\n' | sort | cmp -s - "$TMP/judged"
ok $? "for which nothing is judged twice"
is "$(grade --show "$run" ada | grep -c 'Dr. Eve said that')" 3 "all of it stays in the log"

refuse "a regrade of what was chosen before" 'other results of .*run are current' --apply "$TMP/before"
grade --again "$run" --out "$TMP/again" --unchecked >/dev/null 2>&1
is "$(points "$TMP/again")" "ada,20 bo,10 " "a regrade has the file that was chosen"
grade --apply "$TMP/again" >/dev/null
is "$(points "$run")" "ada,20 bo,10 " "and can be applied"
grade --match "$run" ada zip 02-zip.cl "${why[@]}" >/dev/null
grade --status "$run" >"$TMP/out"
is "$?" 2 "what the regrade has not judged is to be judged"
grade --out "$run" --unchecked >/dev/null 2>&1
is "$(points "$run")" "ada,10 bo,10 " "and is"
grade --undo "$run" >/dev/null
is "$(points "$run")" "ada,10 bo,10 " "the results before it have that file as well"
grade --again "$run" --out "$TMP/after" --unchecked >/dev/null 2>&1
grade --apply "$TMP/after" >/dev/null
like "$(grade --status "$run")" '^[0-9]+ judged, 0 left' "what counts no more when a regrade is applied is not missed afterwards"
out=$(grade --export csv "$run" 2>&1)
is "$?:$(grep -c 'is lost' <<<"$out")" 0:0 "nor called lost"
grade --undo "$run" >/dev/null
refuse "a regrade's own choice" 'this is a regrade' --match "$TMP/again" ada zip 02-zip.cl "${why[@]}"
grade --match "$run" bo map 'map (1).cl' "${why[@]}" >/dev/null
is "$(points "$run")" "ada,10 bo,10 " "of equal texts the name makes no difference"

# ---- points ----------------------------------------------------------------------------------------

refuse "nothing to take back" "nothing to take back: 02-zip of s[0-9a-f]+ has the judge's points" --override "$run" ada zip --undo "${why[@]}"
grade --override "$run" ada zip --points 4 "${why[@]}" >/dev/null
is "$(points "$run")" "ada,14 bo,10 " "a person gives other points"
refuse "points and none" '--points.*--undo' --override "$run" ada zip --points 4 --undo "${why[@]}"
grade --override "$run" ada zip --undo --by "Dr. Eve" --reason "it was bo's" >/dev/null
is "$(points "$run")" "ada,10 bo,10 " "and takes them back"
out=$(grade --show "$run" ada)
like "$out" "gave 4 instead of the judge's 0.00: she has shown me \(taken back\)$" "the log has both"
like "$out" "UTC  Dr. Eve let the judge's points count again: it was bo's$" "with who, when and why"
unlike "$(cat "$run"/submissions/*/result.json)" '"override"' "results have neither"
refuse "twice" 'nothing to take back' --override "$run" ada zip --undo "${why[@]}"
tap_finish
