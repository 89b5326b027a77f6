#!/usr/bin/env bash
# The header layout.h: every kernel can include it, it costs nothing, and on the emulator a wrong
# index is named.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
HEADER=$ROOT/workbench/include/layout.h
course=$TMP/course

said() { tr -s ' \n' ' ' <"$TMP/out"; }

# emulate FILE ARGUMENT…: what is said is in $TMP/out.
emulate() { "$WORKBENCH" emulate "$@" >"$TMP/out" 2>&1; }

# ---- words -------------------------------------------------------------------

# wrong CALL: reads at that offset, of 1000 elements.
wrong() {
  cat >"$TMP/wrong.cl" <<CL
#include "layout.h"
__kernel void test(__global float *out, __global const float *a) {
  out[0] = a[$1];
}
CL
  emulate "$TMP/wrong.cl" -g 1 -a 'float[1]' -a 'float[1000]=zeros'
}

# column CALL WORDS: where the index that the words begin with stands in the kernel.
column() {
  local -A places=([x]=-1 [y]=-2 [z]=-3 [n]=-4)
  local dimensions=${1%%(*} before
  dimensions=${dimensions##*_}
  before=$(cut -d, -f"1-$((dimensions + ${places[${2%% *}]}))" <<<"$1" 2>/dev/null)
  case $((dimensions + ${places[${2%% *}]})) in
  0) before=${1%%(*}'(' ;;
  *) before="$before, " ;;
  esac
  echo "$((${#before} + 14))"
}
# names CALL WORDS: an access at the offset is a finding with these words, in the kernel's line.
names() {
  wrong "$1"
  like "$(said)" "wrong\.cl:3:$(column "$1" "$2"): error: out-of-bounds: index $2; a is read with it: work-item 0" "$1: $2"
}

# Sizes 2, 3, 4 and 5; all offsets are inside the array.
for layout in row_major column_major; do
  names "${layout}_1(5, 5)" "x = 5 is outside dimension 0 \(width 5\) of ${layout}_1"
  names "${layout}_2(4, 0, 4, 5)" "y = 4 is outside dimension 0 \(height 4\) of ${layout}_2"
  names "${layout}_2(0, 5, 4, 5)" "x = 5 is outside dimension 1 \(width 5\) of ${layout}_2"
  names "${layout}_3(3, 0, 0, 3, 4, 5)" "z = 3 is outside dimension 0 \(depth 3\) of ${layout}_3"
  names "${layout}_3(0, 4, 0, 3, 4, 5)" "y = 4 is outside dimension 1 \(height 4\) of ${layout}_3"
  names "${layout}_3(0, 0, 5, 3, 4, 5)" "x = 5 is outside dimension 2 \(width 5\) of ${layout}_3"
  names "${layout}_4(2, 0, 0, 0, 2, 3, 4, 5)" "n = 2 is outside dimension 0 \(count 2\) of ${layout}_4"
  names "${layout}_4(0, 3, 0, 0, 2, 3, 4, 5)" "z = 3 is outside dimension 1 \(depth 3\) of ${layout}_4"
  names "${layout}_4(0, 0, 4, 0, 2, 3, 4, 5)" "y = 4 is outside dimension 2 \(height 4\) of ${layout}_4"
  names "${layout}_4(0, 0, 0, 5, 2, 3, 4, 5)" "x = 5 is outside dimension 3 \(width 5\) of ${layout}_4"
done
names 'row_padded_2(0, 5, 4, 5, 8)' 'x = 5 is outside dimension 1 \(width 5\) of row_padded_2'
names 'row_padded_3(0, 0, 4, 3, 4, 5, 4)' 'x = 4 is outside the leading dimension \(4\) of row_padded_3'
names 'column_padded_2(4, 0, 4, 5, 8)' 'y = 4 is outside dimension 0 \(height 4\) of column_padded_2'
names 'column_padded_4(1, 0, 0, 0, 2, 3, 4, 5, 1)' 'n = 1 is outside the leading dimension \(1\) of column_padded_4'
names 'tiled_2(0, 5, 4, 5, 2, 2)' 'x = 5 is outside dimension 1 \(width 5\) of tiled_2'
names 'row_major_2(1, -1, 4, 5)' 'x = -1 is outside dimension 1 \(width 5\) of row_major_2'
names 'row_major_2(9, 9, 4, 5)' 'y = 9 is outside dimension 0 \(height 4\) of row_major_2'
printf '#include "layout.h"\n__kernel void test(__global float *out, __global const float *a) {\n  int i = get_global_id(0);\n  out[i] = a[row_major_2(i ? 4 : 0, (i ? 0 : 5), 4, 5)];\n}\n' >"$TMP/both.cl"
emulate "$TMP/both.cl" -g 2 -a 'float[2]' -a 'float[1000]=zeros'
like "$(said)" 'both\.cl:4:26: error: out-of-bounds: index y = 4 .*both\.cl:4:37: error: out-of-bounds: index x = 5 |both\.cl:4:37: error: out-of-bounds: index x = 5 .*both\.cl:4:26: error: out-of-bounds: index y = 4 ' \
  "two indices of one call are two findings"
printf '#include "layout.h"\n#define at(i) row_major_2(0, i, 4, 5)\n__kernel void test(__global float *out, __global const float *a) {\n  out[0] = a[at(5)] + a[row_major_2(\n    0, 5, 4, 5)];\n}\n' >"$TMP/lines.cl"
emulate "$TMP/lines.cl" -g 1 -a 'float[1]' -a 'float[1000]=zeros'
like "$(said)" 'lines\.cl:4:14: error:.*lines\.cl:4:25: error:' "a macro of the kernel, or a call of several lines, is named as a whole"
wrong 'row_major_2(3, 4, 4, 5)'
is "$?" 0 "the last element is none"

# ---- what it costs --------------------------------------------------------------

# kernel FILE INCLUDE FORMULA: a transposition that reads by the formula.
kernel() {
  cat >"$1" <<CL
$2
__kernel void test(__global float *out, __global const float *a, int height, int width) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  if (x >= width || y >= height) return;
  for (int k = 0; k < 4; k++) {
    size_t i =
      $3;
    if (x + k < width)
      sum += a[i];
  }
  out[(size_t)y * width + x] = sum;
}
CL
}
# counts FILE: its counters, without its time; both files have names of one length.
counts() {
  emulate "$1" -g 16,16 -l 8,4 -a 'float[300]' -a 'float[2000]=random' -a int=12 -a int=16 --stats
  sed "s,$TMP/[a-z]*,,; s/[0-9.]* [mµ]s\$//" "$TMP/out"
}
mkdir "$TMP/call" "$TMP/hand"
CLANG=$(command -v clang-19 || command -v clang)
# code FILE: what clang makes of it for a GPU.
code() {
  "$CLANG" -x cl -target nvptx64-- -Xclang -finclude-default-header -Xclang -fdeclare-opencl-builtins -cl-std=CL1.2 \
    -I "$ROOT/workbench/include" -O2 -S -o - "$1" | grep -v '^//\|\.file'
}
in_any_order() { awk '{ print $1 }' | sort; }
# costs_nothing CALL FORMULA [FILTER]: of the instructions the filter's output must be the same.
costs_nothing() {
  local filter=${3:-cat}
  kernel "$TMP/call/k.cl" '#include "layout.h"' "$1"
  kernel "$TMP/hand/k.cl" '' "$2"
  is "$(counts "$TMP/call/k.cl")" "$(counts "$TMP/hand/k.cl")" "$1 counts as $2"
  if [ -n "$CLANG" ]; then
    is "$(code "$TMP/call/k.cl" | $filter)" "$(code "$TMP/hand/k.cl" | $filter)" "and clang makes the same instructions of them"
    [ -n "$(code "$TMP/call/k.cl")" ]
    ok $? "which are there"
  else
    skip "there is no clang" "and clang makes the same instructions of them"
  fi
}
at='(size_t)y' next='(size_t)((x + k) % width)'
costs_nothing "row_major_2(y, (x + k) % width, height, width)" "$at * width + $next"
costs_nothing "column_major_2(y, (x + k) % width, height, width)" "$next * height + $at"
costs_nothing "row_padded_2(y, (x + k) % width, height, width, 20)" "$at * 20 + $next"
costs_nothing "row_major_4(0, 1, y, (x + k) % width, 1, 2, height, width)" "((size_t)1 * height + $at) * width + $next"
costs_nothing "tiled_2(y, (x + k) % width, height, width, 4, 8)" \
  "0; size_t yy = y, xx = (x + k) % width, w = width, tile = yy / 4 * ((w + 8 - 1) / 8) + xx / 8, inside = yy % 4 * 8 + xx % 8; i = tile * 32 + inside" in_any_order

