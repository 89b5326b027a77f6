#!/usr/bin/env bash
# An instructor's course: every mistake in it is told, and none passes as right.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
course=$TMP/course
mkdir -p "$course/puzzles" "$course/kernels" "$course/solutions"
cp -r "$ROOT/lua" "$course"
cp -r "$ROOT/puzzles/01-map" "$course/puzzles/01-mine"
cp "$ROOT/kernels/01-map.cl" "$course/kernels/01-mine.cl"
export WORKBENCH_COURSE=$course
check() { "$WORKBENCH" check-all --solutions "$@" >"$TMP/out" 2>"$TMP/err"; }

check
is "$?" 3 "a puzzle without a solution is the course's mistake"
like "$(cat "$TMP/out")" '✗ 01-mine solution .*01-mine/accepted.cl is missing' \
  "the missing solution is named"

wrong=$course/solutions/01-mine/wrong
mkdir -p "$wrong"
cp "$ROOT/solutions/01-map/accepted.cl" "$course/solutions/01-mine"
kernel() { # NAME, then the first line; the body writes out[i + SHIFT]
  printf '%s\n__kernel void map(__global float *out, __global const float *a) {\n' "$2" >"$wrong/$1"
  printf '  out[get_global_id(0)%s] = a[get_global_id(0)] + 10.0f;\n}\n' "$3" >>"$wrong/$1"
}
kernel finding.cl '// expect: runtime-error out-of-bound' ' + 1'
kernel verdict.cl '// expect: wrong-anwser' ' + 1'
kernel none.cl '// nothing expected' ' + 1'
kernel passes.cl '// expect: wrong-answer' ''
kernel other.cl '// expect: runtime-error data-race' ' + 1'
kernel good.cl '// expect: runtime-error out-of-bounds' ' + 1'
rm "$course/kernels/01-mine.cl" "$course/puzzles/01-mine/"{lesson,explained}.md
check
is "$?" 3 "expectations that say nothing are the course's mistake"
out=$(cat "$TMP/out")
like "$out" "✗ 01-mine lesson .*lesson.md is missing" "a missing lesson is told"
like "$out" "✗ 01-mine explanation .*explained.md is missing" "so is a missing explanation"
like "$out" "✗ 01-mine starter .*01-mine.cl is missing" "a missing starter is told"
like "$out" "✗ 01-mine wrong/finding.cl .*finding.cl:1: .*did you mean 'out-of-bounds'" \
  "a misspelt finding is told with its line and the nearest"
like "$out" "✗ 01-mine wrong/verdict.cl .*verdict.cl:1: .*did you mean 'wrong-answer'" \
  "so is a misspelt verdict"
like "$out" "✗ 01-mine wrong/none.cl .*none.cl:1: the first line must be" \
  "a wrong kernel without an expectation is not as it should be"
like "$out" '✗ 01-mine wrong/passes.cl +accepted \(expected wrong-answer\)' \
  "a wrong kernel that passes is told"
like "$out" '✗ 01-mine wrong/other.cl .*out-of-bounds at .*other.cl:3:.*expected runtime-error data-race' \
  "another finding than the expected one is told with its line"
like "$out" '✓ 01-mine wrong/good.cl' "what is as it should be passes"
like "$out" '2 of 10 as expected, 8 not' "they are counted"
unlike "$out" '\(expected \)' "nothing is expected in an empty bracket"
check --format tap
is "$(grep -c '^not ok' "$TMP/out")" 8 "TAP fails the same"
prove -e "$WORKBENCH check-all --solutions --format" tap >/dev/null 2>&1
isnt=$?
[ "$isnt" -ne 0 ]
ok $? "prove sees the failures"

sed -i 's/title = /titel = /' "$course/puzzles/01-mine/puzzle.lua"
check
is "$?" 3 "a misspelt field is the course's mistake"
like "$(cat "$TMP/out")" "puzzles/01-mine/puzzle.lua:[0-9]+: titel: unknown field; did you mean 'title'" \
  "its file, line and field are named, and the nearest"

# What only learners would stumble over.
rm -r "$wrong"
cp "$ROOT/kernels/01-map.cl" "$course/kernels/01-mine.cl"
cp "$ROOT/puzzles/01-map/"* "$course/puzzles/01-mine"
check
is "$?" 0 "a complete puzzle is as it should be"
right=$course/solutions/01-mine/right
mkdir "$right"
cp "$ROOT/solutions/01-map/right/pointers.cl" "$right/other-way.cl"
check
is "$?" 3 "an explanation that leaves out a right kernel is the course's mistake"
like "$(cat "$TMP/out")" '✗ 01-mine explanation .*explained.md: .*does not name right/other-way.cl' "which it names"
rm -r "$right"
printf '# Mine\n\n```\n[ | ]\n```\n' >"$course/puzzles/01-mine/lesson.md"
cp "$course/puzzles/01-mine/"{lesson,explained}.md
check
is "$?" 3 "so is a drawing without words"
like "$(cat "$TMP/out")" '✗ 01-mine lesson .*lesson.md:3: the drawing has no words' "the lesson's is named with its line"
like "$(cat "$TMP/out")" '✗ 01-mine explanation .*explained.md:3: the drawing has no words' "so is the explanation's"
cp "$ROOT/puzzles/01-map/"*.md "$course/puzzles/01-mine"
sed -i 's/void map(/void maps(/' "$course/kernels/01-mine.cl"
check
isnt=$?
[ "$isnt" -ne 0 ]
ok $? "a starter with another kernel than the spec's is not as it should be"
like "$(cat "$TMP/out")" '✗ 01-mine starter .*compile-error.*map' "which is told"
sed -i 's/void maps(/void map(__global int *more, /' "$course/kernels/01-mine.cl"
check
like "$(cat "$TMP/out")" '✗ 01-mine starter ' "nor is one with other parameters"
cp "$course/solutions/01-mine/accepted.cl" "$course/kernels/01-mine.cl"
check
is "$?" 1 "nor is one that is a solution"
like "$(cat "$TMP/out")" '✗ 01-mine starter +accepted \(expected .*not accepted\)' "which is told"

# What a spec prints is for its author.
cp "$ROOT/kernels/01-map.cl" "$course/kernels/01-mine.cl"
cp "$ROOT/puzzles/01-map/"* "$course/puzzles/01-mine"
spec=$course/puzzles/01-mine/puzzle.lua
sed -i 's/reference = function(case)/&\n    print("size", #case.global, "\\27[31m")/' "$spec"
grep -q 'print("size"' "$spec"
ok $? "a reference prints"
"$WORKBENCH" run mine --file "$course/solutions/01-mine/accepted.cl" >"$TMP/out" 2>"$TMP/err"
is "$?" 0 "a spec that prints judges as well"
like "$(tr '\n' ' ' <"$TMP/err")" 'the spec of 01-mine prints: size 1 [.]\[31m' "run shows on stderr what it prints, made harmless"
unlike "$(cat "$TMP/out")" 'size 1' "and not in the report"
"$WORKBENCH" run mine --file "$course/solutions/01-mine/accepted.cl" --json 2>"$TMP/err" | python3 -m json.tool >/dev/null
ok $? "nor in its JSON"
like "$(cat "$TMP/err")" 'size 1' "beside which it stands on stderr, too"
check
like "$(tr '\n' ' ' <"$TMP/err")" 'the spec of 01-mine accepted.cl prints: size 1' "check-all shows it as well"
tap_finish
