# For tests of what authors do: source it after tests/tap.sh.

# author_course FOLDER: a small course without any fault, of the first puzzle with two right
# kernels and two wrong ones, which is then $WORKBENCH_COURSE.
author_course() {
  mkdir -p "$1"/{puzzles/chapters,kernels/include,solutions/01-map/{right,wrong}}
  cp -r "$ROOT"/{lua,course.lua} "$1"
  sed -i '/chapters = /s/{.*}/{ "First steps" }/' "$1/course.lua"
  cp -r "$ROOT/puzzles/01-map" "$1/puzzles"
  cp "$ROOT/puzzles/chapters/first-steps.md" "$1/puzzles/chapters"
  cp "$ROOT/kernels/01-map.cl" "$1/kernels"
  for kernel in accepted right/pointers wrong/{copy,one-before}; do
    cp "$ROOT/solutions/01-map/$kernel.cl" "$1/solutions/01-map/$kernel.cl"
  done
  export WORKBENCH_COURSE=$1
}
