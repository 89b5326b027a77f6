#!/usr/bin/env bash
# new --course: a course from nothing, which passes its own check with its first puzzles in it.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
unset WORKBENCH_COURSE WORKBENCH_WORK
export HOME=$TMP/home
mkdir -p "$HOME"
cd "$TMP" || exit 1

# ---- from nothing ------------------------------------------------------------------------------
"$WORKBENCH" new --course "Parallel 2026" --title "Parallel Programming" >out 2>&1
is "$?" 0 "a course is made"
like "$(cat out)" "^$TMP/Parallel 2026 is a course:" "it says where"
for file in course.lua puzzles/chapters/first-steps.md puzzles/glossary.md .luarc.json lua/puzzle.lua lua/tensor.lua; do
  like "$(cat out)" "^  $file\$" "$file is told"
  ok "$([ -s "Parallel 2026/$file" ]; echo $?)" "and is there"
done
cd "Parallel 2026" || exit 1
like "$(cat course.lua)" 'name = "parallel-2026"' "its name is made of the folder's"
like "$(cat course.lua)" 'title = "Parallel Programming"' "its title is the one that was given"
is "$("$WORKBENCH" list 2>&1)" 'This course has no puzzles; `workbench new NAME` makes one.' "it has no puzzles yet"
"$WORKBENCH" new rle >"$TMP/out" 2>&1
"$WORKBENCH" new smooth --kind host >>"$TMP/out" 2>&1
is "$(echo puzzles/*/puzzle.lua)" "puzzles/01-rle/puzzle.lua puzzles/02-smooth/puzzle.lua" "puzzles are made in it"
like "$(cat puzzles/01-rle/puzzle.lua)" '^  chapter = "First steps",' "the first has the course's chapter"
like "$("$WORKBENCH" check --quick 2>&1)" "^2 puzzles, no fault" "and all of it passes its check"
like "$("$WORKBENCH" courses)" 'Parallel Programming, 0 of 2' "it is a course as others are"

# ---- a course.lua and nothing else -------------------------------------------------------------
mkdir "$TMP/mine" && cd "$TMP/mine" || exit 1
printf 'local puzzle = require "puzzle"\nreturn puzzle.course { format = 1, name = "mine", title = "Mine" }\n' >course.lua
before=$(ls "$ROOT/puzzles" | sort)
for command in "new rle" list check; do
  # shellcheck disable=SC2086 # a command and its operand
  out=$("$WORKBENCH" $command 2>&1)
  is "$?" 3 "$command: a folder with a course.lua alone is that course, and has a mistake"
  like "$out" 'mine has no folder puzzles/ .*`workbench new --course DIR`' "$command says what it lacks"
done
is "$(ls "$ROOT/puzzles" | sort)" "$before" "the program's own course is as it was"
"$WORKBENCH" new --course . >"$TMP/out"
like "$(cat course.lua)" 'title = "Mine"' "what is there already stays"
unlike "$(cat "$TMP/out")" 'course.lua' "and is not told as made"
"$WORKBENCH" new rle >/dev/null
like "$("$WORKBENCH" list)" '01-rle' "then it has all that it needs"
rm -r kernels
like "$("$WORKBENCH" list 2>&1)" 'mine has no folder kernels/' "a course without kernels/ is told so"

# ---- what cannot be -----------------------------------------------------------------------------
cd "$TMP" || exit 1
refused() { # SENTENCE PATTERN WORD...
  local sentence=$1 pattern=$2 out
  shift 2
  out=$("$WORKBENCH" new "$@" 2>&1)
  is "$?" 2 "$sentence: exit code 2"
  like "$out" "$pattern" "$sentence"
}
refused "nothing to make" 'name the puzzle that is to be made'
refused "a course that is there" 'is a course already; name the puzzle' --course "Parallel 2026"
mkdir thesis && touch thesis/chapter1.tex
refused "a folder of something else" 'holds other things, such as chapter1.tex' --course thesis
is "$(ls thesis)" chapter1.tex "which stays as it was"
touch file
refused "a file" 'is a file; name a folder' --course file
refused "a place" 'are about a puzzle' --course other --first
refused "a title with quotes" 'cannot be a title' --course other --title 'a "b"'
ok "$([ ! -e other ]; echo $?)" "and nothing is made"
tap_finish
