#!/usr/bin/env bash
# Budgets for single arrays, and which arrays a total is made of.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"

course=$TMP/course
mkdir -p "$course/puzzles/01-window" "$course/kernels" "$course/solutions/01-window"
cp -r "$ROOT/lua" "$course"
cat >"$course/course.lua" <<'LUA'
return require("puzzle").course { format = 1, name = "window", title = "Window", language = "en", license = "Apache-2.0" }
LUA
# spec BUDGETS: a window over a, whose weights are b.
spec() {
  cat >"$course/puzzles/01-window/puzzle.lua" <<LUA
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Window", concept = "A window.", entry = "window",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a", kind = "input", type = "int", shape = { "n + 3" } },
    { name = "b", kind = "input", type = "int", shape = { 3 } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  cases = {
    { name = "eight", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 } },
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 }, visible = false },
  },
  reference = function(case)
    local tensor = require "tensor"
    return { out = tensor.build("int", { case.n }, function(i)
      return case.a(i) * case.b(0) + case.a(i + 1) * case.b(1) + case.a(i + 2) * case.b(2)
    end) }
  end,
  budgets = $1,
}
LUA
}
# kernel NAME BODY [PARAMETERS]: its lines 3 and so on are the body's.
kernel() {
  printf '__kernel void window(%s) {\n  size_t i = get_global_id(0), l = get_local_id(0);\n%s\n}\n' \
    "${3:-__global int *out, __global const int *x, __global const int *w, uint n}" "$2" >"$TMP/$1.cl"
}
kernel naive '  out[i] = x[i] * w[0] + x[i + 1] * w[1] +
    x[i + 2] * w[2];'
kernel weights '  __local int t[3]; if (l < 3) t[l] = w[l]; barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = x[i] * t[0] + x[i + 1] * t[1] + x[i + 2] * t[2];'
kernel last '  __local int t[6]; t[l] = x[i]; if (l == 3) { t[4] = x[i + 1];
    t[5] = x[i + 2]; } barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = t[l] * w[0] + t[l + 1] * w[1] + t[l + 2] * w[2];'
kernel right '  __local int t[6]; t[l] = x[i]; if (l < 2) t[l + 4] = x[i + 4];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = t[l] * w[0] + t[l + 1] * w[1] + t[l + 2] * w[2];'
kernel vector '  int4 v = vload4(0, x + (i + 3 < 11 ? i : 7)); out[i] = 0;
  if (i + 3 < 11) out[i] = v.x * w[0] + v.y * w[1] + v.z * w[2];'
kernel constant '  out[i] = x[i] * w[0] + x[i + 1] * w[1] + x[i + 2] * w[2];' \
  '__global int *out, __constant int *x, __global const int *w, uint n'
kernel constant_w "$(sed -n '3,5p' "$TMP/right.cl")" '__global int *out, __global const int *x, __constant int *w, uint n'
kernel atomic '  out[i] = x[i] * w[0] + x[i + 1] * w[1] + x[i + 2] * w[2];
  atomic_or(&out[i], 0); atomic_or(&out[i], 0);'
export WORKBENCH_COURSE=$course
cp "$TMP/naive.cl" "$course/kernels/01-window.cl"

