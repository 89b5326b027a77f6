#!/usr/bin/env bash
# Courses in which something is not what it should be, and machines with little: what is
# wrong is said, with its place, and nothing crashes.
. "$(dirname "$0")/../tap.sh"
mkdir -p "$WORKBENCH_WORK"
[ -x "$WORKBENCH" ] || skip_all "$WORKBENCH is not built"
course=$TMP/course
mkdir -p "$course/puzzles" "$course/kernels" "$course/solutions"
unset WORKBENCH_COURSE

# says SENTENCE CODE PATTERN COMMAND...: of its output and its exit code.
says() {
  local sentence=$1 code=$2 pattern=$3 out
  shift 3
  out=$("$@" </dev/null 2>&1)
  is "$?" "$code" "$sentence: exit code $code"
  like "$out" "$pattern" "$sentence"
}

says "a course without puzzles is not all right" 3 'has no puzzles' \
  "$WORKBENCH" check-all --course "$course"
says "nor does check find it so" 3 'has no puzzles' \
  "$WORKBENCH" check --course "$course"

mkdir -p "$course/puzzles/01-folder/puzzle.lua" "$course/puzzles/02-fifo" "$course/puzzles/03-nothing"
mkfifo "$course/puzzles/02-fifo/puzzle.lua"
cp -r "$COURSE/puzzles/01-map" "$course/puzzles/04-map"
cp -r "$COURSE/puzzles/chapters" "$course/puzzles/" 2>/dev/null
echo '__kernel void map(__global float *out, __global const float *a) {}' |
  tee "$course/kernels/04-map.cl" >"$TMP/kernel.cl"
for name in 01-folder 02-fifo 03-nothing; do
  case $name in
  *folder) words='a spec is a file with Lua text, and this is a folder' ;;
  *fifo) words='a spec is a file with Lua text, and this is a FIFO' ;;
  *) words='the puzzle.s folder has no spec: this file is not there' ;;
  esac
  says "$name: show says what it is" 3 "puzzles/$name/puzzle.lua: $words" timeout 300 "$WORKBENCH" show "$name" --course "$course"
  says "$name: so does run" 3 "puzzles/$name/puzzle.lua: $words" \
    timeout 300 "$WORKBENCH" run "$name" --course "$course" --file "$TMP/kernel.cl"
done
says "the list has them, and the puzzle that is right" 3 '04-map +Map' \
  timeout 300 "$WORKBENCH" list --course "$course"
says "check-all fails because of them" 3 '✗ 03-nothing .*this file is not there' \
  timeout 300 "$WORKBENCH" check-all --course "$course"
is "$("$WORKBENCH" list --course "$course" | grep -c chapters)" 0 "the texts of chapters are no puzzle"

# ---- a lesson of nothing but quotations -------------------------------------------------
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "> "; print "x" }' >"$course/puzzles/04-map/lesson.md"
says "a lesson of a hundred thousand quotations is shown" 0 '…' \
  timeout 300 "$WORKBENCH" show 04-map --course "$course"
awk 'BEGIN { for (i = 0; i < 20000; i++) printf "*a **b "; for (i = 0; i < 20000; i++) printf "b** a*" }' \
  >"$course/puzzles/04-map/lesson.md"
says "so is one of emphasis in emphasis" 0 'Map' timeout 300 "$WORKBENCH" show 04-map --course "$course"

# ---- texts that are no UTF-8 ------------------------------------------------------------
printf '# Caf\xe9\r\nMap\x1b.\n' >"$course/puzzles/04-map/lesson.md"
is "$("$WORKBENCH" show 04-map --course "$course" --json | sed -n 's,\("lesson".*[^\,]\)\,*$,\1,p')" '  "lesson": "# Caf�\nMap␛.\n"' \
  "show --json has a lesson with other bytes, made valid"
is "$("$WORKBENCH" list --course "$course" --json 2>/dev/null | grep -c '"title": ""')" 3 \
  "list --json has an empty title of a spec with a mistake"

# ---- two puzzles of one name ------------------------------------------------------------
twins=$TMP/twins
mkdir -p "$twins/puzzles"
cp -r "$COURSE/kernels" "$COURSE/lua" "$twins"
cp -r "$COURSE/puzzles/01-map" "$twins/puzzles"
cp -r "$COURSE/puzzles/01-map" "$twins/puzzles/09-map"
says "of two puzzles with one name the second is refused" 3 \
  'puzzles/09-map: puzzles/01-map has the same name, map' "$WORKBENCH" list --course "$twins"

# ---- little stack -----------------------------------------------------------------------
if [ ! -e "$BUILD/flags" ] || ! grep -q fsanitize "$BUILD/flags"; then
  says "a stack that may grow grows" 3 '04-map' bash -c "ulimit -S -s 64; exec '$WORKBENCH' list --course '$course'"
  says "one that may not is said to be too small" 4 'too small a stack' \
    bash -c "ulimit -s 64; exec '$WORKBENCH' list --course '$course'"
else
  skip "sanitizers need a large stack" "a stack that may grow grows"
fi
# ---- odd names of files --------------------------------------------------------------------
awkward=$TMP/$'a\nb\x1b[31m\xff\xfe.cl'
cp "$COURSE/solutions/01-map/accepted.cl" "$awkward"
for device in emulator opencl; do
  [ -x "$BUILD/workbench-$device" ] && "$WORKBENCH" devices | grep -q "^ *$device" || {
    skip "there is no $device here" "$device: a kernel whose path has a line feed is accepted"
    continue
  }
  says "$device: a kernel whose path has a line feed is accepted" 0 '✓ accepted' \
    "$WORKBENCH" run 04 --course "$course" --file "$awkward" --device "$device"
done
echo '__kernel void map(__global float *out, __global const float *a) { out[0] = b; }' >"$awkward"
says "a mistake in one is said with its line" 1 ':1:76.*|line 1' \
  "$WORKBENCH" run 04 --course "$course" --file "$awkward"
tap_finish
