#!/usr/bin/env bash
# check on the texts of a puzzle: each mistake is told by name, file and line.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
course=$TMP/course
copy_course "$course"
find "$course/solutions/01-map/wrong" -type f ! -name copy.cl -delete
export WORKBENCH_COURSE=$course
lesson=$course/puzzles/01-map/lesson.md
check() { "$WORKBENCH" check --quick "$@" >"$TMP/out" 2>"$TMP/err"; }

check map
is "$?" 0 "the course's own texts are right"
# finds PATTERN SENTENCE: puzzle 1 has that fault, and is then as it was.
finds() {
  check map
  is "$?" 1 "$2"
  like "$(cat "$TMP/out")" "$1" "and told where"
  cp -r "$COURSE/puzzles/." "$course/puzzles"
}
printf '\n```c\nout[i] = nobody;\n```\n' >>"$lesson"
finds "puzzles/01-map/lesson.md:$(($(wc -l <"$lesson") - 1)): the code does not compile: .*nobody.*\[page-code\]" "code in a lesson must compile"
printf '\n<!-- code: int nobody; -->\n```c\nout[i] = nobody;\n```\n' >>"$lesson"
check map
is "$?" 0 "what a fragment needs may be declared before it"
cp "$COURSE/puzzles/01-map/lesson.md" "$lesson"
printf '\n<!-- code: does not compile -->\n```c\nint i = 0;\n```\n' >>"$lesson"
finds 'the code compiles, and the page says that it does not \[page-code\]' "code that must not compile does not"
printf '\nA barrier.\n' >>"$lesson"
finds 'lesson.md:[0-9]+: "barrier" is used here, and introduced later, in 05-shared-memory \[page-words\]' "words have their order"
printf '\n[x](../02-zip/nothing.md)\n' >>"$lesson"
finds 'lesson.md:[0-9]+: "../02-zip/nothing.md" leads to nothing.* \[page-links\]' "links lead somewhere"
sed -i 's/An assignment to `out\[i\]`.*hand side."/It is `out[i] = a[i] + 10;`."/' "$course/puzzles/01-map/puzzle.lua"
finds 'hint 4 of 4 holds the solution: "out\[i\] = a\[i\] \+ 10.0f" .*\[hints-closed\]' "hints do not hold the solution"
printf '\n## barrier\n\nTwice.\n' >>"$course/puzzles/glossary.md"
finds 'puzzles/glossary.md:[0-9]+: "barrier" is in the glossary twice \[glossary-valid\]' "the glossary can be read"
tap_finish
