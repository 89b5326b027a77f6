#!/usr/bin/env bash
# The pane with what the visible cases give a kernel, and want of it.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
. "$ROOT/tests/courses.sh"
fake_course
export LINES=43 COLUMNS=132
kernel wrong-answer 01-first

press <<END
:wait-idle
6
:wait-text 2 visible cases
+
:save-display $TMP/first
+ r
:wait-result
:save-display $TMP/result
:puzzle 2
6
:wait-text 1 visible case
:save-display $TMP/hostile
:puzzle 1
:wait-idle
:save-display $TMP/again
Tab
:save-display $TMP/tab
END
like "$(shown first)" '6 Data ═ 2 visible cases' "the pane says how many cases there are"
like "$(shown first)" 'inout float a\[2\]\[4\], in any order' "and tells their arrays"
like "$(shown result)" '4 Result' "a run puts its result in the pane's place"
unlike "$(shown result)" '═ 6 Data' "with the keys"
like "$(shown result)" 'Look at .*6  *the inputs' "and points to the inputs where an element is wrong"
like "$(shown hostile)" '6 Data ═ 1 visible case ' "the next puzzle has its own"
LC_ALL=C grep -q $'[\001-\011\013-\037]' "$TMP/hostile"
is $? 1 "whatever a judge says of it, the screen stays the workbench's"
like "$(shown again)" '6 Data ═ 2 visible cases' "and the first its own again"
like "$(shown tab)" '═ 1 Puzzles' "after the last pane comes the first"

# A judge that does not answer holds no key, and one that fails says why.
cp -r "$ROOT/tests/tui/judge" "$TMP/judge"
export WORKBENCH_LIBEXEC=$TMP/judge
sed -i 's/  cat "$here\/data.*/  exec sleep 600/' "$TMP/judge/workbench-judge"
press <<END
6
:wait-text being made
2
:save-display $TMP/waiting
:q
END
is $? 0 "while the cases are made the workbench can be left"
like "$(shown waiting)" '═ 2 Lesson' "and keys work"
sed -i 's/  exec sleep 600/  echo "no memory" >\&2; exit 9/' "$TMP/judge/workbench-judge"
press <<END
6
:wait-text no memory
:save-display $TMP/failed
END
sed -i 's/  echo "no memory" >&2; exit 9/  [ -e "$here\/again" ] \&\& cat "$here\/data-$puzzle.jsonl" >\&3 \&\& exit 0; touch "$here\/again"; exit 9/' "$TMP/judge/workbench-judge"
press <<END
6
:wait-text exit code 9
6
:wait-text 2 visible cases
:save-display $TMP/retried
END
like "$(shown retried)" 'output float out' "and its key asks once more"
like "$(shown failed)" 'the judge ended with exit code 9' "a judge that fails is no empty pane"

# An author's edit shows.
unset WORKBENCH_LIBEXEC
copy_course "$TMP/course"
export WORKBENCH_COURSE=$TMP/course
meanwhile sed -i 's/case.a + 10/case.a + 11/' "$TMP/course/puzzles/03-guards/puzzle.lua"
press 3 <<END
:wait-idle
6
:wait-text 10   11   12   13
:save-display $TMP/there
:wait-text 11   12   13   14
:save-display $TMP/edited
END
wait
like "$(shown edited)" 'expected +11   12   13   14' "a spec that is saved shows its new values"
tap_finish
