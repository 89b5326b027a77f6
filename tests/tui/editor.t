#!/bin/bash
# The learner's editor in the kernel's pane.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
fake_course

ln -s "$ROOT/tests/tui/few-keys" "$TMP/nano" # editors of this name are told the line
export VISUAL= EDITOR=$TMP/nano LINES=30 COLUMNS=110

kernel wrong-answer 01-first
press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
:save-display $TMP/open
q
:wait-text key:71
s
:wait-result
:wait-text FEW KEYS resized
:save-display $TMP/saved
Ctrl-]
:save-display $TMP/left
j
Ctrl-]
:save-display $TMP/back
x
:wait-text first(
:save-display $TMP/closed
END
like "$(shown open)" "3 Kernel .*01-first.cl in your editor" "the pane says whose it is"
like "$(shown open)" "args:01-first.cl" "the editor has the learner's own file"
like "$(shown open)" "size:[0-9]+x6[0-9]" "and the size of its pane"
like "$(tail -n 1 "$TMP/open")" "^Ctrl-\] leaves the editor" "the key that leaves it is shown"
unlike "$(tail -n 1 "$TMP/open")" " (r run|n next|q list)" "and no key that would be typed into it"
like "$(shown open)" "Not run yet: saving it runs your code" "nor does the result offer one"
like "$(shown saved)" "FEW KEYS resized" "the editor stays, with room for the result below it"
like "$(shown saved)" "accepted" "saving in it runs the puzzle, with the result beside it"
like "$(shown saved)" "2 Lesson" "and the lesson"
like "$(tail -n 1 "$TMP/saved")" "Ctrl-\] n next puzzle" "what to do next is said with the key that leaves it"
like "$(shown saved)" "Then +Ctrl-\] n next puzzle: 02" "in the result, too"
like "$(shown saved)" "Look at +Ctrl-\] s our solution" "with all that it points to"
like "$(shown left)" "Then +n next puzzle: 02" "and without it once the editor is left"
like "$(shown left)" "═ 4 Result ═" "the key gives the keys to another pane"
like "$(shown left)" "The editor waits in pane 3" "and says how to come back"
unlike "$(shown back)" "leaked|key:6a" "what is typed elsewhere does not reach the editor"
like "$(shown back)" "═ 3 Kernel ═" "the same key goes back"
unlike "$(shown closed)" "FEW KEYS" "when the editor ends, the pane shows the kernel again"

kernel runtime-error 01-first
press 1 <<END
:wait-idle
r
:wait-result
4 j j j j Enter
:wait-text FEW KEYS
:save-display $TMP/finding
x
:wait-text first(
END
like "$(shown finding)" "args:01-first.cl at \+4" "Enter on a finding opens the editor there"
like "$(shown finding)" "✗ line 4: out-of-bounds: reads a\[4\]" "which has the findings above it"

press 1 <<END
:wait-idle
r
:wait-result
3 i
:wait-text FEW KEYS
F12
4 j j j j Enter
:wait-text at +4
:save-display $TMP/entered
F12
]
:wait-text at +5
:save-display $TMP/next-finding
:wait-idle
3
x
:wait-text first(
END
like "$(shown entered)" "═ 3 Kernel ═" "Enter on a finding goes to the editor that is open, and to the line"
like "$(shown next-finding)" "═ 4 Result ═" "] moves the editor, and leaves the keys where they are"

# ---- on the whole screen ----
kernel runtime-error 01-first
press 1 <<END
:wait-idle
2 e
:wait-text size:27x110
:save-display $TMP/whole
:type w
:wait-result
:wait-text size:24x110
:save-display $TMP/whole-findings
Ctrl-]
:wait-text size:13x
:save-display $TMP/whole-left
]
:wait-text at +4
]
:wait-text at +5
Ctrl-]
:wait-text size:24x110
:save-display $TMP/whole-next
s
:wait-result
:wait-text size:27x110
:save-display $TMP/whole-accepted
F12
i
:wait-text size:13x
:save-display $TMP/in-pane
Ctrl-]
e
:wait-text size:27x110
x
:wait-text first(
:save-display $TMP/whole-closed
END
like "$(head -n 1 "$TMP/whole")" "^═ 3 Kernel ═ work/01-first.cl ═+$" "e gives the editor the whole screen, with a line that says what it edits"
like "$(tail -n 1 "$TMP/whole")" "^Ctrl-\] leaves the editor  Ctrl-S saves and runs it  Ctrl-\] i with the other panes" "and one that says what leads out of it"
like "$(sed -n 2p "$TMP/whole-findings")" "^ ✗ line 4: out-of-bounds: reads a\[4\]" "what is found when it is saved comes above it"
like "$(head -n 1 "$TMP/whole-findings")" "finding 1 of 2" "with how many there are"
like "$(tail -n 2 "$TMP/whole-findings")" "^runtime error: line 4" "and the verdict below it"
like "$(tail -n 1 "$TMP/whole-findings")" "Ctrl-\] \] next finding" "and how to go to the next"
like "$(shown whole-left)" "═ 2 Lesson ═" "Ctrl-] goes back to where the keys were, with all panes"
like "$(sed -n 2p "$TMP/whole-next")" "^ ✗ line 5" "the finding that was gone to comes first"
like "$(head -n 1 "$TMP/whole-next")" "finding 2 of 2" "and says its number"
like "$(tail -n 2 "$TMP/whole-accepted")" "First solved: .* Ctrl-\] n: next puzzle" "an accepted save says how to go on"
like "$(tail -n 1 "$TMP/whole-accepted")" "Ctrl-\] n next puzzle" "as do the keys"
like "$(shown in-pane)" "2 Lesson ─" "i has the same editor in its pane"
like "$(shown whole-closed)" "═ 3 Kernel ═ .*first.cl ─*" "when it ends all panes are back"

press 1 <<END
:wait-idle
e
:wait-text FEW KEYS ready
Ctrl-Z
:wait-text FEW KEYS resumed
:save-display $TMP/resumed
x
:wait-text first(
END
like "$(shown resumed)" "FEW KEYS resumed" "an editor that stops on Ctrl-Z goes on, for no shell is there that could call it back"

kernel wrong-answer 01-first
press 1 <<END
:wait-idle
r
:wait-result
e
:wait-text FEW KEYS
:save-display $TMP/reason
x
:wait-text first(
END
like "$(sed -n 2p "$TMP/reason")" "✗ wrong answer: out\[6\] is 0, expected 7" "a wrong answer is said above it as well, where the result is hidden"

kernel runtime-error 01-first
printf '#!/bin/bash\nsleep 1000\n' > "$TMP/window"
chmod +x "$TMP/window"
ln -s window "$TMP/vim"
EDITOR=$TMP/window press 1 <<END
:wait-idle
e
:wait-text has drawn nothing
:save-display $TMP/window-open
Ctrl-]
:q
y
END
EDITOR=$TMP/vim press 1 <<END
:wait-idle
r
:wait-result
e
:wait-text has drawn nothing
Ctrl-]
]
:save-display $TMP/window-finding
n
:wait-idle
e
:wait-text still open
:save-display $TMP/window-next
:q
y
END
like "$(shown window-finding)" "does not read keys here now; the finding is on line" "nor is one typed into that reads no keys, for which they would be signals"
like "$(shown window-next)" "still open on 01-first" "and it is not closed: nobody knows what is typed in its window"
like "$(shown window-open)" "it may have a window of its own. What you save there is judged here" "an editor that draws nothing is said to be elsewhere"

