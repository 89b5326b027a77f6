#!/usr/bin/env bash
# rename: a puzzle gets another name with all that it has, and what learners did goes on under it.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
export WORKBENCH_COURSE=$TMP/course
copy_course "$TMP/course"
own=$WORKBENCH_WORK/03-guards.cl
mkdir -p "$WORKBENCH_WORK"

snapshot() { (cd "$TMP/course" && find . -type f -exec sha256sum {} + | sort -k2); }
# refused SENTENCE CODE PATTERN COMMAND...: it says so, and nothing has changed.
refused() {
  local sentence=$1 code=$2 pattern=$3 before
  shift 3
  before=$(snapshot)
  "$WORKBENCH" "$@" > "$TMP/out" 2>&1
  is "$?" "$code" "$sentence: exit code $code"
  like "$(cat "$TMP/out")" "$pattern" "$sentence"
  is "$(snapshot)" "$before" "$sentence: nothing changes"
}
# files SLUG: what the course has of a puzzle, without its slug, and the texts.
files() { (cd "$TMP/course" && find "puzzles/$1" "solutions/$1" "kernels/$1.cl" -type f -exec sha256sum {} + | sed "s/$1/SLUG/" | sort); }
# of_list SLUG: what the list says of a puzzle.
of_list() { "$WORKBENCH" list --json | jq -c ".[] | select(.puzzle == \"$1\") | [.state, .attempts, .hints_shown]"; }

# ---- what learners did ---------------------------------------------------------------------------
"$WORKBENCH" hint guards > /dev/null
cp "$COURSE/solutions/03-guards/wrong/no-guard.cl" "$own"
"$WORKBENCH" run guards > /dev/null
cp "$COURSE/solutions/03-guards/accepted.cl" "$own"
"$WORKBENCH" run guards > /dev/null
before=$(of_list 03-guards)
is "$before" '["solved",2,1]' "a learner has solved a puzzle"
files 03-guards > "$TMP/files"
printf 'See 03-guards, and guards, and puzzle 3.\n' >> "$TMP/course/puzzles/02-zip/lesson.md"
introduced=$(grep -c 'introduced: guards' "$TMP/course/puzzles/glossary.md")

"$WORKBENCH" rename guards bounds > "$TMP/out"
is "$?" 0 "a puzzle gets another name"
like "$(cat "$TMP/out")" "^Renamed:
  03-guards is now 03-bounds
" "it says which"
like "$(cat "$TMP/out")" "02-zip/lesson.md:[0-9]*: 03-guards, which is now 03-bounds" "and who says the old slug"
like "$(cat "$TMP/out")" "glossary.md:[0-9]*: guards, which is now bounds" "and that the glossary has the old name"
is "$(grep -c 'which is now' "$TMP/out")" $((1 + introduced)) "and nobody else, who speaks of guards and of puzzle 3"
is "$(files 03-bounds)" "$(cat "$TMP/files")" "all its files are there, byte for byte"
is "$(cd "$TMP/course" && find . -name '*guards*' ! -path '*/wrong/*')" ./kernels/03-bounds.formerly-guards "and nothing under the old name but a mark of it"
is "$(find "$TMP/course" -name '.workbench*')" "" "nor what the change was made with"
is "$(of_list 03-bounds)" "$before" "what was solved is solved under another name"
is "$("$WORKBENCH" history bounds --json | jq -r '.versions[].verdict' | tr '\n' ' ')" "runtime-error accepted " "the versions are there"
"$WORKBENCH" run --json > "$TMP/run"
is "$(jq -r '[.puzzle, .verdict] | join(" ")' "$TMP/run")" "03-bounds accepted" "a run is of the puzzle opened last, with the learner's file"
is "$(jq -r .file "$TMP/run")" "$own" "which is used where it is"
is "$("$WORKBENCH" run guards --json | jq -r .puzzle)" 03-bounds "run finds it under its old name"
is "$("$WORKBENCH" show 03-guards --json | jq -r .puzzle)" 03-bounds "and so does show under its old slug"
like "$("$WORKBENCH" guards < /dev/null)" "Next: 3 Guards" "and so does the name alone"
printf '%s\n' ":wait-idle" ":save-display $TMP/screen" q > "$TMP/script"
LINES=30 COLUMNS=100 "$WORKBENCH" ui --script "$TMP/script"
like "$(cat "$TMP/screen")" "work/03-guards.cl" "the screen opens it with the learner's file"

# ---- on with it ----------------------------------------------------------------------------------
sed -i '/03-guards/d' "$TMP/course/puzzles/02-zip/lesson.md"
sed -i 's/introduced: guards/introduced: bounds/' "$TMP/course/puzzles/glossary.md"
like "$("$WORKBENCH" check bounds --quick 2>&1)" "✓ 03-bounds" "it passes its check"
unlike "$("$WORKBENCH" check map --quick 2>&1)" "nothing reads" "where the mark is no stray file"
before=$(of_list 03-bounds)
"$WORKBENCH" move bounds --first > /dev/null
is "$(of_list 01-bounds)" "$before" "the mark goes with it to another place"
"$WORKBENCH" rename 1 limits > /dev/null
is "$(of_list 01-limits)" "$before" "and to a third name"
"$WORKBENCH" rename limits 01-guards --json > "$TMP/out"
is "$(jq -c '[.puzzle, .renumbered]' "$TMP/out")" '["01-guards",[{"from":"01-limits","to":"01-guards"}]]' "it may get its old name back, and programs are told"
is "$(of_list 01-guards)" "$before" "with all that was done"
"$WORKBENCH" rename guards edge > /dev/null
is "$(cd "$TMP/course/kernels" && echo *formerly*)" "01-edge.formerly-bounds 01-edge.formerly-guards 01-edge.formerly-limits" "and change it once more"
"$WORKBENCH" pack --student "$TMP/pack.zip" > /dev/null
rm "$own"
like "$(WORKBENCH_COURSE=$TMP/pack.zip "$WORKBENCH" show limits)" "Guards" "a student's pack knows what it was called"

# ---- what cannot be --------------------------------------------------------------------------------
refused "one name is too few" 2 "name the puzzle and what it is to be called" rename edge
refused "a puzzle that is not there" 2 'no puzzle "nothing"' rename nothing else
refused "a name that is taken" 2 "there is a puzzle of this name: 02-map" rename edge map
refused "the name that it has" 2 "01-edge has this name already" rename edge edge
refused "its slug" 2 "01-edge has this name already" rename edge 01-edge
refused "another number" 2 "write the name alone, scan" rename edge 07-scan
refused "no name" 2 "cannot be a puzzle's name" rename edge Scan_It
refused "the former name of another puzzle" 2 "01-edge was called limits" rename map limits
refused "or of a new one" 2 "01-edge was called limits" new limits
mkdir "$TMP/course/solutions/01-scan"
refused "a folder that is in the way" 2 "solutions/01-scan is there already" rename edge scan
rmdir "$TMP/course/solutions/01-scan"
chmod -w "$TMP/course/kernels"
[ -w "$TMP/course/kernels" ] || refused "a folder that cannot be written to" 1 "cannot be written" rename edge scan
chmod +w "$TMP/course/kernels"
tap_finish
