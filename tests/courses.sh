# Courses that a test may change: source it after tests/tap.sh.

# begins PAGE: the first words of a page of the tests' course, from puzzles/ on, as it is shown.
begins() { sed -n '/^[A-Z]/{p;q}' "$COURSE/puzzles/$1" | tr -d '*`' | cut -d' ' -f1-5; }

# copy_course FOLDER: all of the repository's own.
copy_course() {
  mkdir -p "$1"
  cp -r "$COURSE"/{puzzles,kernels,lua,solutions,course.lua} "$1"
}

# small_course FOLDER [NAME TITLE]: the first puzzle with its starter and no solution; of that name
# and title, else without a course.lua.
small_course() {
  mkdir -p "$1"/{puzzles,kernels}
  cp -r "$COURSE/lua" "$1"
  cp -r "$COURSE/puzzles/01-map" "$1/puzzles"
  cp "$COURSE/kernels/01-map.cl" "$1/kernels"
  [ $# -eq 1 ] || printf 'local puzzle = require "puzzle"\nreturn puzzle.course { format = 1, name = "%s", title = "%s" }\n' "$2" "$3" >"$1/course.lua"
}

# add_solutions FOLDER KERNEL…: of the first puzzle, as right/pointers.
add_solutions() {
  local course=$1 kernel
  shift
  mkdir -p "$course"/solutions/01-map/{right,wrong}
  for kernel in "$@"; do
    cp "$COURSE/solutions/01-map/$kernel.cl" "$course/solutions/01-map/$kernel.cl"
  done
}

# author_course FOLDER: a small course without any fault, of the first puzzle with two right
# kernels and two wrong ones, which is then $WORKBENCH_COURSE.
author_course() {
  small_course "$1"
  add_solutions "$1" accepted right/pointers wrong/{copy,one-before}
  mkdir -p "$1"/{puzzles/chapters,kernels/include}
  sed '/chapters = /s/{.*}/{ "First steps" }/' "$COURSE/course.lua" >"$1/course.lua"
  cp "$COURSE/puzzles/chapters/first-steps.md" "$1/puzzles/chapters"
  export WORKBENCH_COURSE=$1
}
