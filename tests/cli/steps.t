#!/usr/bin/env bash
# A puzzle whose cases come in steps: each run says which are done, and what is explained is the first
# that is not.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"

course=$TMP/course
mkdir -p "$course/puzzles/01-grow" "$course/kernels" "$course/solutions/01-grow/wrong"
cp -r "$COURSE/lua" "$course"
cat >"$course/course.lua" <<'LUA'
return require("puzzle").course { format = 1, name = "grow", title = "Grow", language = "en", license = "Apache-2.0" }
LUA
cat >"$course/puzzles/01-grow/puzzle.lua" <<'LUA'
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Grow", concept = "Step by step.", entry = "grow",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a", kind = "input", type = "int", shape = { "n" } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  steps = { "One group", "Several groups", "Any size" },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 }, step = 1 },
    { name = "eight", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 }, step = 2 },
    { name = "twelve", sizes = { n = 12 }, global = { 12 }, ["local"] = { 4 }, step = 2, visible = false },
    { name = "seven", sizes = { n = 7 }, global = { 8 }, ["local"] = { 4 }, step = 3 },
  },
  reference = function(case) return { out = case.a + 1 } end,
  budgets = { max_global_reads = 1 },
}
LUA
kernel() {
  printf '__kernel void grow(__global int *out, __global const int *a, uint n) {\n  size_t l = get_local_id(0), i = get_global_id(0);\n%s\n}\n' "$1"
}
kernel '  // Your code here' >"$course/kernels/01-grow.cl"
export WORKBENCH_COURSE=$course
kernel '  if (i < 4) out[l] = a[l] + 1;' >"$TMP/one.cl"
kernel '  if (i < 8) out[i] = a[i] + 1;' >"$TMP/eight.cl" # the hidden case of step 2 rejects it
kernel '  out[i] = a[i] + 1;' >"$TMP/two.cl"
kernel '  if (i < n) out[i] = a[i] + 1 + 0 * a[0];' >"$TMP/dear.cl"
kernel '  if (i < n) out[i] = a[i] + 1;' >"$TMP/all.cl"
kernel '  out[i] = b[i];' >"$TMP/none.cl"

run() { "$WORKBENCH" run 1 --file "$TMP/$1.cl" "${@:2}" 2>&1; }
steps() { run "$@" | grep -o 'Step [0-9] of .*'; }
is "$(steps one)" 'Step 1 of 3, One group: done
Step 2 of 3, Several groups: 0 of 2 cases right
Step 3 of 3, Any size: 0 of 1 case right' "a run says of each step whether it is done"
is "$(steps eight | sed -n 2p)" 'Step 2 of 3, Several groups: 1 of 2 cases right' "a hidden case keeps a step from being done"
is "$(steps two | tail -n 2)" 'Step 2 of 3, Several groups: done
Step 3 of 3, Any size: 0 of 1 case right' "up to the last"
is "$(steps all | grep -c ': done$')" 3 "all of them are done where a kernel is accepted"
is "$(run none | grep -c 'Step')" 0 "where it does not compile nothing is said of them"
is "$(run two --case 2 | grep -c 'Step')" 0 "nor where one case is judged alone"
like "$(run eight)" '^Case 3' "what is explained is the first step that is not done: a hidden case here"
like "$(run one)" '^Case 2, eight' "and not the worse mistake of a later one"
like "$(run dear)" 'over-budget' "what is over budget"
is "$(steps dear | grep -c ': done$')" 3 "is right all the same: its steps are done"

out=$(run one --step 1)
is "$?" 0 "a run may end with a step"
like "$out" 'right on every case so far; later steps were not run' "and says so"
like "$out" 'Step 2 of 3, Several groups: not run' "of the later ones, too"
like "$out" 'Now the next step' "and what comes next"
unlike "$out" 'explains why it works' "and nothing of an explanation, which is for who has solved it"
run one --step 2 >/dev/null
is "$?" 1 "up to a step that is not done it is not right"
like "$(run one --step 4)" 'has 3 steps; there is no step 4' "a step that there is not is refused"