LINES=12 COLUMNS=40 press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
w
:wait-result
:wait-text FEW KEYS resized
:save-display $TMP/one-pane
x
:wait-text first(
END
like "$(shown one-pane)" "FEW KEYS" "where one pane shows at a time, a save leaves the keys to the editor"

ln -sf "$ROOT/tests/tui/few-keys" "$TMP/some-editor"
EDITOR=$TMP/some-editor press 1 <<END
:wait-idle
r
:wait-result
3 i
:wait-text FEW KEYS
Ctrl-]
4 j j j j Enter
:save-display $TMP/told
x
:wait-text first(
END
like "$(shown told)" 'some-editor" cannot be told where to go; the finding is on line 4' \
  "an editor that is not known is not typed into, and the line is said"

press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
:resize 90x20
:wait-text size:12x53
:wait-text resized
:save-display $TMP/small
:resize 40x12
:wait-text size:8x40
Ctrl-]
:resize 3x2
:resize 110x30
3
:wait-text size:22x
:wait-text resized
:save-display $TMP/large
x
:wait-text first(
END
like "$(shown small)" "size:[0-9]+x[0-9]+" "a new size reaches the editor"
like "$(shown large)" "FEW KEYS resized" "it survives a screen too small for it"

press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
g
:wait-text still here
:save-display $TMP/garbage
x
:wait-text first(
END
is "$(wc -l <"$TMP/garbage")" 30 "an editor's escapes do not leave its pane"
like "$(head -n 1 "$TMP/garbage")" "GPU Puzzle Workbench" "the header is untouched"
like "$(shown garbage)" "2 Lesson" "so is the lesson"

press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
Ctrl-]
:reset
:save-display $TMP/reset
s
:wait-text From your kernel to our solution
Esc
:save-display $TMP/solution
Ctrl-]
d
:wait-text FEW KEYS changed
Ctrl-]
n
i
:wait-text still open
:save-display $TMP/elsewhere
Ctrl-]
:wait-idle
:save-display $TMP/led-back
Ctrl-]
:q
:save-display $TMP/quit
n
:save-display $TMP/not-quit
3
:wait-text FEW KEYS
z
:wait-text exit code
:save-display $TMP/failed
END
like "$(shown reset)" "Close your editor first" "reset does not pull the file from under the editor"
like "$(shown solution)" "in your editor" "and the solution lies over it, for a while"
like "$(shown elsewhere)" "still open on 01-first, with changes" \
  "another kernel has to wait for an editor with changes"
