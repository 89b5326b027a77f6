#!/usr/bin/env bash
# check: its report in each format, its exit codes, and what it leaves out.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/../courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
course=$TMP/course
author_course "$course"
check() { "$WORKBENCH" check "$@" >"$TMP/out" 2>"$TMP/err"; }

check --quick
is "$?" 0 "a course that is right has no fault"
like "$(cat "$TMP/out")" '^✓ 01-map +[0-9]+ passed' "a puzzle without a fault is a line"
like "$(cat "$TMP/out")" '^1 puzzle, no fault$' "and is counted"
is "$(cat "$TMP/err")" "" "a pipe sees no progress"
check --quick map nothing
is "$?" 2 "a puzzle that there is not is a wrong command"
check --quick map 1
is "$(grep -c '^✓ 01-map' "$TMP/out")" 2 "several puzzles are checked in the order in which they are named"
check --course "$TMP/nowhere"
is "$?" 3 "a course that is not there cannot be read"
mkdir -p "$TMP/empty/puzzles" "$TMP/empty/kernels"
check --course "$TMP/empty"
is "$?" 3 "nor can one without puzzles be checked"
like "$(cat "$TMP/err")" 'has no puzzles' "which is told"

# What it is asked besides, with --quick left out.
check --json
is "$(python3 -c 'import json, sys; print(" ".join(sorted({item["check"] for puzzle in json.load(sys.stdin)["puzzles"] for item in puzzle["items"] if item["check"].startswith("right-")})))' <"$TMP/out")" \
  "right-accepted right-devices right-orders right-seeds right-widths" "right kernels are judged in other orders, with other inputs, and elsewhere"
check --quick --json
unlike "$(cat "$TMP/out")" 'right-(orders|seeds|widths|devices)' "--quick judges them once"

# A table for pages.
check --format markdown
is "$(sed -n 3p "$TMP/out")" '| 1 | Map | 5 | 3 | 2 | 2 | 28 | 28 | 0 | 0 |' "Markdown has a row with cases, kernels and mutants"
is "$(sed -n 4p "$TMP/out")" '| | **1 puzzle** | 5 | 3 | 2 | 2 | 28 | 28 | 0 | 0 |' "and their sums"
is "$(wc -l <"$TMP/out")" 4 "and nothing else where there is no fault"
check --quick --format markdown
is "$(sed -n '1p;3p' "$TMP/out")" "| | puzzle | cases | hidden | right | wrong |
| 1 | Map | 5 | 3 | 2 | 2 |" "--quick leaves out its columns"

# A fault with what XML, TAP and terminals must not get as it is.
wrong=$course/solutions/01-map/wrong
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/accepted.cl"
{
  printf '// expect: wrong-answer\n'
  cat "$TMP/accepted.cl"
} >"$wrong/<&\"#1.cl"
printf '// expect: \033[31mwrong&<\001\n' >"$wrong/z.cl"
check --quick
is "$?" 1 "faults make it 1"
like "$(cat "$TMP/out")" "^✗ 01-map .*, 2 faults, 1 suggestion$" "a puzzle's faults are counted"
like "$(cat "$TMP/out")" 'wrong/<&"#1.cl:1: accepted, expected wrong-answer \[wrong-verdict\]$' \
  "each has its place, its message and the check's name"