json() { run "$@" --json | perl -MJSON::PP -e 'local $/; my $r = decode_json(<STDIN>);
  print join "; ", (map { "$_->{name} $_->{right}/$_->{cases} " . ($_->{done} ? "done" : "open") } @{$r->{steps}}),
    "cases " . join " ", map { $_->{step} } @{$r->{cases}}'; }
is "$(json eight)" 'One group 1/1 done; Several groups 1/2 open; Any size 0/1 open; cases 1 2 2 3' \
  "JSON has the steps, and that of each case, hidden ones as well"
like "$("$WORKBENCH" show 1 | tr -s '\n ─' ' ')" 'Steps 1 One group 2 Several groups 3 Any size Cases' "show names them"
is "$("$WORKBENCH" show 1 --json | perl -MJSON::PP -e 'local $/; print join ", ", @{decode_json(<STDIN>)->{steps}}')" \
  'One group, Several groups, Any size' "as JSON, too"

mkdir -p "$WORKBENCH_WORK"
unlike "$("$WORKBENCH" list)" 'of 3 steps' "a list says nothing of steps before the first run"
cp "$TMP/one.cl" "$WORKBENCH_WORK/01-grow.cl"
"$WORKBENCH" run 1 --step 1 >/dev/null 2>&1
unlike "$("$WORKBENCH" list)" 'of 3 steps|solved  ' "a run up to a step is no progress"
"$WORKBENCH" run 1 >/dev/null 2>&1
like "$("$WORKBENCH" list)" 'Grow, 1 of 3 steps' "list says how many are done"
like "$("$WORKBENCH" progress)" '01-grow  tried, score .*, 1 of 3 steps, 1 run' "and progress"
like "$("$WORKBENCH" progress --format html)" 'tried, 1 of 3 steps<' "its web page"
like "$("$WORKBENCH" show 1)" 'state .*, 1 of 3 steps' "and show"
is "$("$WORKBENCH" list --json | perl -MJSON::PP -e 'local $/; print decode_json(<STDIN>)->[0]{steps_done}')" 1 "and JSON"
like "$("$WORKBENCH" check-all)" '01-grow .* wrong-answer .*, 1 of 3 steps: ' "check-all says it, too"
like "$("$WORKBENCH" check-all --format tap)" '    - "Step 2 of 3, Several groups: 0 of 2 cases right"' "and TAP"
printf 'show\nrun\nresult\nlist\n' | "$WORKBENCH" ui --plain 1 >"$TMP/said" 2>&1
said=$(tr -s '\n ' ' ' <"$TMP/said")
like "$said" 'Step 2 of 3: Several groups\.' "the dialogue names the steps"
like "$said" 'Step 1 of 3, One group: done\. Step 2 of 3, Several groups: 0 of 2 cases right\.' "and says which are done"
like "$said" 'Grow: tried, .*, 1 of 3 steps' "its list, too"
cp "$TMP/two.cl" "$WORKBENCH_WORK/01-grow.cl"
"$WORKBENCH" run 1 >/dev/null 2>&1
cp "$TMP/none.cl" "$WORKBENCH_WORK/01-grow.cl"
"$WORKBENCH" run 1 >/dev/null 2>&1
like "$("$WORKBENCH" list)" 'Grow, 2 of 3 steps' "a kernel that does less takes no step away"
cp "$TMP/all.cl" "$WORKBENCH_WORK/01-grow.cl"
"$WORKBENCH" run 1 >/dev/null 2>&1
unlike "$("$WORKBENCH" list)" 'of 3 steps' "once it is solved nothing is said of them"

"$WORKBENCH" pack --student "$TMP/pack.tar.gz" >/dev/null 2>&1
mkdir "$TMP/pack" && tar -xzf "$TMP/pack.tar.gz" -C "$TMP/pack"
spec=$(find "$TMP/pack" -name puzzle.lua -path '*01-grow*')
is "$(grep -c ', step = ' "$spec")" 3 "a student's pack has the steps of the visible cases"
is "$(WORKBENCH_COURSE=$TMP/pack.tar.gz steps eight | grep -c ': done$')" 2 "and runs say which are done"

# A wrong kernel says how many it does.
cp "$TMP/all.cl" "$course/solutions/01-grow/accepted.cl"
{ printf '// expect: wrong-answer\n// expect-steps: 1\n// why: One group.\n\n'; kernel '  if (i < 4) out[i] = a[i] + 1;'; } \
  >"$course/solutions/01-grow/wrong/one.cl"
unlike "$("$WORKBENCH" check 1 --quick 2>&1)" 'wrong-verdict' "check counts the steps of a wrong kernel"
sed -i 's/expect-steps: 1/expect-steps: 2/' "$course/solutions/01-grow/wrong/one.cl"
like "$("$WORKBENCH" check 1 --quick 2>&1)" 'wrong-answer, 1 of 3 steps: .*, expected wrong-answer, with 2 steps done \[wrong-verdict\]' \
  "and says where they are others"
# The case that a mutant wants can be pasted as it is.
cp "$course/puzzles/01-grow/puzzle.lua" "$TMP/puzzle.lua"
sed -i 's/expect-steps: 2/expect-steps: 1/' "$course/solutions/01-grow/wrong/one.cl"
sed -i 's/"seven", sizes = { n = 7 }/"eight again", sizes = { n = 8 }/' "$course/puzzles/01-grow/puzzle.lua"
like "$("$WORKBENCH" check 1 2>&1)" '\{ name = .* visible = false, step = 3 \},$' "a case that is suggested has a step"
cp "$TMP/puzzle.lua" "$course/puzzles/01-grow/puzzle.lua"
sed -i 's/, step = 3//' "$course/puzzles/01-grow/puzzle.lua"
like "$("$WORKBENCH" check 1 --quick 2>&1)" 'puzzle.lua:14: cases\[4\].step: is missing; .* \[spec-valid\]' \
  "a mistake in the steps is told with file, line and field"
tap_finish
