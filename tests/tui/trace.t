#!/bin/bash
# The trace pane: screens of traces that the emulator recorded (tests/tui/traces),
# compared with tests/tui/golden, and how it comes to a trace.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
fake_course
TRACES=$ROOT/tests/tui/traces

# traced NAME: opens its trace, over a kernel that is the traced one.
traced() {
  mkdir -p "$WORKBENCH_WORK"
  cp "$TRACES/$1.cl" "$WORKBENCH_WORK/01-first.cl"
  {
    echo ":wait-idle"
    echo ":trace $TRACES/$1.trace"
    cat
  } | press 1
}

kernel runtime-error 01-first
NO_COLOR= press 1 <<END
:wait-idle
r
:wait-result
5
:wait-text , case 2
:save-display $TMP/trace-finding-80x24
+
:save-display $TMP/trace-finding-zoomed-80x24
:save-colors $TMP/trace-colors-80x24
:resize 132x43
+
:save-display $TMP/trace-finding-132x43
:resize 60x16
:save-display $TMP/trace-finding-60x16
:resize 40x12
:save-display $TMP/trace-finding-40x12
END
ok $? "opening the pane has the judge record what the last run did"
widget trace-finding-80x24 "it opens at the finding, with its kernel above"
widget trace-finding-zoomed-80x24 "zoomed there is room for who touched what"
widget trace-colors-80x24 "a work-item has a colour of its own"
like "$(cat "$TMP/trace-finding-132x43")" '2 Lesson .*|.work-item 4 reads a.4., which is refused' "on a large screen it stands beside the lesson"
widget trace-finding-60x16 "60x16 shows it with less around it"
like "$(cat "$TMP/trace-finding-40x12")" 'refused: a ends at a.3.' "and so does 40x12"

NO_COLOR=1 LC_ALL=C press 1 <<END
:wait-idle
5
r
:wait-result
+
:save-display $TMP/trace-ascii-80x24
:save-colors $TMP/trace-monochrome-80x24
END
like "$(cat "$TMP/trace-ascii-80x24")" 'X refused: a ends at a.3.' "without UTF-8 it is ASCII"
! LC_ALL=C grep -q '[^ -~]' "$TMP/trace-ascii-80x24"
ok $? "and holds no other byte"
widget trace-monochrome-80x24 "without colour the step is reversed, and all has numbers and signs"

press 1 <<END
:wait-idle
r
:wait-result
4
j j
t
:wait-text , case 2
:save-display $TMP/from-result
END
like "$(cat "$TMP/from-result")" "work-item 4 reads a\[4\], which is refused" \
  "t in the result shows the finding's step"

traced transpose <<END
]
+
:save-display $TMP/trace-collision-80x24
G
v
k
:save-display $TMP/trace-pointing-80x24
:resize 132x43
+
:save-display $TMP/trace-pointing-132x43
:resize 40x12
+
:save-display $TMP/trace-pointing-40x12
:resize 100x43
+
Esc
g ]
:save-display $TMP/trace-narrow
END
like "$(shown trace-narrow)" "✗ collides: work-item .* same element with *$" "beside a wide lesson what is wrong has a second row"
like "$(shown trace-narrow)" "│   no barrier between$" "which ends the sentence"
widget trace-collision-80x24 "a collision stands out; a matrix and the groups have rows"
widget trace-pointing-80x24 "a cell that is pointed at says who touched it"
like "$(cat "$TMP/trace-pointing-132x43")" 'work-item .3,2. writes out.11. = -1515870811  line 7' "with the lines where there is room"
like "$(cat "$TMP/trace-pointing-40x12")" 'out.11. = -1515870811: touched 1 time' "and without where there is not"

traced volume <<END
b l l
+
:save-display $TMP/trace-volume-80x24
END
widget trace-volume-80x24 "three dimensions show as slices"

traced many <<END
o
:type 20
Enter
+
:save-display $TMP/trace-many-80x24
b ]
:save-display $TMP/trace-before-80x24
:resize 60x16
:save-display $TMP/trace-before-60x16
END
widget trace-many-80x24 "of many groups one is chosen"
widget trace-before-80x24 "an access before an array stands before it"
like "$(cat "$TMP/trace-before-60x16")" 'refused: tile begins at tile.0.' "where there is little room, too"

traced many <<END
Space
:wait-text step 4 of
5
Space
:save-display $TMP/played
END
like "$(cat "$TMP/played")" "step [4-9] of" "Space plays"
unlike "$(cat "$TMP/played")" "/s," "and pauses"

traced many <<END
:trace $TMP/none
:save-display $TMP/no-file
:trace $TRACES/many.cl
:save-display $TMP/no-trace
END
like "$(cat "$TMP/no-file")" "cannot open .*No such file" "a file that is not there is named"
like "$(cat "$TMP/no-trace")" "no trace" "and one that is no trace"
tap_finish
