#!/usr/bin/env bash
# A puzzle whose cases bring points in groups: what a run earns, what a pack keeps, and what check says.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"

course=$TMP/course
mkdir -p "$course/puzzles/01-grow" "$course/kernels" "$course/solutions/01-grow/wrong"
cp -r "$COURSE/lua" "$course"
cat >"$course/course.lua" <<'LUA'
return require("puzzle").course { format = 1, name = "grow", title = "Grow", language = "en", license = "Apache-2.0" }
LUA
# spec GROUPS [MORE]
spec() {
  cat >"$course/puzzles/01-grow/puzzle.lua" <<LUA
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Grow", concept = "Point by point.", entry = "grow",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a", kind = "input", type = "int", shape = { "n" } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  groups = { $1 },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 }, group = "small" },
    { name = "eight", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 }, group = "any size" },
    { name = "SECRET", sizes = { n = 12 }, global = { 12 }, ["local"] = { 4 }, group = "any size", visible = false },
  },
  reference = function(case) return { out = case.a + 1 } end,
  ${2:-}
}
LUA
}
small='{ name = "small", points = 2 }'
each='{ name = "any size", points = 6, of = "each", needs = "small" }'
all='{ name = "any size", points = 6 }'
kernel() {
  printf '__kernel void grow(__global int *out, __global const int *a, uint n) {\n  size_t i = get_global_id(0);\n%s\n}\n' "$1"
}
kernel '  // Your code here' >"$course/kernels/01-grow.cl"
kernel '  if (i < 4) out[i] = a[i] + 1;' >"$TMP/four.cl"
kernel '  if (i < 8) out[i] = a[i] + 1;' >"$TMP/eight.cl" # the hidden case rejects it
kernel '  if (n > 4) out[i] = a[i] + 1;' >"$TMP/large.cl"
kernel '  if (i < n) out[i] = a[i] + 1;' >"$TMP/all.cl"
kernel '  if (i < n) out[i] = a[i] + 1 + 0 * a[0];' >"$TMP/dear.cl"
kernel '  if (i < n && n != 7) out[i] = a[i] + 1;' >"$TMP/seven.cl"
kernel '  out[i] = b[i];' >"$TMP/none.cl"
mkdir -p "$WORKBENCH_WORK"
export WORKBENCH_COURSE=$course

