#!/bin/bash
# The pane of what a host program's graphs became.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
. "$ROOT/tests/tui/lib.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
[ -x "$BUILD/workbench-host" ] || skip_all "workbench-host was not built"
copy_course "$TMP/course"
export WORKBENCH_COURSE=$TMP/course
"$WORKBENCH" new twice --kind host --after zip > /dev/null
sed -i '/launches = { "double_and_one"/d; s/launches = 1, //' "$TMP/course/puzzles/03-twice/puzzle.lua"
mkdir -p "$WORKBENCH_WORK"
work=$WORKBENCH_WORK/03-twice.lua
cp "$TMP/course/solutions/03-twice/accepted.lua" "$TMP/plain.lua"
cat > "$work" << 'END_OF_LUA'
local gpu, graph = require "gpu", require "graph"
local case = ...
local ctx = gpu.DeviceContext()
local g = graph.Graph("twice", { graph.TensorType("int", { "n" }) }, function(a) return a * 2 + 1 end)
local out = ctx:enqueue_create_host_buffer("int", #case.a)
local made = graph.InferenceSession { devices = { ctx } }:load(g):execute(case.a)[1]
ctx:enqueue_copy { src = made.buffer, dst = out }
ctx:synchronize()
return { out = out }
END_OF_LUA

press twice << END
:wait-idle
8
:save-display $TMP/nothing
r
:wait-text graph_mul_add
:save-display $TMP/narrow
4
:save-display $TMP/result
8
+
:save-display $TMP/alone
/
:type without
Enter
:save-display $TMP/found
Esc
+
7
:wait-text global 4
8
Tab
:save-display $TMP/around
1
k
:wait-idle
:save-display $TMP/kernel
8
:save-display $TMP/refused
END
ok $? "the pane is reached by its key"
like "$(shown nothing)" "8 Graph" "it is there before anything ran"
like "$(shown nothing)" "r runs the program, and" "and says what to do"
like "$(shown narrow)" "8 Graph.*case 1" "a run fills it"
like "$(shown narrow)" "kernel  queue  after  work-items" "with a table, which is cut"
like "$(shown result)" "Look at .*8 the graph" "the result names it"
like "$(shown alone)" "1      1      - +4 +4   16 B    16 B +8" "alone on the screen it is there as a whole"
like "$(shown alone)" "03-twice.lua:4  mul, add" "with the lines of what became one kernel"
like "$(shown alone)" "moves     32 B in 1 kernel; without fusing 64 B in 2 kernels" "and what fusing saves"
like "$(shown found)" "match 1 of" "it can be searched"
like "$(shown around)" "1 Puzzles" "Tab leads on to the first pane"
unlike "$(shown kernel)" "8 Graph" "a kernel has no such pane"
like "$(shown refused)" "Only host programs have graphs" "and says so"

cp "$TMP/plain.lua" "$work"
press twice << END
:wait-idle
r
:wait-result
8
:wait-text no graph
:save-display $TMP/none
END
like "$(shown none)" "The program compiled no graph in this case" "a program without graphs is told so"
tap_finish
