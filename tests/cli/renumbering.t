#!/usr/bin/env bash
# A puzzle gets another number: what the learner did stays with the puzzle, in every face.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
course=$TMP/course
copy_course "$course"
export WORKBENCH_COURSE=$course
own=$WORKBENCH_WORK/03-guards.cl
mkdir -p "$WORKBENCH_WORK"

# renumber OLD NEW: as somebody does who moves the folders by hand.
renumber() {
  mv "$course/puzzles/$1" "$course/puzzles/$2"
  mv "$course/solutions/$1" "$course/solutions/$2"
  mv "$course/kernels/$1.cl" "$course/kernels/$2.cl"
}
# member NAME FILE: that member of the JSON in FILE, the first there is.
member() { sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\).*/\1/p" "$2" | head -1; }
# of_list SLUG NAME: that member of a puzzle in the list.
of_list() {
  "$WORKBENCH" list --json | sed -n "/\"puzzle\": \"$1\"/,/^  }/p" > "$TMP/entry"
  member "$2" "$TMP/entry"
}

# screen LINE…: what the screen shows after these lines of a script.
screen() {
  printf '%s\n' ":wait-idle" "$@" ":wait-idle" ":save-display $TMP/screen" q > "$TMP/script"
  LINES=30 COLUMNS=100 "$WORKBENCH" ui --script "$TMP/script" || echo "the script failed"
  cat "$TMP/screen"
}

"$WORKBENCH" hint guards > /dev/null
cp "$COURSE/solutions/03-guards/wrong/no-guard.cl" "$own"
"$WORKBENCH" run guards > /dev/null
cp "$COURSE/solutions/03-guards/accepted.cl" "$own"
"$WORKBENCH" run guards > /dev/null
cp "$COURSE/solutions/01-map/accepted.cl" "$WORKBENCH_WORK/01-map.cl"
"$WORKBENCH" run guards --case 1 --json > "$TMP/before"
"$WORKBENCH" data guards --json | grep -v '"puzzle"' > "$TMP/data-before"
screen ":puzzle guards" ":wait-idle" > /dev/null

renumber 06-conv1d 08-conv1d
renumber 03-guards 07-guards
is "$(of_list 07-guards state)" solved "what was solved is solved under another number"
is "$(of_list 07-guards attempts):$(of_list 07-guards hints_shown)" 2:1 "attempts and hints are counted on"
is "$(of_list 01-map state)" started "and what kept its number is as it was"
is "$("$WORKBENCH" history 7 --json | sed -n 's/^ *"verdict": "\(.*\)".*/\1/p' | tr '\n' ' ')" \
  "runtime-error accepted accepted " "the versions are there"
"$WORKBENCH" history 7 --show 1 | cmp -s - "$COURSE/solutions/03-guards/wrong/no-guard.cl"
ok $? "byte for byte"
"$WORKBENCH" data guards --json | grep -v '"puzzle"' | cmp -s - "$TMP/data-before"
ok $? "the data of its cases are the same"

"$WORKBENCH" run --json > "$TMP/run"
is "$(member puzzle "$TMP/run"):$(member verdict "$TMP/run")" 07-guards:accepted \
  "a run without a name is of the puzzle opened last, with the learner's file"
is "$(member file "$TMP/run")" "$(member file "$TMP/before")" "which is used where it is"
[ ! -e "$WORKBENCH_WORK/07-guards.cl" ]
ok $? "and not made anew"
"$WORKBENCH" run 03-guards --json > "$TMP/run"
is "$(member puzzle "$TMP/run")" 07-guards "the old slug still finds it"
"$WORKBENCH" run mojo:3 --json > "$TMP/run"
is "$(member puzzle "$TMP/run")" 07-guards "and so does its alias"
is "$(of_list 07-guards attempts)" 5 "what is judged now is counted with it"

shown=$(screen)
like "$shown" "work/03-guards.cl" "the screen opens it again, with the learner's file"
like "$shown" "07 Guards +.*solved|✓ .*07 Guards" "as solved"
printf 'kernel\nhistory\nquit\n' | "$WORKBENCH" --plain > "$TMP/said" 2>&1
like "$(cat "$TMP/said")" "03-guards.cl" "so does the dialogue"

cp "$COURSE/kernels/03-guards.cl" "$WORKBENCH_WORK/07-guards.cl"
"$WORKBENCH" run guards --json > "$TMP/run"
is "$(member verdict "$TMP/run")" wrong-answer "of two files, the one with the present number counts"
cmp -s "$own" "$COURSE/solutions/03-guards/accepted.cl"
ok $? "and the other stays as it was"
tap_finish