run() { "$WORKBENCH" run 1 --file "$TMP/$1.cl" "${@:2}" 2>&1; }
points() { run "$@" | sed -n '/of [0-9]* point/{s/^ *//;p}'; }
json() {
  run "$@" --json | perl -MJSON::PP -e 'local $/; my $r = decode_json(<STDIN>);
    print join "; ", sprintf("%.3f", $r->{score}),
      (map { "$_->{name} " . sprintf("%g", $_->{earned}) . "/$_->{points} $_->{accepted}/$_->{cases}" } @{$r->{groups} // []}),
      "cases " . join " ", map { $_->{group} // "-" } @{$r->{cases}}'
}

spec "$small, $each"
is "$(points all)" '8 of 8 points
small: 2 of 2 points
any size: 6 of 6 points' "a run says what each group brings"
is "$(points eight)" '5 of 8 points
small: 2 of 2 points
any size: 3 of 6 points, 1 of 2 cases right' "of each case its part, a hidden one as well"
is "$(points large | tail -n 1)" 'any size: 0 of 6 points, only with all of small' "without what it needs a group brings nothing"
like "$(run eight)" '01-grow  score 63 %$' "the score is the share of the points"
unlike "$(run eight)" 'SECRET' "and names no hidden case"
is "$(json eight)" '0.625; small 2/2 1/1; any size 3/6 1/2; cases 1 2 2' "JSON has the groups, and that of each case"
is "$(json four)" '0.250; small 2/2 1/1; any size 0/6 0/2; cases 1 2 2' "of a kernel for one group alone"
is "$(points none)" '' "where it does not compile nothing is said of points"
is "$(json all --case 2)" '1.000; cases 2' "nor where one case is judged alone"
spec "$small, $all"
is "$(json eight)" '0.250; small 2/2 1/1; any size 0/6 1/2; cases 1 2 2' "a group of all its cases brings all or nothing"
like "$("$WORKBENCH" show 1 | tr -s '\n ─' ' ')" 'Points 1 small: 2 points 2 any size: 6 points Cases' "show names the groups"
is "$("$WORKBENCH" show 1 --json | perl -MJSON::PP -e 'local $/; print join ", ", @{decode_json(<STDIN>)->{groups}}')" \
  'small: 2 points, any size: 6 points' "as JSON, too"
cp "$TMP/eight.cl" "$WORKBENCH_WORK/01-grow.cl"
is "$("$WORKBENCH" check-all --format tap | grep -A 2 ' groups:')" '  groups:
    - "small: 2 of 2 points"
    - "any size: 0 of 6 points, 1 of 2 cases right"' "TAP lists them"
like "$("$WORKBENCH" check-all)" 'score 25 %' "and they count in the total"
like "$(printf 'status\nrun\nquit\n' | "$WORKBENCH" --plain 2>&1)" 'any size: 0 of 6 points, 1 of 2 cases right\.' \
  "the dialogue of lines says them"

printf ':wait-idle\n:resize 100x40\n1 r\n:wait-result\n4\n:save-display %s\n' "$TMP/screen" >"$TMP/script"
"$WORKBENCH" ui --script "$TMP/script" >/dev/null 2>&1
like "$(cat "$TMP/screen")" 'any size: 0 of 6 points, 1 of 2 cases right' "and so does the screen"

spec "$small, $each" 'budgets = { max_global_reads = 1 },'
is "$(points dear)" '4 of 8 points
small: 1 of 2 points, 1 of 1 case over budget
any size: 3 of 6 points, 2 of 2 cases over budget' "over a budget half of the points remain"

domain='domain = { sizes = { n = { 1, 60 } }, ["local"] = { { 1, 8 } }, global = { "ceil_div(n, local_x) * local_x" } },'
spec "$small, $all" "$domain"
is "$(json all)" '1.000; small 2/2 1/1; any size 6/6 3/3; cases 1 2 2 2' "drawn cases are one of the last group"
is "$(json seven)" '0.250; small 2/2 1/1; any size 0/6 2/3; cases 1 2 2 2' "and must be right, as others of it"
is "$(json large)" '0.000; small 0/2 0/1; any size 0/6 2/3; cases 1 2 2 2' \
  "they are judged though a visible case is wrong, where nothing else says what its group brings"
is "$(json eight | cut -d';' -f 3)" ' any size 0/6 1/3' "and count where they are not judged"
spec "$small, $all" "${domain/\{/\{ group = \"small\",}"
is "$(json seven)" '0.750; small 0/2 1/2; any size 6/6 2/2; cases 1 2 2 1' "or of the group that the domain names"

# ---- a student's pack
spec "$small, $each"
"$WORKBENCH" pack --student "$TMP/pack.zip" >/dev/null 2>&1
is "$?" 0 "a student's pack is made"
student() { "$WORKBENCH" run 1 --course "$TMP/pack.zip" --file "$TMP/$1.cl" 2>&1; }
is "$(student eight | sed -n '/of [0-9]* point/{s/^ *//;p}')" '8 of 8 points
small: 2 of 2 points
any size: 6 of 6 points' "it has the groups, with the points of its cases"
unlike "$(student eight)" 'SECRET|hidden\)' "and no hidden case"

# ---- check
cp "$TMP/all.cl" "$course/solutions/01-grow/accepted.cl"
wrong=$course/solutions/01-grow/wrong/four.cl
{ printf '// expect: wrong-answer\n// expect-score: 2/8\n// why: Four are not all.\n\n'; cat "$TMP/four.cl"; } >"$wrong"
check() { "$WORKBENCH" check 1 --quick 2>&1; }
like "$(check)" 'no kernel of wrong/ fails in the group "small" \[group-mistakes\]' "check wants a mistake in each group"
{ printf '// expect: wrong-answer\n// why: The first four are missing.\n\n'; cat "$TMP/large.cl"; } >"${wrong%/*}/large.cl"
unlike "$(check)" '\[(group-|expected-)' "and is content with it, and with the score that a kernel expects"
sed -i 's,2/8,3/8,' "$wrong"
like "$(check)" 'it has 2 of 8 points, expected 3/8 \[expected-score\]' "another score than expected is a fault"
sed -i 's/, group = "any size", visible/, visible/' "$course/puzzles/01-grow/puzzle.lua"
like "$(check)" 'puzzle.lua:13: the case "SECRET" is in no group, and counts in the last one, "any size" \[group-cases\]' \
  "and so is a case in no group"

# ---- mistakes
spec "$small, $small"
like "$(run all)" "puzzle.lua:9: groups\[2\].name: 'small' is the name of groups\[1\] too" "a mistake in the spec has its line"
tap_finish
