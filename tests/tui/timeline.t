#!/bin/bash
# The pane of a host program's timeline: what it shows, and the way from it to the program's lines
# and to the steps of its launches.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
. "$ROOT/tests/tui/lib.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
[ -x "$BUILD/workbench-host" ] || skip_all "workbench-host was not built"
copy_course "$TMP/course"
export WORKBENCH_COURSE=$TMP/course
"$WORKBENCH" new twice --kind host --after zip > /dev/null
mkdir -p "$WORKBENCH_WORK"
work=$WORKBENCH_WORK/03-twice.lua
cp "$TMP/course/solutions/03-twice/accepted.lua" "$work"
launch=$(grep -n 'ctx:enqueue_function' "$work" | cut -d: -f1)
# The line that the pane of the kernel marks.
marked() { grep -oE '[>✗] ?[0-9]+ ' <<< "$(shown "$1")" | grep -oE '[0-9]+' | head -1; }

press twice << END
:wait-idle
7
:save-display $TMP/nothing
r
:wait-text double_and_one, global 4
:save-display $TMP/timeline
j
j
j
j
:save-display $TMP/moved
Enter
:wait-text double.cl:5
:save-display $TMP/steps
l
:save-display $TMP/second
7
+
:save-display $TMP/zoomed
g
:save-display $TMP/first
G
:save-display $TMP/last
+
1
k
:wait-idle
:save-display $TMP/kernel
7
:save-display $TMP/refused
END
ok $? "the pane is reached by its key"
like "$(shown nothing)" "7 Timeline" "it is there before anything ran"
like "$(shown nothing)" "r runs the program, and" "and says what to do"
like "$(shown timeline)" "7 Timeline.*case 1, 1 launch" "a run fills it"
like "$(shown timeline)" "context 1 .*█" "with a chart"
like "$(shown timeline)" " $launch  double_and_one, global 4" "and a row for each thing that was done"
is "$(marked moved)" "$launch" "a row's line is shown in the program"
like "$(shown steps)" "5 Trace.*step 1 of 2" "Enter on a launch shows the steps of its work-items"
like "$(shown steps)" "double.cl:5 +out.i. = 2 . a.i. . 1;" "with the kernel's own line"
is "$(marked second)" "$launch" "while the program's pane stays at the line that launched it"
like "$(shown zoomed)" "# +at +for +where +line +what" "alone on the screen it has the moments, too"
like "$(shown first)" "compile double.cl" "the first"
like "$(shown last)" "device -> host" "and the last row are a key away"
unlike "$(shown kernel)" "7 Timeline" "a kernel has no such pane"
like "$(shown refused)" "Only host programs have a timeline" "and says so"

# What is found in the third launch is shown there; what is found in the program, in the timeline.
sed -i '/ctx:enqueue_function/c\
for i = 0, n - 1 do\
  ctx:enqueue_function(double_and_one, dev_out:create_sub_buffer("int", i, 1),\
    dev_a:create_sub_buffer("int", i, 1), { grid_dim = 1, block_dim = i == 2 and 2 or 1 })\
end' "$work"
press twice << END
:wait-idle
r
:wait-result
4
t
:wait-text refused
:save-display $TMP/third
:launch 1
:wait-idle
:save-display $TMP/of-one
END
like "$(shown third)" "launch 3" "t goes to the launch with the finding"
like "$(shown third)" "a ends at a.0." "and to its step"
unlike "$(shown of-one)" "refused" "another launch has its own steps"

cp "$TMP/course/solutions/03-twice/accepted.lua" "$work"
sed -i '/ctx:synchronize/d' "$work"
press twice << END
:wait-idle
r
:wait-result
4
t
:wait-idle
:save-display $TMP/race
END
like "$(shown race)" "7 Timeline" "t on a mistake of the program shows the timeline"
tap_finish
