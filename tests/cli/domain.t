#!/usr/bin/env bash
# A puzzle says for which sizes, launches and values it is. Learners are told; cases are drawn from it, and of one
# that fails the smallest is shown.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"

course=$TMP/course
mkdir -p "$course/puzzles/01-sum" "$course/kernels" "$course/solutions/01-sum/wrong"
cp -r "$COURSE/lua" "$course"
cat >"$course/course.lua" <<'LUA'
return require("puzzle").course { format = 1, name = "sum", title = "Sum", language = "en", license = "Apache-2.0" }
LUA
cat >"$course/puzzles/01-sum/puzzle.lua" <<'LUA'
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Sum", concept = "Two arrays.", entry = "add",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a", kind = "input", type = "int", shape = { "n" } },
    { name = "b", kind = "input", type = "int", shape = { "n" } },
    { name = "tile", kind = "local", type = "int", shape = { "local_x" } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } },
    { name = "seven", sizes = { n = 7 }, global = { 8 }, ["local"] = { 4 }, visible = false },
  },
  domain = {
    sizes = { n = { 1, 66000 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    values = { a = { -1000000, 1000000 }, b = "any" },
    spare = 1,
  },
  reference = function(case) return { out = case.a + case.b } end,
  budgets = { max_global_reads = 2 },
}
LUA
kernel() {
  printf '__kernel void add(__global int *out, __global const int *a, __global const int *b, __local int *tile, uint n) {\n%s\n}\n' "$1"
}
kernel '  // Your code here' >"$course/kernels/01-sum.cl"
export WORKBENCH_COURSE=$course
own='size_t i = get_global_id(0), l = get_local_id(0);'
kernel "  $own if (i < n) out[i] = (uint)a[i] + (uint)b[i];" >"$TMP/right.cl"
kernel "  ushort i = get_global_id(0); if (i < n) out[i] = (uint)a[i] + (uint)b[i];" >"$TMP/ushort.cl"
kernel "  $own short s = a[i < n ? i : 0]; if (i < n) out[i] = s + b[i];" >"$TMP/short.cl"
kernel "  $own float s = (float)a[i < n ? i : 0] + (float)b[i < n ? i : 0]; if (i < n) out[i] = (int)s;" >"$TMP/float.cl"
kernel "  $own __local int t[64]; if (i < n) t[l] = (uint)a[i] + (uint)b[i]; if (i < n) out[i] = t[l];" >"$TMP/tile.cl"
kernel "  $own if (i < n) out[i] = (uint)a[i] + (uint)b[i] + (i > 500 ? 0 * a[0] : 0);" >"$TMP/dear.cl"
kernel "  $own if (i < n) out[i] = a[i] - b[i];" >"$TMP/minus.cl"
kernel "  $own if (i < n) out[i] = n == 4 ? 0 : (uint)a[i] + (uint)b[i];" >"$TMP/half.cl"

run() { "$WORKBENCH" run 1 --file "$TMP/$1.cl" "${@:2}" 2>&1; }
line='n = 1 to 66,000, groups of 1 to 256 work-items, up to 1 more group than needed; a: -1,000,000 to 1,000,000; b: any int'
is "$("$WORKBENCH" show 1 --json | jq -r .domain)" "$line" "show --json has the line that is made of the domain"
like "$("$WORKBENCH" show 1 2>/dev/null | tr -s '\n ' ' ')" "must work for ${line//\//.}" "so has show"
like "$(printf 'show 1\nquit\n' | "$WORKBENCH" ui --plain 2>&1 | tr -s '\n ' ' ')" "It must work for n = 1 to 66,000" "so has the dialogue"

like "$(run right)" '✓ case 3, [6-9][0-9] drawn cases' "the cases that are drawn are one case of the result"
is "$(run right --json | jq -c '[(.cases | length), .cases[2].visible, (.cases[2].drawn >= 60), .score]')" '[3,true,true,1]' "its JSON says how many they are"

found() { run "$1" --json | jq -r '.cases[2] | [.name, .visible, .verdict] | join("; ")'; }
is "$(found ushort)" 'n = 65537, groups of 1; true; runtime-error' "an index in a ushort fails at the first size that it cannot hold"
is "$(found short)" 'n = 1, groups of 1; true; wrong-answer' "a sum in a short fails, with one element"
is "$(found float)" 'n = 1, groups of 1; true; wrong-answer' "so does a sum in a float"
like "$(found tile)" '^n = [0-9]+, groups of 65; true; runtime-error$' "a tile of 64 fails with groups of 65"
is "$(found dear)" 'n = 502, groups of 1; true; over-budget' "what is over its budget for large sizes alone is over budget"
is "$(run minus --json | jq -c '[.cases[].name]')" '["four","hidden 2"]' "where a visible case says what is wrong no case is drawn"
is "$(run half --json | jq -c '[([.cases[] | select(.verdict == "accepted")] | length), (.cases | length), .score]')" '[1,2,0.25]' \
  "nor counted in the score, of which right values are one half here"
like "$(run short)" 'Case 3, n = 1, groups of 1' "the smallest case is shown with what it holds"

is "$(run ushort --case 3 --json | jq -c '[.cases[].name]')" '["n = 65537, groups of 1"]' "drawn cases can be judged alone"
like "$(run right --case 4)" 'has 3 cases; there is no case 4' "there is no case behind them"
strip() { run "$1" --json | jq -c 'del(.. | .time_ns?, .spent_ns?, .elapsed_ms?) | del(.elapsed_ms)'; }
is "$(strip tile)" "$(strip tile)" "every run draws the same cases"
like "$("$WORKBENCH" trace 1 --file "$TMP/float.cl" 2>&1)" 'n = 1, groups of 1' "what happens in the smallest case can be traced"
like "$("$WORKBENCH" trace 1 --file "$TMP/right.cl" --case 3 2>&1)" 'case 3 is many, which were drawn' "where none fails there is nothing to trace, which is said"
"$WORKBENCH" pack --student "$TMP/pack.tar.gz" >/dev/null 2>&1
mkdir "$TMP/pack" && tar -xzf "$TMP/pack.tar.gz" -C "$TMP/pack" --strip-components=1
like "$(WORKBENCH_COURSE=$TMP/pack "$WORKBENCH" show 1 2>/dev/null | tr -s '\n ' ' ')" 'must work for n = 1 to 66,000' "a student's pack says what kernels must work for"
is "$(WORKBENCH_COURSE=$TMP/pack run right --json | jq -c '[.cases[].name]')" '["four"]' "and draws no cases, since it has no reference"
tap_finish
