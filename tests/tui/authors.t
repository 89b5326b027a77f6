#!/bin/bash
# A running screen, and an author who edits the puzzle that it shows.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
. "$ROOT/tests/courses.sh"
copy_course "$TMP/course"
export WORKBENCH_COURSE=$TMP/course LINES=40 COLUMNS=120
puzzle=$TMP/course/puzzles/02-zip

# edit FILE SCRIPT: with sed, when the workbench has saved that display.
edit() { meanwhile sed -i "$2" "$1"; }

edit "$puzzle/lesson.md" '3s/.*/Zipping, told anew/'
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
:wait-text titel: unknown field
:save-display $TMP/mistake
END
wait
like "$(shown mistake)" "This puzzle's spec has a mistake:" "a mistake in it is shown where the lesson is"
like "$(shown mistake)" "titel" "and named"

# The data that was shown before the mistake stays, below it.
sed -i 's/titel = /title = /' "$puzzle/puzzle.lua"
edit "$puzzle/puzzle.lua" 's/concept = /consept = /'
press 2 <<END
:wait-idle
6
:wait-text expected
:save-display $TMP/there
:wait-text What follows was made before that
:save-display $TMP/kept
END
wait
like "$(shown kept)" "puzzles/02-zip/puzzle.lua:[0-9]+: consept" "a mistake is named above the data, with its line"
like "$(shown kept)" "Case 1" "which stays as it was before"
like "$(shown kept)" "02 Zap" "as the puzzle's title does"
sed -i 's/consept = /concept = /' "$puzzle/puzzle.lua"

# The page of the chapter, while it is open.
edit "$TMP/course/puzzles/chapters/first-steps.md" '1s/.*/# Begun anew/'
press 2 <<END
:wait-idle
C
:save-display $TMP/there
:wait-text Begun anew
:save-display $TMP/chapter
END
wait
like "$(shown chapter)" "Begun anew" "a chapter's page that is saved is shown anew"

# ---- ui --author ----

press 2 --author <<END
:wait-idle
6
:wait-text expected
:save-display $TMP/top
G
:save-display $TMP/data
END
hidden=$("$WORKBENCH" data 2 --hidden --json | perl -MJSON::PP -e 'local $/; print((grep { !$_->{visible} } @{ decode_json(<STDIN>)->{cases} })[-1]{name})')
like "$(shown top)" " 6 Data .* [0-9]+ cases " "an author's data is of all cases"
like "$(shown data)" "Case [0-9]+ .hidden.  $hidden" "hidden ones have their names: $hidden"

press 2 --author <<END
:wait-idle
r
:wait-result
:wait-idle
4
+
G
:save-display $TMP/result
END
like "$(shown result)" "case [0-9]+, $hidden .hidden.: wrong answer" "a run tells of them by name"
press 2 <<END
:wait-idle
r
:wait-result
:wait-idle
4
+
G
:save-display $TMP/result
END
like "$(shown result)" "case [0-9]+, hidden: wrong answer" "a learner's does not"
unlike "$(shown result)" "$hidden" "nor does it name them"

solution=$TMP/course/solutions/02-zip/accepted.cl
edit "$solution" 's/ + / - /'
press 2 --author <<END
:wait-idle
:save-display $TMP/there
:wait-text it must be accepted
:save-display $TMP/broken
END
wait
like "$(shown broken)" "solutions/02-zip/accepted.cl: wrong-answer: .*it must be accepted" "a solution that is saved is judged"
edit "$solution" 's/ - / + /'
press 2 --author <<END
:wait-idle
:save-display $TMP/there
:wait-text as it must
:save-display $TMP/mended
END
wait
like "$(shown mended)" "solutions/02-zip/accepted.cl: accepted, as it must" "and it is said if it is right"

edit "$puzzle/puzzle.lua" 's/case.a + case.b/case.a - case.b/'
press 2 --author <<END
:wait-idle
:save-display $TMP/there
:wait-text kernels do not get what they must
:save-display $TMP/other
END
wait
like "$(shown other)" "of [0-9]+ kernels do not get what they must" "a spec that is saved has all kernels judged"
edit "$puzzle/puzzle.lua" 's/case.a - case.b/case.a + case.b/'
press 2 --author <<END
:wait-idle
:save-display $TMP/there
:wait-text kernels get what they must
:save-display $TMP/same
END
wait
like "$(shown same)" "All [0-9]+ kernels get what they must" "and it is said if they are as they should be"

# ---- puzzles that come and go ------------------------------------------------------------
mkdir -p "$WORKBENCH_WORK"
cp "$COURSE/solutions/03-guards/accepted.cl" "$WORKBENCH_WORK/03-guards.cl"
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
