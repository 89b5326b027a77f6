#!/usr/bin/env bash
# new and move: puzzles that pass their own check, in their places, all of it or nothing.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
export WORKBENCH_COURSE=$TMP/course

# checked SENTENCE SLUG [OPTION...]: the puzzle passes its own check; what it printed is in $TMP/check.
checked() {
  local sentence=$1 status
  shift
  "$WORKBENCH" check "$@" > "$TMP/check" 2>&1
  status=$?
  is "$status" 0 "$sentence"
  [ "$status" -eq 0 ] || sed 's/^/#   /' "$TMP/check"
}

# What takes the longest. Without it, puzzles are checked quickly.
quick=
sample_part "with mutants" || quick=--quick

# fresh: the course as it is in the repository.
fresh() {
  rm -rf "$TMP/course"
  copy_course "$TMP/course"
}
# slugs: of all puzzles, on one line. folders: the same for who has a solution, and a starter.
slugs() { (cd "$TMP/course/puzzles" && echo [0-9]*); }
folders() { (cd "$TMP/course/solutions" && echo *); (cd "$TMP/course/kernels" && echo *.cl | sed 's/\.cl//g'); }
# snapshot: every file with its text.
snapshot() { (cd "$TMP/course" && find . -type f -exec sha256sum {} + | sort -k2); }
# refused SENTENCE CODE PATTERN COMMAND...: it says so, and nothing has changed.
refused() {
  local sentence=$1 code=$2 pattern=$3 before
  shift 3
  before=$(snapshot)
  "$WORKBENCH" "$@" > "$TMP/out" 2>&1
  is "$?" "$code" "$sentence: exit code $code"
  like "$(cat "$TMP/out")" "$pattern" "$sentence"
  [ "$(snapshot)" = "$before" ]
  ok $? "$sentence: the course is as it was"
}

# ---- at the end, in the middle, at the beginning -----------------------------------------------
fresh
"$WORKBENCH" new scan --after zip > "$TMP/out"
is "$?" 0 "a puzzle is made"
now="01-map 02-zip 03-scan 04-guards 05-map-2d 06-shared-memory 07-conv1d"
is "$(slugs)" "$now" "after the one that is named; those behind it get other numbers"
is "$(folders)" "$now
$now" "their solutions and starters with them"
like "$(cat "$TMP/out")" "^  puzzles/03-scan/lesson.md +what learners read first" "it says what is where"
like "$(cat "$TMP/out")" "^  03-guards is now 04-guards$" "and what was renumbered"
"$WORKBENCH" new last-one --kind debug --title "The Last One" > "$TMP/out"
like "$(slugs)" "07-conv1d 08-last-one$" "without a place it comes last"
unlike "$(cat "$TMP/out")" "Renumbered" "and nothing is renumbered"
"$WORKBENCH" new early --first > "$TMP/out"
like "$(slugs)" "^01-early 02-map .* 09-last-one$" "--first is before all others"
is "$("$WORKBENCH" list --json | grep -c '"chapter": "First steps"')" 6 "each has the chapter of the one before it"
# shellcheck disable=SC2086 # a word, or none
checked "all of them pass their own check, mutants among it" scan last-one early $quick
like "$(cat "$TMP/check")" "^3 puzzles, no fault" "without a fault"
like "$("$WORKBENCH" run last-one)" "out-of-bounds" "what is to be mended has a finding"
like "$("$WORKBENCH" show last-one)" "The Last One" "and the title that was given"

kinds=$(sed -n 's/^WB_PUZZLE_KIND(\([a-z]*\),.*/\1/p' "$ROOT/workbench/app/commands/kinds.inc")
like "$(echo $kinds)" "kernel debug stages host" "there are several kinds"
for kind in $kinds; do
  "$WORKBENCH" new "of-kind-$kind" --kind "$kind" > /dev/null
  "$WORKBENCH" check "of-kind-$kind" --quick > "$TMP/check" 2>&1
  is "$?" 0 "a puzzle of kind $kind has all that a puzzle has"
  unlike "$(cat "$TMP/check")" "suggestion" "and nothing is suggested of it"
  "$WORKBENCH" run "of-kind-$kind" > /dev/null
  is "$?" 1 "and its starter is no solution"
  is "$(cd "$TMP/course" && grep -rlE '@[a-z0-9-]+@' ./*/*of-kind-"$kind"*)" "" "and no blank is left in it"
done
for kind in kernel debug stages; do
  like "$(cat "$TMP"/course/puzzles/*-of-kind-$kind/lesson.md)" '^```drawing$' "the drawing of a puzzle of kind $kind is data"
