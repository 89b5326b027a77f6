#!/bin/bash
# Editing, running, saving, hints, reset: what happens to files and progress.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
fake_course

# ---- beginning and editing ----
editor accepted
press <<END
:wait-idle
:save-display $TMP/before
e
:wait-result
:save-display $TMP/after
END
like "$(shown before)" "Welcome" "the first start says what the keys do"
like "$(shown after)" "First solved: accepted on all 3 cases. n: next puzzle" \
  "leaving the editor runs what was saved, and success says how to go on"
like "$(head -n 1 "$WORKBENCH_WORK/01-first.cl")" "judge: accepted" "the editor had the learner's own file"
unlike "$(cat "$ROOT/tests/tui/course/kernels/01-first.cl")" "judge" "the starter is untouched"

press <<END
:wait-idle
:save-display $TMP/pane
1
:save-display $TMP/again
n
j j
:wait-idle
END
like "$(shown pane)" "^═ 3 Kernel ═ work/01-first.cl" "the next start has the pane that had the keys"
like "$(shown again)" "1 of 2 solved" "and the progress"
press <<END
:wait-idle
:save-display $TMP/resumed
END
like "$(shown resumed)" "^═ 2 Lesson ═ 宽 Wide" "the puzzle that was open last is open again"

# ---- an editor where the pane is small ----
cp "$ROOT/tests/tui/pane-editor" "$TMP/vim"
EDITOR=$TMP/vim press 1 <<END
:wait-idle
:resize 60x16
3 i
:wait-text EDITOR of
:save-display $TMP/small
Ctrl-]
i
:wait-text 4 Result ─
:save-display $TMP/small-panes
Ctrl-]
:q
y
END
like "$(head -n 1 "$TMP/small")" "^═ 3 Kernel ═ work/01-first.cl ═+$" "i gives the editor all of a small screen"
like "$(tail -n 1 "$TMP/small")" "  :w saves" "where it is said how to save"
like "$(shown small-panes)" "4 Result ─" "and shows the other panes when it is pressed again"

# ---- a starter that somebody edited ----
mkdir "$TMP/course"
cp -r "$ROOT/tests/tui/course/." "$TMP/course"
sed -i '1s,.*,// judge: accepted,' "$TMP/course/kernels/01-first.cl"
WORKBENCH_COURSE=$TMP/course XDG_STATE_HOME=$TMP/fresh WORKBENCH_WORK=$TMP/fresh/work press 1 <<END
:wait-idle
r
:wait-result
:save-display $TMP/starter
END
like "$(shown starter)" "First solved: accepted" "r makes the learner's file of a starter, so that its verdict counts"
is "$(head -n 1 "$TMP/fresh/work/01-first.cl")" "// judge: accepted" "with what was changed in it"
WORKBENCH_COURSE=$TMP/course XDG_STATE_HOME=$TMP/fresh2 WORKBENCH_WORK=/proc/nowhere press 1 <<END
:wait-idle
r
:wait-result
:save-display $TMP/not-own
END
like "$(shown not-own)" "Accepted, but as the course's own file" "and where none can be made, says why it does not"

# ---- all solved ----
for slug in 01-first 02-wide; do WORKBENCH_WORK=$TMP/all/work kernel accepted $slug; done
XDG_STATE_HOME=$TMP/all WORKBENCH_WORK=$TMP/all/work press 1 <<END
:resize 110x40
:wait-idle
r
:wait-result
n
:wait-idle
r
:wait-result
:save-display $TMP/all-solved
n
:save-display $TMP/after-all
END
like "$(shown all-solved)" "All puzzles are solved. What comes next:" "after the last puzzle it says what else there is"
like "$(shown all-solved)" "  c compare what your kernels cost with ours" "such as the counters, by their key"
like "$(shown all-solved)" "write a puzzle of your own: docs/puzzle-spec.md" "or a puzzle of one's own"
like "$(shown after-all)" "all are solved. The result says what comes next" "n says where that stands"