# ---- who finds it ------------------------------------------------------------------

# A course without kernels/include, whose kernels include it.
cp -r "$ROOT/tests/specs/course" "$course"
cp -r "$COURSE/lua" "$course"
solution=$course/solutions/01-negate
sed -i 's/expect-line: 7/expect-line: 9/' "$solution/wrong/no-guard.cl"
for file in "$solution/accepted.cl" "$solution"/{right,wrong}/*.cl "$course/kernels/01-negate.cl"; do
  sed -i 's/\[i\]/[row_major_1(i, n)]/g; /^__kernel/i #include "layout.h"\n' "$file"
done
export WORKBENCH_COURSE=$course
"$WORKBENCH" run negate -f "$solution/accepted.cl" >"$TMP/out" 2>&1
is "$?" 0 "a course without headers of its own has it: the judge accepts"
"$WORKBENCH" run negate -f "$solution/wrong/no-guard.cl" >"$TMP/out" 2>&1
is "$?" 1 "and finds what is wrong"
like "$(said)" 'out-of-bounds .*no-guard\.cl:9:43 ' "in the kernel's line"
if sample_part "with mutants"; then
  "$WORKBENCH" check negate >"$TMP/out" 2>&1
  is "$?" 0 "check finds no fault in such a puzzle"
  like "$(said)" 'mutants: [0-9]+ of [0-9]+ mutants killed[^:]*: 100 %' "and its mutants are killed"
  unlike "$(said)" 'layout\.h' "none of which is one of the header"
else
  "$WORKBENCH" check negate --quick >"$TMP/out" 2>&1
  is "$?" 0 "check finds no fault in such a puzzle"
fi
"$WORKBENCH" run negate -f "$solution/wrong/no-guard.cl" --json >"$TMP/out" 2>&1
unlike "$(said)" '"file":"[^"]*layout\.h' "no finding is in a line of the header"
"$WORKBENCH" run negate -f "$course/kernels/01-negate.cl" >/dev/null 2>&1
is "$?" 1 "the starter includes it and compiles"

echo 'int broken(' | cat - "$solution/accepted.cl" >"$TMP/broken.cl"
"$WORKBENCH" run negate -f "$TMP/broken.cl" >"$TMP/out" 2>&1
like "$(said)" 'compile-error' "an error before it is a compile error"
printf '#include "layout.h"\n__kernel void negate(__global int *out, __global const int *a, uint n) {\n  out[row_major_1(n)] = 1;\n}\n' >"$TMP/few.cl"
"$WORKBENCH" run negate -f "$TMP/few.cl" >"$TMP/out" 2>&1
like "$(said)" ' note: layout\.h:[0-9]+:[0-9]+ .row_major_1. declared here' "a call with too few arguments names the declaration as layout.h"
unlike "$(said)" "$ROOT/workbench/include" "and not where that file lies"

# What the emulator's compiler knows is for the header alone.
for text in '__wb_index(i, i, 1, 0)' 'a[i]
#ifdef __wb_layout_checks
#endif'; do
  printf '__kernel void negate(__global int *out, __global const int *a, uint n) {\n  size_t i = get_global_id(0);\n  if (i < n) out[i] = %s;\n}\n' "$text" >"$TMP/names.cl"
  "$WORKBENCH" run negate -f "$TMP/names.cl" >"$TMP/out" 2>&1
  like "$(said)" "compile-error.*the name '__wb_[a-z_]*' is the workbench's own|the name '__wb_[a-z_]*' is the workbench's own.*compile-error" "a kernel cannot say $(head -1 <<<"$text")"
done
cat >"$TMP/pasted.cl" <<'CL'
#define PASTE(a, b) a##b
size_t PASTE(__w, b_index)(float offset);
__kernel void negate(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[PASTE(__w, b_index)(i)] = -a[i];
}
CL
"$WORKBENCH" run negate -f "$TMP/pasted.cl" >"$TMP/out" 2>&1
like "$(said)" "the name '__wb_index' is the workbench's own" "nor with another type, in parts"

cat >"$TMP/forged.cl" <<'CL'
#define PASTE(a, b) a##b
#define INDEX PASTE(__w, b_index)
size_t INDEX(size_t offset, size_t index, size_t size, uint which);
__kernel void negate(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[INDEX(i, 1, 2, 0)] = -a[INDEX(i, 9, 3, a[0])] - a[INDEX(i, 9, 3, 0xffffffff)];
}
CL
"$WORKBENCH" run negate -f "$TMP/forged.cl" >"$TMP/out" 2>&1
like "$(said)" 'runtime-error.*forged\.cl:6:42 an index is outside its dimension; a is read with it' "and with its own type a kernel accuses itself alone"

# A course's own file of that name comes first, and so does one of -I.
mkdir "$course/kernels/include" "$TMP/own"
echo '#define row_major_1(x, width) (x)' | tee "$course/kernels/include/layout.h" >"$TMP/own/layout.h"
"$WORKBENCH" run negate -f "$solution/accepted.cl" >"$TMP/out" 2>&1
is "$?" 0 "a course's own layout.h comes first"
sed -i 's/(x)$/(0)/' "$course/kernels/include/layout.h" "$TMP/own/layout.h"
"$WORKBENCH" run negate -f "$solution/accepted.cl" >"$TMP/out" 2>&1
is "$?" 1 "which is then what it includes"
printf '#include "layout.h"\n__kernel void test(__global int *out) { out[row_major_1(5, 4)] = 1; }\n' >"$TMP/own.cl"
emulate "$TMP/own.cl" -g 1 -a 'int[9]=zeros'
is "$?" 1 "without -I it is the workbench's"
emulate "$TMP/own.cl" -I "$TMP/own" -g 1 -a 'int[9]=zeros'
is "$?" 0 "with -I it is that folder's"
cp "$TMP/own/layout.h" "$TMP/layout.h"
emulate "$TMP/own.cl" -g 1 -a 'int[9]=zeros'
is "$?" 0 "as is one beside the kernel"
rm "$TMP/layout.h"
rm -r "$course/kernels/include"

# ---- other devices -------------------------------------------------------------------

if "$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:'; then
  "$WORKBENCH" run negate -f "$solution/accepted.cl" --device opencl >"$TMP/out" 2>&1
  is "$?" 0 "an OpenCL driver finds it, too"
  emulate "$TMP/wrong.cl" --device opencl -g 1 -a 'float[1]' -a 'float[1000]=zeros'
  is "$?" 0 "and compares no index"
else
  skip "there is no OpenCL device" "an OpenCL driver finds it, too"
fi

# ---- an installed copy -----------------------------------------------------------------

(make -s -C "$ROOT" install-files BUILD="$BUILD" DESTDIR="$TMP/root" PREFIX=/usr) >"$TMP/log" 2>&1
mv "$TMP/root" "$TMP/a root"
installed="$TMP/a root/usr"
cmp -s "$HEADER" "$installed/share/workbench/include/layout.h"
ok $? "it is installed"
WORKBENCH_LIBEXEC= "$installed/bin/workbench" emulate "$TMP/wrong.cl" -g 1 -a 'float[1]' -a 'float[1000]=zeros' >"$TMP/out" 2>&1
is "$?" 0 "where the installed program finds it"
WORKBENCH_LIBEXEC= "$installed/bin/workbench" run negate -f "$solution/wrong/no-guard.cl" --json >"$TMP/out" 2>&1
is "$?" 1 "and so does its judge"
like "$(said)" 'out-of-bounds' "with the finding"
if "$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:'; then
  WORKBENCH_LIBEXEC= "$installed/bin/workbench" run negate -f "$solution/accepted.cl" --device opencl >"$TMP/out" 2>&1
  is "$?" 0 "and a driver, though the path has a blank"
fi
tap_finish