# judged NAME EXPRESSION [OPTION]...: what it gives of the result $r and its first case $c.
judged() {
  "$WORKBENCH" run 1 --file "$TMP/$1.cl" --json "${@:3}" |
    perl -MJSON::PP -e 'local $/; my $r = decode_json(<STDIN>); my $c = $r->{cases}[0];
      print join("; ", map { $_ // "none" } eval $ARGV[0])' "$2"
}
what='$c->{verdict}, $c->{detail}'

spec '{ max_global_reads = { a = 2, b = 3 } }'
is "$(judged right "$what")" 'accepted; ' "what holds each array's budget is accepted"
is "$(judged naive "$what")" 'over-budget; work-item 0 of group 0 reads `x` 3 times (lines 3 and 4); the puzzle allows 2' \
  "the message names array, work-item, number and lines"
is "$(judged weights "$what")" 'over-budget; work-item 0 of group 0 reads `x` 3 times (line 4); the puzzle allows 2' \
  "what is spared of one array is not there for another"
is "$(judged last "$what")" 'over-budget; work-item 3 of group 0 reads `x` 3 times (lines 3 and 4); the puzzle allows 2' \
  "the work-item is the one that reads most"
is "$(judged vector "$what")" 'over-budget; work-item 0 of group 0 reads `x` 4 times (line 3); the puzzle allows 2' \
  "a vector counts as its numbers"
is "$(judged naive '$r->{cases}[1]{verdict}, $r->{cases}[1]{detail}, $r->{cases}[1]{arrays}')" \
  'over-budget; more reads of `x` than the puzzle allows; none' "of a hidden case no number is said"
is "$(judged naive 'map { join " ", @$_{qw(array argument memory access total most most_limit)}, @{$_->{lines}} } @{$c->{arrays}}')" \
  'out 1 global write 8 1  3; x 2 global read 24 3 2 3 4; w 3 global read 24 3 3 3 4' "JSON has what is counted of each array"
is "$(judged naive '$c->{counters}{subgroup}, scalar @{$c->{lines}}')" '0; 0' "and nothing of a model that nobody asked for"
is "$(judged naive '$c->{counters}{subgroup}' --stats)" 32 "but where somebody does"
like "$("$WORKBENCH" run 1 --file "$TMP/naive.cl" --stats)" '  x: reads by one +3 +2 ✗' "and there the array stands beside its limit"
mkdir -p "$WORKBENCH_WORK"
cp "$TMP/naive.cl" "$WORKBENCH_WORK/01-window.cl"
LINES=40 COLUMNS=160 press 1 <<<$'r\n:wait-result\n:wait-idle\nc\n:wait-idle\n:save-display '"$TMP/pane"
like "$(shown pane)" 'x: reads by one  *■+\|■+ +3 +2 ✗' "the screen has the same row, with a bar"
like "$(shown pane)" 'w: reads by one  *■+\| +3 +3' "and that of an array that holds its limit"
like "$(printf '1\nrun\ncounters\n' | "$WORKBENCH" --plain)" 'reads of x by one work-item: 3, allowed 2: too much' "the dialogue says it"
is "$("$WORKBENCH" show 1 --json | jq -r '.budgets[]')" 'at most 2 global reads of `a` by one work-item
at most 3 global reads of `b` by one work-item' "learners are told"
like "$("$WORKBENCH" data 1 --hidden --json)" 'max_global_reads of a at most 2' "so are authors, with the number of each case"

like "$(judged constant '$r->{verdict}, $c->{findings}[0]{message}')" \
  '^runtime-error; parameter 2 must be "__global const int \*a", since the puzzle limits how often it is read, but the kernel has "__constant int' \
  "constant memory is no way round a budget"
is "$(judged constant_w '$c->{findings}[0]{array}')" b "of each array that has one"

spec '{ max_global_reads = { a = "2" }, global_writes = { out = "n" } }'
is "$(judged constant_w "$what")" 'accepted; ' "an array without a budget may be constant memory"
is "$(judged weights "$what")" 'over-budget; work-item 0 of group 0 reads `x` 3 times (line 4); the puzzle allows 2' "it has no limit"
spec '{ global_writes = { out = "n - 1" } }'
is "$(judged right "$what")" 'over-budget; work-items write `out` 8 times together (line 5); the puzzle allows 7' "a budget may be for all work-items"
spec '{ global_atomics = { out = 3 }, max_global_writes = { out = 1 } }'
is "$(judged atomic "$what")" 'over-budget; work-items update `out` by atomic operations 16 times together (line 4); the puzzle allows 3' \
  "atomic operations come first, since each is a write as well"

spec '{ max_global_reads = 5 }'
is "$(judged naive "$what")" \
  'over-budget; 6 global reads by one work-item; the puzzle allows 5: 3 of `x` (lines 3 and 4), 3 of `w` (lines 3 and 4)' \
  "a total says which arrays it is made of, and where"
is "$(judged naive '$c->{counters}{subgroup}, $r->{cases}[1]{detail}')" '0; more global reads by one work-item than the puzzle allows' \
  "which is counted for that case alone"
like "$(judged constant '$c->{findings}[0]{message}')" 'limits how often it is read' "under a total no input is constant memory"

# The case that is explained is the smallest, wherever it stands.
sed -i 's/sizes = { n = 4 }, global = { 4 }, \(.*\), visible = false/sizes = { n = 4 }, global = { 4 }, \1/' "$course/puzzles/01-window/puzzle.lua"
like "$("$WORKBENCH" run 1 --file "$TMP/naive.cl" | tr -s '\n ' ' ')" \
  'Case 2, four 6 global reads by one work-item; the puzzle allows 5: 3 of `x` \(lines 3 and 4\), 3 of `w`' "of a smaller case as well"
kernel wrong_of_four '  out[i] = n == 4 ? 0 : x[i] * w[0] + x[i + 1] * w[1] + x[i + 2] * w[2];'
like "$("$WORKBENCH" run 1 --file "$TMP/wrong_of_four.cl" | tr -s '\n ' ' ')" \
  'Case 2, four out\[0\] .*Case 1, eight, is right, but over budget: 6 global reads by one work-item; the puzzle allows 5: 3 of `x` \(line 3\)' \
  "a wrong output does not hide a budget"
unlike "$("$WORKBENCH" run 1 --file "$TMP/naive.cl")" 'but over budget' "which is said once"
spec '{ barriers = 9 }'
is "$(judged constant "$what")" 'accepted; ' "but where no budget is for reads"

tap_finish
