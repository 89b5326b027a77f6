#!/bin/bash
# A running screen, and an author who edits the puzzle that it shows.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
shown() { cat "$TMP/$1"; }
mkdir "$TMP/course"
cp -r "$ROOT"/puzzles "$ROOT"/kernels "$ROOT"/solutions "$ROOT"/lua "$TMP/course"
export WORKBENCH_COURSE=$TMP/course LINES=40 COLUMNS=120
puzzle=$TMP/course/puzzles/02-zip

# edit FILE SCRIPT: with sed, when the workbench has saved a display.
edit() {
  rm -f "$TMP/there"
  (wait_until test -s "$TMP/there"; sed -i "$2" "$1") > /dev/null 2>&1 &
}

edit "$puzzle/lesson.md" '1s/.*/# Zipping, told anew/'
press 2 <<END
:wait-idle
:save-display $TMP/there
:wait-text Zipping, told anew
:save-display $TMP/lesson
END
wait
like "$(shown lesson)" "Zipping, told anew" "a lesson that is saved is shown anew"

edit "$puzzle/puzzle.lua" 's/title = .*/title = "Zap",/'
press 2 <<END
:wait-idle
r
:wait-result
:save-display $TMP/there
:wait-text 02 Zap
:wait-idle
:save-display $TMP/spec
r
:wait-result
:wait-idle
:save-display $TMP/judged
END
wait
like "$(shown spec)" "02 Zap" "a spec that is saved is read anew"
like "$(shown spec)" "The puzzle's spec has changed; r judges by it" "which is said"
like "$(shown spec)" "The puzzle has changed since; r runs it again" "the result is of the spec before"
unlike "$(shown judged)" "has changed" "until the kernel is judged again"

edit "$puzzle/puzzle.lua" 's/title = /titel = /'
press 2 <<END
:wait-idle
:save-display $TMP/there
:wait-text did you mean
:save-display $TMP/mistake
END
wait
like "$(shown mistake)" "This puzzle's spec has a mistake:" "a mistake in it is shown where the lesson is"
like "$(shown mistake)" "titel" "and named"
# ---- puzzles that come and go ------------------------------------------------------------
# meanwhile COMMAND…: run when the workbench has saved a display.
meanwhile() {
  rm -f "$TMP/there"
  (wait_until test -s "$TMP/there"; "$@") > /dev/null 2>&1 &
}

mkdir -p "$WORKBENCH_WORK"
cp "$ROOT/solutions/03-guards/accepted.cl" "$WORKBENCH_WORK/03-guards.cl"
meanwhile "$WORKBENCH" new scan --after zip
press guards <<END
:wait-idle
r
:wait-result
:wait-idle
:save-display $TMP/there
:wait-text 04 Guards
:wait-idle
:save-display $TMP/moved
r
:wait-result
:wait-idle
:save-display $TMP/again
p
:wait-idle
:save-display $TMP/new
END
wait
like "$(shown moved)" "03 Scan" "a puzzle that is made comes into the list"
like "$(shown moved)" ">✓ 04 Guards +solved" "those behind it get their new numbers, with what is known of them"
unlike "$(shown moved)" "has changed since" "as far as nothing but numbers has changed"
like "$(shown moved)" "work/03-guards.cl" "and the learner's file stays"
like "$(shown moved)" "✓ accepted +all 6 cases" "as does the result"
like "$(shown again)" "✓ accepted +all 6 cases" "which is judged under the new number"
like "$(shown new)" ">. 03 Scan" "the new one can be opened"
like "$(shown new)" "What you write is run many times" "and read"

meanwhile rm -r "$TMP/course/puzzles/04-guards"
press guards <<END
:wait-idle
:save-display $TMP/there
:wait-text The course has changed
:wait-idle
:save-display $TMP/gone
END
wait
unlike "$(shown gone)" "Guards" "a puzzle that is removed leaves the list"
like "$(shown gone)" ">. 05 Map 2D" "and its neighbour is selected"
tap_finish