unlike "$(cat "$TMP/out")" $'\033' "and nothing of it reaches the terminal as a command"
check --quick --format tap
is "$(grep -c '^not ok' "$TMP/out")" 2 "TAP has as many"
is "$(grep -cE '^(not )?ok' "$TMP/out")" "$(sed -n 's/^1\.\.//p' "$TMP/out")" "and a plan of all"
like "$(cat "$TMP/out")" '^not ok [0-9]+ - 01-map wrong-verdict wrong/<&"\\#1.cl$' "in which a sign of numbers begins no directive"
prove -e "$WORKBENCH check --quick --format" tap >/dev/null 2>&1
[ $? -ne 0 ]
ok $? "prove sees the failures"
check --quick --format junit
python3 - "$TMP/out" >"$TMP/seen" 2>&1 <<'END'
import sys, xml.etree.ElementTree as tree
suites = tree.parse(sys.argv[1]).getroot()
cases = suites.findall('testsuite/testcase')
print('suites', [suite.get('name') for suite in suites])
print('unique', len({(case.get('classname'), case.get('name')) for case in cases}) == len(cases))
print('failures', suites[-1].get('failures'), len(suites.findall('testsuite/testcase/failure')))
print('attributes', sorted({name for case in cases for name in case.attrib}))
print('decimals', max(len(suite.get('time').partition('.')[2]) for suite in suites))
print('message', [failure.get('message') for failure in suites.iter('failure')][0])
END
is "$(cat "$TMP/seen")" "suites ['course', '01-map']
unique True
failures 2 2
attributes ['classname', 'name', 'time']
decimals 3
message '// expect:' names the unknown verdict '[31mwrong&<'" "JUnit is XML that every reader takes"
check --quick --format markdown
like "$(tail -1 "$TMP/out")" '^2 faults: `workbench check` names them\.$' "Markdown says that there are faults"
sed -i 's/title = "Map"/title = "A|B*"/' "$course/puzzles/01-map/puzzle.lua"
check --quick --format markdown
like "$(cat "$TMP/out")" '^\| 1 \| A\\\|B\\\* \|' "and takes a title for a text"
sed -i 's/title = "A|B\*"/title = "Map"/' "$course/puzzles/01-map/puzzle.lua"
rm "$wrong"/*1.cl "$wrong/z.cl"

# What is no puzzle's fault is told in each report that programs read, and ends it: here no judge
# has a device.
mkdir "$TMP/judge-only"
ln -s "$BUILD/workbench-judge" "$TMP/judge-only/"
in_trouble() {
  WORKBENCH_LIBEXEC=$TMP/judge-only check --quick --format "$1"
  echo "$? $(tail -"$2" "$TMP/out" | tr -d '\n')"
}
like "$(in_trouble text 1)" '^4 1 puzzle, no fault; not everything could be judged$' "people are not told that all is well"
like "$(in_trouble tap 1)" '^4 Bail out! .' "TAP says that not all was checked"
like "$(in_trouble json 5)" '^4 .*"trouble": \{ *"cause": "missing", *"detail": ".*emulator.*"\}\}$' "JSON has the reason"
like "$(in_trouble junit 5)" '^4 .*errors="1".*<error message=".*</testsuites>$' "JUnit an error"
is "$(python3 -c 'import sys, xml.etree.ElementTree as tree; print(len(tree.parse(sys.argv[1]).getroot().findall("testsuite/testcase/error")))' "$TMP/out")" 1 "in whole XML"
prove -e "$WORKBENCH check --quick --format" tap >"$TMP/out" 2>&1
is "$?" 0 "prove accepts what is right"

"$WORKBENCH" check --list >"$TMP/out"
is "$?" 0 "--list says what is checked"
like "$(cat "$TMP/out")" '^  starter-unsolved +it is not accepted$' "each check with a sentence"
# What cannot depend on the order of work-items is not judged in others: results that are kept say in
# which one a case ran.
in_orders() { grep -alE '"order":"(reverse|shuffle|interleave)' -r "$XDG_CACHE_HOME/gpu-workbench/checks" | wc -l; }
rm -rf "$XDG_CACHE_HOME/gpu-workbench/checks"
check map -j 1
is "$? $(in_orders)" "0 0" "kernels whose work-items learn nothing of each other are not judged in other orders"
cat >"$course/solutions/01-map/right/pointers.cl" <<'END'
// Work-items take elements in the order in which they come.

__kernel void map(
    __global float *out,
    __global const float *a) {
  __local int next;
  if (get_local_id(0) == 0)
    next = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t i = get_group_id(0) * get_local_size(0) + atomic_inc(&next);

  out[i] = a[i] + 10.0f;
}
END
check map -j 1
is "$? $(in_orders)" "0 7" "one that takes what comes next is judged in each"

# A host program is asked once whether it uses what kernels compute, with the puzzle's own inputs: for
# others it may well do without. Here it does where the only element is positive, which it is for some.
if [ -x "$BUILD/workbench-host" ]; then
  export WORKBENCH_COURSE=$TMP/host
  "$WORKBENCH" new --course "$WORKBENCH_COURSE" >/dev/null
  "$WORKBENCH" new doubled --kind host >/dev/null
  sed -i 's/^return .*/if n == 1 and host_a[0] > 0 then\n  host_out[0] = 2 * host_a[0] + 1\nend\n&/' \
    "$WORKBENCH_COURSE/solutions/01-doubled/accepted.lua"
  check --json
  is "$(jq -r '.puzzles[].items[] | select(.check == "right-accepted" or .check == "right-seeds") | .part + " " + .check + " " + .outcome + .message' "$TMP/out" | sort | head -2)" \
    "accepted.lua right-accepted passed
accepted.lua right-seeds passed" "a program that does without the kernel for some other inputs is right"
else
  skip "host programs need workbench-host" "a program that does without the kernel for some other inputs is right"
fi
tap_finish