done
is "$(cd "$TMP/course" && grep -l 'docs/' ./*/*of-kind-*/* ./*/*of-kind-*)" "" "no file names a page that not all users have"
same() { sed "s/of_kind_$1/NAME/" "$TMP"/course/solutions/*-of-kind-"$1"/accepted.cl; }
is "$(same debug)" "$(same kernel)" "what the template of debug has not is kernel's"
is "$(ls "$TMP"/course/solutions/*-of-kind-debug/wrong | tr '\n' ' ')" \
  "local-id.cl no-guard.cl one-too-few.cl twice.cl " "folders have the files of both"
rm -r "$TMP"/course/*/*of-kind-*

# ---- places ------------------------------------------------------------------------------------
"$WORKBENCH" move scan --after last-one > /dev/null
is "$(slugs)" "01-early 02-map 03-zip 04-guards 05-map-2d 06-shared-memory 07-conv1d 08-last-one 09-scan" \
  "a puzzle moves behind another"
"$WORKBENCH" move conv1d --first > /dev/null
is "$(slugs)" "01-conv1d 02-early 03-map 04-zip 05-guards 06-map-2d 07-shared-memory 08-last-one 09-scan" \
  "and to the beginning"
like "$("$WORKBENCH" move conv1d --first)" "01-conv1d is there already" "where it is, it stays"
refused "a puzzle cannot come after itself" 2 "after itself" move conv1d --after conv1d
for name in ten eleven; do "$WORKBENCH" new $name > /dev/null; done
like "$(slugs)" " 10-ten 11-eleven$" "numbers have two digits"
mv "$TMP/course/puzzles/11-eleven" "$TMP/course/puzzles/99-eleven"
mv "$TMP/course/solutions/11-eleven" "$TMP/course/solutions/99-eleven"
mv "$TMP/course/kernels/11-eleven.cl" "$TMP/course/kernels/99-eleven.cl"
"$WORKBENCH" new hundred > /dev/null
like "$(slugs)" "^001-conv1d 002-early .* 010-ten 099-eleven 100-hundred$" \
  "where two digits are too few, all get a third"
"$WORKBENCH" new between --after ten > /dev/null
like "$(slugs)" " 010-ten 011-between 099-eleven 100-hundred$" "a gap is filled before others move"

# The first puzzle of a course can count on no word that others introduce.
fresh
"$WORKBENCH" new sooner --kind debug --first > /dev/null
checked "the other kind passes at the beginning as well" sooner --quick
"$WORKBENCH" new soonest --kind host --first > /dev/null
# shellcheck disable=SC2086
checked "and so does a host program, with its mutants" soonest $quick
[ -n "$quick" ] || like "$(cat "$TMP/check")" "[1-9][0-9] of [1-9][0-9] mutants killed: 100 %" "which there are"
fresh
"$WORKBENCH" new sooner --kind debug --first > /dev/null

# ---- who still says old numbers ------------------------------------------------------------------
fresh
printf 'See 06-conv1d, puzzle 6, puzzle 61 and 06-conv1d-other.\n' >> "$TMP/course/puzzles/03-guards/lesson.md"
"$WORKBENCH" new scan --after map --json > "$TMP/out"
is "$(python3 -c 'import json, sys
edit = json.load(sys.stdin)
print(edit["puzzle"], len(edit["files"]), edit["renumbered"][-1], [(m["file"], m["old"], m["now"]) for m in edit["mentions"]])' < "$TMP/out")" \
  "02-scan 9 {'from': '06-conv1d', 'to': '07-conv1d'} [('puzzles/04-guards/lesson.md', '06-conv1d', '07-conv1d'), ('puzzles/04-guards/lesson.md', 'puzzle 6', '07-conv1d')]" \
  "texts that name old slugs and numbers are told, and no others"

# ---- what cannot be --------------------------------------------------------------------------------
fresh
refused "a name that is taken" 2 "there is a puzzle of this name: 01-map" new map
refused "a title that is taken" 2 "01-map has the title .Map. already" new chart --title map
refused "a name with a number" 2 "write the name alone, scan" new 07-scan
for name in Scan scan_it -scan scan- a--b 2d ../up "a b" ''; do
  refused "the name '$name'" 2 "cannot be a puzzle's name|unknown option" new "$name"
done
refused "a name that is too long" 2 "at most 40" new "$(printf 'a%.0s' {1..41})"
refused "a kind that there is not" 2 "kind takes kernel\|debug\|stages\|host, not 'hots'" new scan --kind hots
refused "a title with quotes" 2 "cannot be a title" new scan --title 'a "b"'
refused "a place after nothing" 2 'no puzzle "nowhere"' new scan --after nowhere
refused "two places" 2 "two places" new scan --after map --first
mkdir "$TMP/course/solutions/07-scan"
refused "a folder that is in the way" 2 "solutions/07-scan is there already" new scan
rmdir "$TMP/course/solutions/07-scan"
if [ "$(id -u)" != 0 ]; then
  chmod a-w "$TMP/course/kernels"
  refused "a course that cannot be written" 1 "cannot be written to" new scan
  chmod u+w "$TMP/course/kernels"
fi
for name in dot half main image2d-t; do "$WORKBENCH" new $name > /dev/null; done
checked "names that mean something in OpenCL C make puzzles as well" dot half main image2d-t --quick

# ---- Ctrl-C -----------------------------------------------------------------------------------------
fresh
old=$(slugs)
before=$(snapshot)
torn=0
for delay in 0 0.01 0.02 0.03 0.04 0.05 0.06 0.07 0.08 0.1 0.12 0.15; do
  timeout --foreground --signal INT "$delay" "$WORKBENCH" new scan --after map > /dev/null 2>&1
  if [ "$(slugs)" = "$old" ]; then
    [ "$(snapshot)" = "$before" ] || torn=$((torn + 1))
  else
    [ "$(folders | uniq)" = "$(slugs)" ] && "$WORKBENCH" check scan --quick > /dev/null ||
      torn=$((torn + 1))
    fresh
  fi
done
is "$torn" 0 "an interrupted command leaves the old course or the new one"
tap_finish
