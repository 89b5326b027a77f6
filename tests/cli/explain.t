#!/usr/bin/env bash
# What the graphs of a program became, in the shell and in the dialogue: `lua --explain`, `trace` of a
# host puzzle, and `graph`.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
[ -x "$BUILD/workbench-host" ] || skip_all "workbench-host was not built"
unset WORKBENCH_DEVICE
cd "$TMP" || exit 1

# lua WORDS...: into $out, $err and $code.
lua() {
  out=$("$WORKBENCH" lua "$@" 2>"$TMP/err")
  code=$?
  err=$(cat "$TMP/err")
}

cat >twice.lua <<'END_OF_LUA'
local gpu, graph, tensor = require "gpu", require "graph", require "tensor"
local ctx = gpu.DeviceContext()
local g = graph.Graph("twice", { graph.TensorType("float", { "n" }) }, function(x) return x * 2 + 1 end)
local model = graph.InferenceSession { devices = { ctx } }:load(g)
for _, n in ipairs { 4, 4, 6 } do model:execute(tensor.range("float", { n })) end
ctx:synchronize()
print "done"
END_OF_LUA
lua twice.lua --explain
is "$code:$err" "0:" "a program is explained"
is "$(grep -nE '^(done|Graph .*)$' <<<"$out")" "1:done
2:Graph twice, n = 4, on checking emulator: 1 kernel in 1 queue
17:Graph twice, n = 6, on checking emulator: 1 kernel in 1 queue" \
  "what it printed comes first, then each of its graphs, once for each size"
like "$out" "twice.lua:3  mul, add" "with the lines of the program"
lua twice.lua
is "$out" "done" "only where that was asked for"
lua twice.lua --untrusted --explain
like "$out" "Graph twice, n = 4" "somebody else's program is explained, too"
lua twice.lua --json
if command -v python3 >/dev/null; then
  is "$(python3 -c 'import json, sys; print(json.load(sys.stdin)["graphs"].count("Graph twice"))' <<<"$out")" 2 "JSON has them"
else
  skip 1 "python3 is not here"
fi
echo 'print(1)' >none.lua
lua none.lua --explain
is "$code:$out:$err" "0:1:workbench lua: the program compiled no graph" "that there is none is said"
lua none.lua --json
unlike "$out" '"graphs"' "and JSON has none"

# A program may say anything of its graphs.
printf 'require("graph.native").explain("Graph \\27[2J\\0" .. ("x"):rep(100000))' >hostile.lua
lua hostile.lua --untrusted --explain
is "$code" 0 "what a program says itself is taken for text"
is "$(tr -cd '\33\0' <<<"$out" | wc -c)" 0 "which commands no terminal"
[ "${#out}" -le 65536 ]
is "$?" 0 "and has an end"

# ---- host puzzles -------------------------------------------------------------------------------

copy_course "$TMP/course"
export WORKBENCH_COURSE=$TMP/course
"$WORKBENCH" new twice --kind host --after zip >/dev/null
sed -i '/launches = { "double_and_one"/d; s/launches = 1, //' "$TMP/course/puzzles/03-twice/puzzle.lua"
solution=$TMP/course/solutions/03-twice/accepted.lua
cp "$solution" plain.lua
cat >"$solution" <<'END_OF_LUA'
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
out=$("$WORKBENCH" run twice --file "$solution")
like "$out" "accepted" "a graph may be the answer to a puzzle"
unlike "$out" "Graph twice" "of which the verdict says nothing"
out=$("$WORKBENCH" trace twice --file "$solution" --case 2 | tr '\n' ' ')
like "$out" "Timeline of 03-twice, case 2.*Graph twice, n = 6.*1  graph_mul_add" "its trace tells of it, behind the timeline"
"$WORKBENCH" trace twice --file "$solution" --svg - >picture.svg
is "$(tail -n 1 picture.svg)" "</svg>" "a picture on standard output is a picture alone"
like "$("$WORKBENCH" trace twice --file "$solution" --json)" '"graphs": ?"Graph twice, n = 4' "JSON has it"
unlike "$("$WORKBENCH" trace twice --file "$TMP/plain.lua" --json)" '"graphs"' "where there is none, it has none"

mkdir -p "$WORKBENCH_WORK"
dialogue() { printf 'open %s\n%s\nquit\n' "$1" "$2" | "$WORKBENCH" --plain 2>&1 | tr '\n' ' '; }
cp "$solution" "$WORKBENCH_WORK/03-twice.lua"
out=$(dialogue twice graph)
like "$out" "Graphs of case 1, four elements\..*Graph twice, n = 4, on" "the dialogue tells it"
like "$out" "kernel 1, queue 1, work-items 4, group 4, reads 16 B, writes 16 B," "each number with its heading"
unlike "$out" "after -" "but what is not there"
like "$(dialogue twice "graph 2")" "Graphs of case 2, six elements\..*n = 6" "of another case, too"
like "$(dialogue twice "graph x")" "graph takes nothing, or the number of a case" "wrong words are refused"
like "$(dialogue map graph)" "Only host programs have graphs" "and so are kernels"
like "$(dialogue twice "graph 3")" "There is no graph: case 3 is hidden" "hidden cases are not told"
cp plain.lua "$WORKBENCH_WORK/03-twice.lua"
like "$(dialogue twice graph)" "The program compiled no graph in this case" "a program without graphs is told so"
tap_finish