# ---- the finding in the trace ----
kernel runtime-error 01-first
press 1 <<END
:wait-idle
r
:wait-result
2 t
:wait-idle
:save-display $TMP/from-lesson
END
unlike "$(shown from-lesson)" "does nothing here" "t shows a finding in the trace from wherever one is"
like "$(shown from-lesson)" "═ 5 Trace ═" "and goes there"
rm "$WORKBENCH_WORK/01-first.cl"

# ---- verdicts in words ----
kernel unwritten 01-first
press <<END
:puzzle 1
r
:wait-result
:save-display $TMP/unwritten
END
like "$(shown unwritten)" "First mismatch: out.0. was never written, expected 1" \
  "an element that nobody wrote is said to be so"
kernel time-limit 01-first
press <<END
:puzzle 1
r
:wait-result
4 +
:save-display $TMP/limit
END
like "$(shown limit)" "^ *- case 3, hidden: not run *$" "a case after a limit is not run"
editor accepted
kernel accepted 01-first
press <<END
:puzzle 1
r
:wait-result
n
:wait-idle
END

printf '#!/bin/bash\nexit 3\n' > "$TMP/editor"
press <<END
e
:wait-text ended
:save-display $TMP/bad-editor
END
like "$(shown bad-editor)" 'the editor ".*editor" \(\$EDITOR\) ended with exit code 3' \
  "an editor that fails says so"
EDITOR=/nonexistent/editor press <<END
e
:wait-text cannot
:save-display $TMP/no-editor
END
like "$(shown no-editor)" "cannot be run; set .EDITOR" "so does one that is not there"
printf '#!/bin/bash\necho "a picture"\n' > "$TMP/editor"
press <<END
e
:wait-text Not changed
:save-display $TMP/unchanged
:edit-bare
:save-display $TMP/unchanged-bare
END
like "$(shown unchanged)" "Not changed. r runs it as it is." "a file left as it was does not run"
like "$(shown unchanged-bare)" "Not changed. r runs it as it is." "nor after an editor in the terminal"
printf '#!/bin/bash\n' > "$TMP/editor"
press <<END
e
:wait-text ended
:save-display $TMP/no-picture
END
like "$(shown no-picture)" "ended without drawing anything here. If it has a window of its own" \
  "one that has a window of its own may go on"

# ---- saving elsewhere ----
# When the workbench, whose script says so by a display, watches the file.
save_later() { rm -f "$TMP/there"; (wait_until test -s "$TMP/there"; "$@") > /dev/null 2>&1 & }
in_place() { kernel wrong-answer 01-first; }
by_rename() { sed 's/judge: .*/judge: runtime-error/' "$WORKBENCH_WORK/01-first.cl" > "$TMP/new" && mv "$TMP/new" "$WORKBENCH_WORK/01-first.cl"; }
save_later in_place
press 1 <<END
:wait-idle
:save-display $TMP/there
:wait-result
:save-display $TMP/saved
END
wait
like "$(shown saved)" "wrong answer: out\[6\] is 0, expected 7" "saving the file runs it by itself"
save_later by_rename
press 1 <<END
:wait-idle
:save-display $TMP/there
:wait-result
:save-display $TMP/renamed
END
wait
like "$(shown renamed)" "runtime error: line 4" "so does an editor that writes another file and renames it"

# ---- cancelling ----
kernel endless 01-first
press 1 <<END
r
:wait-text running case 2
:save-display $TMP/running
Esc
:save-display $TMP/cancelled
r
:wait-text running
Ctrl-C
:save-display $TMP/cancelled-too
Ctrl-C
:save-display $TMP/asks
Ctrl-C
:save-display $TMP/never
END
like "$(shown running)" "running case 2 of 3… [0-9.]+ s +\(Esc cancels\)" "a running kernel shows its case and the time"
like "$(shown cancelled)" "cancelled; r runs again" "Esc cancels it"
like "$(shown cancelled-too)" "cancelled; r runs again" "Ctrl-C cancels it too"
like "$(shown asks)" "Ctrl-C again quits" "a second Ctrl-C asks"
[ ! -e "$TMP/never" ]
ok $? "a third one quits"