like "$(shown led-back)" "FEW KEYS changed" "Ctrl-] goes back to it from there"
like "$(tail -n 2 "$TMP/not-quit")" "^Your editor is still open\." "and who stays is told why"
like "$(shown quit)" "Your editor is still open; .* Quit all the same\? \(y/n\)" "quitting asks"
like "$(shown failed)" 'the editor ".*nano" \(\$EDITOR\) ended with exit code 5' "an editor that fails says so"

press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
Ctrl-]
n
:wait-idle
i
:wait-text args:02-wide.cl
:save-display $TMP/next-puzzle
x
:wait-text wide(
END
like "$(shown next-puzzle)" "3 Kernel .*02-wide.cl in your editor" "one without changes closes for the next puzzle"
EDITOR=$TMP/some-editor press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
Ctrl-]
n
:wait-idle
i
:wait-text args:02-wide.cl
q
Ctrl-]
p
:wait-idle
i
:wait-text still open
:save-display $TMP/typed
n
3
x
:wait-text wide(
END
like "$(shown typed)" "still open on 02-wide" "one that is not known closes as long as nobody has typed in it"

press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
Ctrl-]
:q
y
:save-display $TMP/never
END
[ ! -e "$TMP/never" ]
ok $? "y quits all the same"
editors() { cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -c "$TMP/[n]ano"; }
is "$(editors)" 0 "and takes the editor along"

EDITOR=/nonexistent/editor press 1 <<END
:wait-idle
3 i
:wait-text cannot be run
:save-display $TMP/missing
END
like "$(shown missing)" 'the editor "/nonexistent/editor" \(\$EDITOR\) cannot be run' "an editor that is not there is named"

LC_ALL=C press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
:save-display $TMP/ascii
x
:wait-text first(
END
unlike "$(shown ascii)" '[^ -~]' "without UTF-8 the pane is ASCII"
tap_finish
