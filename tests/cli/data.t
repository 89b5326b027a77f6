#!/usr/bin/env bash
# What visible cases give a kernel and want of it, before anything is run; hidden ones stay hidden.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
copy_course "$TMP"
export WORKBENCH_COURSE=$TMP

# spec: 07-keep, whose reference does not survive a hidden case; of its fields what stands on
# standard input.
spec() {
  mkdir -p "$TMP/puzzles/07-keep"
  echo '// keep' >"$TMP/kernels/07-keep.cl"
  {
    cat <<'LUA'
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Keep", concept = "Keep.", entry = "keep",
LUA
    cat
    echo '}'
  } >"$TMP/puzzles/07-keep/puzzle.lua"
}

spec <<'LUA'
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" }, count = "count", order = "any", rest = "ignored" },
    { name = "count", kind = "output", type = "int", shape = { 1 } },
    { name = "m", kind = "inout", type = "float2", shape = { 2, "n" }, fill = "range" },
    { name = "tile", kind = "local", type = "int", shape = { 8 } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  cases = {
    { name = "small", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } },
    { name = "secret", sizes = { n = 5 }, global = { 8 }, ["local"] = { 4 }, visible = false },
    { name = "long", sizes = { n = 300 }, global = { 300 }, ["local"] = { 4 } },
  },
  reference = function(case)
    if case.n == 5 then error("a hidden case was made") end
    local out, m = {}, {}
    for i = 1, case.n do out[i] = i <= 2 and 70 + i or 0 end
    return { out = out, count = { 2 }, m = case.m }
  end,
LUA
"$WORKBENCH" data keep >"$TMP/out" 2>"$TMP/err" || sed 's/^/# /' "$TMP/err"
like "$(cat "$TMP/out")" 'Case 1  small \(n = 4, global 4, local 4\)' "a case has its name, sizes and launch"
like "$(cat "$TMP/out")" 'output int out\[4\], the first count\[0\] in any order, the rest ignored' "what is left free is said"
like "$(grep -A2 'int out\[4\]' "$TMP/out")" 'expected +71 +72$' "and of what is ignored nothing is told"
like "$(grep -A6 'm\[2\]\[4\]' "$TMP/out")" '    before +\[0\] +\[1\] +\[2\] +\[3\]' "a matrix has a row of its columns"
like "$(grep -A6 'm\[2\]\[4\]' "$TMP/out")" '    \[1\] +\(' "and the numbers of its rows"
like "$(cat "$TMP/out")" 'local int tile\[8\], nobody has written it' "local memory holds nothing"
like "$(cat "$TMP/out")" 'scalar uint n = 4' "a scalar is its value"
like "$(cat "$TMP/out")" 'int out\[300\].*' "the third case is there"
like "$(cat "$TMP/out")" 'm\[2\]\[300\] \(elements 0 to 255 of 600\)' "of large arrays it is said which elements these are"
like "$(cat "$TMP/out")" '1 more case is hidden' "hidden cases are counted"
unlike "$(cat "$TMP/out" "$TMP/err")" 'secret|a hidden case' "and neither named nor made"
is "$("$WORKBENCH" data keep --case 3 --from 596 --json | tr -d ' \n' | grep -o '"first":596' | head -1)" '"first":596' \
  "--from begins with another element"
like "$("$WORKBENCH" data keep --case 1 --from 9)" 'm\[2\]\[4\] \(it ends with element 7\)' "or says that there is none"
for wanted in 2 9; do
  "$WORKBENCH" data keep --case $wanted >"$TMP/out" 2>"$TMP/err"
  is "$?" 2 "case $wanted is refused"
  is "$(cat "$TMP/out")" "" "and nothing is printed"
done
like "$(cat "$TMP/err")" '07-keep has 3 cases; there is no case 9' "which says why"