# ---- hints, reset, solution ----
press 1 <<END
:wait-idle
H H
:save-display $TMP/hints
END
like "$(shown hints)" "Hint 2 of 3" "hints come one by one"
press 1 <<END
:wait-idle
2
G
:save-display $TMP/hints-kept
END
like "$(shown hints-kept)" "2. It is the one that get_global_id" "and are remembered"
press 1 <<END
:reset
n
:save-display $TMP/kept
:reset
y
:save-display $TMP/reset
END
like "$(shown kept)" "Your file is unchanged" "reset asks first"
like "$(shown reset)" "The starter is back in 01-first.cl\. Your file is kept as 01-first.cl.~1~\." "and keeps a backup"
cmp -s "$WORKBENCH_WORK/01-first.cl" "$WORKBENCH_COURSE/kernels/01-first.cl"
ok $? "the file is the starter again"
press 2 <<END
:wait-idle
s
:save-display $TMP/spoiler
n
:save-display $TMP/not-shown
s y
:save-display $TMP/shown
END
like "$(tail -n 2 "$TMP/not-shown")" "^The solution stays hidden" "and a no says what it came to"
like "$(shown spoiler)" "Not solved yet. Show the solution all the same\? \(y/n\)" "a solution before solving is asked for twice"
unlike "$(shown not-shown)" "our solution" "no means no"
like "$(shown shown)" "our solution" "yes shows it"

# ---- the command line ----
press <<END
:device opencl:0.0
:save-display $TMP/device
:device abacus
:wait-text there is no device
:save-display $TMP/no-device
:
:type rum
Enter
:save-display $TMP/typo
1 /
:type wide
Enter
:wait-idle
:save-display $TMP/search
END
like "$(shown device)" "Kernels run on opencl:0.0 from now on" ":device chooses one"
like "$(shown no-device)" 'there is no device "abacus" here; there are: none' "one that is not there is refused"
like "$(shown no-device)" "device: opencl:0.0" "and the one before stays"
like "$(shown typo)" "no command :rum; did you mean :run\?" "a wrong command suggests the nearest"
like "$(shown search)" "/wide" "/ filters the list"

# ---- what is not there ----
kernel dies 01-first
press 1 <<END
r
:wait-result
:save-display $TMP/dead-judge
:device
:wait-idle
:save-display $TMP/devices
Esc
Enter
:save-display $TMP/alive
END
like "$(shown dead-judge)" "judge error: " "a judge that dies is a judge error"
like "$(shown devices)" "No device was found; :doctor says" "without devices, d says what to do"
like "$(shown alive)" "3 Kernel" "and the screen goes on"
WORKBENCH_LIBEXEC=/nonexistent press 1 <<END
r
:wait-result
:save-display $TMP/no-judge
END
like "$(shown no-judge)" "workbench-judge is not" "a missing judge is named"
XDG_STATE_HOME=/proc/nowhere press <<END
:save-display $TMP/no-store
END
like "$(shown no-store)" "Progress is not kept: .*/proc/nowhere" "without a place for progress everything else works"
press no-such-puzzle <<END
:wait-idle
:save-display $TMP/no-puzzle
END
like "$(shown no-puzzle)" 'there is no puzzle "no-such-puzzle"' "an unknown puzzle is named"
WORKBENCH_WORK=/proc/nowhere press 2 <<END
e
:save-display $TMP/no-work
END
like "$(shown no-work)" "/proc/nowhere" "so is a work folder that cannot be made"

out=$(press 2>&1 <<END
j
Entre
END
)
is $? 1 "a key that is not one ends a script"
like "$out" 'script:2: there is no key "Entre"; did you mean Enter\?' "and names the line and the nearest key"
tap_finish
