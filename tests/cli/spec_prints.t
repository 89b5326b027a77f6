#!/usr/bin/env bash
# What a spec prints is for its author: run and check show it, and no report has it.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/../courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
course=$TMP/course
author_course "$course"
spec=$course/puzzles/01-map/puzzle.lua
sed -i 's/reference = function(case)/&\n    print("size", #case.global, "\\27[31m")/' "$spec"
grep -q 'print("size"' "$spec"
ok $? "a reference prints"
"$WORKBENCH" run map --file "$course/solutions/01-map/accepted.cl" >"$TMP/out" 2>"$TMP/err"
is "$?" 0 "a spec that prints judges as well"
like "$(tr '\n' ' ' <"$TMP/err")" 'the spec of 01-map prints: size 1 [.]\[31m' "run shows on stderr what it prints, made harmless"
unlike "$(cat "$TMP/out")" 'size 1' "and not in the report"
"$WORKBENCH" run map --file "$course/solutions/01-map/accepted.cl" --json 2>"$TMP/err" | python3 -m json.tool >/dev/null
ok $? "nor in its JSON"
like "$(cat "$TMP/err")" 'size 1' "beside which it stands on stderr, too"
"$WORKBENCH" check --quick >"$TMP/out" 2>"$TMP/err"
is "$?" 0 "to check it is no fault"
like "$(tr '\n' ' ' <"$TMP/err")" '^workbench: the spec of 01-map prints: size 1' "check shows it once, on stderr"
like "$(cat "$TMP/out")" 'puzzle[.]lua:[0-9]+: suggestion: the spec prints "size 1.* [[]spec-silent[]]' "and suggests to take it out, with its line"
unlike "$(cat "$TMP/out")" $'\x1b' "made harmless there as well"
tap_finish