# Authors.
"$WORKBENCH" data keep --hidden >"$TMP/out" 2>"$TMP/err"
is "$?" 3 "an author's hidden case is made"
like "$(cat "$TMP/err")" 'a hidden case was made' "with whatever is wrong in it"
"$WORKBENCH" data guards --hidden >"$TMP/out"
like "$(cat "$TMP/out")" 'Case [0-9]+ \(hidden\)  [^ ]+.*\(n = [0-9]+, global' "its name, sizes and launch are told"
unlike "$(cat "$TMP/out")" 'cases? (is|are) hidden' "and none is left"
hidden=$(sed -n 's/^Case \([0-9]*\) (hidden).*/\1/p' "$TMP/out" | head -1)
like "$("$WORKBENCH" data guards --hidden --case "$hidden" | tr '\n' ' ')" 'Case [0-9]+ \(hidden\).*expected +-?[0-9].*before +-?[0-9]' \
  "with its inputs and what it expects"
"$WORKBENCH" data guards --case "$hidden" >"$TMP/out" 2>&1
is "$?" 2 "a learner is refused"
is "$("$WORKBENCH" data guards --hidden --json | grep -c '"visible": false')" \
  "$("$WORKBENCH" data guards --json | sed -n 's/.*"hidden": \([0-9]*\).*/\1/p')" "programs are told which are hidden"

"$WORKBENCH" data keep --seed 5 --json >"$TMP/seeded"
"$WORKBENCH" data keep --json >"$TMP/plain"
cmp -s "$TMP/seeded" "$TMP/plain"
ok $? "a seed changes nothing where nothing is random"
! cmp -s <("$WORKBENCH" data map --seed 5 --case 2) <("$WORKBENCH" data map --case 2)
ok $? "and the random inputs elsewhere"

# What it tells is what a run judges with.
cat >"$TMP/print.cl" <<'CL'
__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  printf("%g ", a[i]);
  out[i] = a[i] + 10.0f;
}
CL
is "$("$WORKBENCH" run map --case 2 --seed 5 --file "$TMP/print.cl" --json | sed -n 's/^ *"text": "\(.*\) ",*$/\1/p')" \
  "$("$WORKBENCH" data map --case 2 --seed 5 | awk '/float a\[/ {a = 1} a && /before/ {$1 = ""; print substr($0, 2); exit}' | tr -s ' ')" \
  "the inputs are those that a run gives its kernel"

# Mistakes of an author.
spec <<'LUA'
  params = { { name = "out", kind = "output", type = "int", shape = { 4 } } },
  cases = { { name = "one", global = { 4 }, ["local"] = { 4 } } },
  reference = function(case) return { out = nothing[1] } end,
LUA
"$WORKBENCH" data keep >"$TMP/out" 2>"$TMP/err"
is "$?" 3 "a reference that fails is the course's fault"
like "$(cat "$TMP/err")" 'puzzles/07-keep/puzzle.lua:[0-9]+: .*nothing' "and its line is named"
spec <<'LUA'
  params = { { name = "out", kind = "output", type = "int", shape = { 4 } } },
  cases = { { name = "one", global = { 4 }, ["local"] = { 4 } } },
  reference = function(case) while true do end end,
LUA
WORKBENCH_SPEC_SECONDS=1 "$WORKBENCH" data keep >"$TMP/out" 2>"$TMP/err"
is "$?" 3 "one that never ends is ended"
like "$(cat "$TMP/err")" 'more than 1 s of CPU time' "and it is said which limit that was"

# What a judge says is not believed.
export WORKBENCH_COURSE=$ROOT/tests/tui/course WORKBENCH_LIBEXEC=$ROOT/tests/tui/judge
"$WORKBENCH" data 2 >"$TMP/out"
! LC_ALL=C grep -q $'[\001-\011\013-\037]' "$TMP/out"
ok $? "control characters do not reach the terminal"
cp -r "$ROOT/tests/tui/judge" "$TMP/judge"
export WORKBENCH_LIBEXEC=$TMP/judge
for wrong in 's/"total": 4/"total": 3/' 's/"first": 0/"first": 5/' 's/"shape": \[4\]/"shape": [1,1,1,1,1,1,1]/' \
  's/"schema": 1/"schema": 2/' 's/"data": {/"data": [{/'; do
  sed "$wrong" "$ROOT/tests/tui/judge/data-01-first.jsonl" >"$TMP/judge/data-01-first.jsonl"
  "$WORKBENCH" data 1 >"$TMP/out" 2>"$TMP/err"
  is "$? $(cat "$TMP/out")" "5 " "a judge that says what cannot be is refused ($wrong)"
done
tap_finish
