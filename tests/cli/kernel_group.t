#!/usr/bin/env bash
# Cases whose groups are as large as the kernel says, by reqd_work_group_size.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
devices=()
[ -x "$BUILD/workbench-emulator" ] && devices+=(emulator)
"$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:' && sample_part "on OpenCL devices" && devices+=(opencl)
[ ${#devices[@]} -gt 0 ] || skip_all "there is no device"

course=$TMP/course
mkdir -p "$course/puzzles/01-own" "$course/kernels" "$course/solutions/01-own"
cp -r "$COURSE/lua" "$course"
cat >"$course/course.lua" <<'LUA'
return require("puzzle").course { format = 1, name = "own", title = "Own", language = "en", license = "Apache-2.0" }
LUA
cat >"$course/puzzles/01-own/puzzle.lua" <<'LUA'
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Own", concept = "The kernel chooses its groups.", entry = "own",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "size", kind = "output", type = "int", shape = { 1 } },
    { name = "a", kind = "input", type = "int", shape = { "n" }, fill = "range" },
    { name = "tile", kind = "local", type = "int", shape = { "local_x" } },
    { name = "n", kind = "scalar", type = "int", value = "n" },
    { name = "items", kind = "scalar", type = "int", value = "global_x" },
  },
  cases = {
    { name = "hundred", sizes = { n = 100 }, global = { "n" }, ["local"] = "kernel" },
    { name = "one", sizes = { n = 1 }, global = { 1 }, ["local"] = "kernel", visible = false },
    { name = "three hundred", sizes = { n = 300 }, global = { "n" }, ["local"] = "kernel", visible = false },
  },
  reference = function(case) return { out = case.a, size = case["local"][1] } end,
  budgets = { local_bytes = "local_x * 4" },
}
LUA
echo '// own' >"$course/kernels/01-own.cl"
export WORKBENCH_COURSE=$course

# kernel NAME ATTRIBUTE: is right with groups of any size.
kernel() {
  cat >"$TMP/$1.cl" <<CL
// The size of the groups stands before the name.
__kernel $2 void own(__global int *out, __global int *size, __global const int *a, __local int *tile,
                     int n, int items) {
  int i = (int)get_global_id(0);
  if (items != get_global_size(0)) return;
  if (i < n) tile[get_local_id(0)] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[get_local_id(0)];
  if (i == 0) size[0] = (int)get_local_size(0);
}
CL
}
run() { "$WORKBENCH" run 1 --device "$1" --file "$TMP/$2.cl" "${@:3}" >"$TMP/out" 2>"$TMP/err"; }
said() { tr -s ' \n' ' ' <"$TMP/out"; }

kernel without ''
kernel plane '__attribute__((reqd_work_group_size(8, 8, 1)))'
kernel large '__attribute__((reqd_work_group_size(64, 32, 1)))'
for size in 1 7 64 256; do kernel of-$size "__attribute__((reqd_work_group_size($size, 1, 1)))"; done
for device in "${devices[@]}"; do
  for size in 1 7 64 256; do
    run "$device" of-$size
    is "$?" 0 "groups of $size on $device are accepted"
  done
  run "$device" without
  is "$?" 1 "a kernel that does not say it is not, on $device"
  like "$(said)" 'compile-error .*without.cl:2.* own does not say how large its groups are; write it before its name' \
    "in words that say what to write, on $device"
  run "$device" large
  is "$?" 1 "groups that are too large are not accepted, on $device"
  like "$(said)" 'compile-error' "as a mistake of the text, on $device"
  run "$device" plane
  is "$?" 1 "nor are groups of more dimensions than the launch has, on $device"
  like "$(said)" \
    'compile-error .*plane.cl:2.* the launch has 1 dimension, so that reqd_work_group_size\(8, 8, 1\) must have 1 in the places behind' \
    "which is a mistake of the text, too, on $device"
done
if [ -x "$BUILD/workbench-emulator" ]; then
  run emulator of-64
  like "$(said)" '128 work-items' "the launch has whole groups, at least as many work-items as are wanted"
  cp "$TMP/of-64.cl" "$course/solutions/01-own/accepted.cl"
  "$WORKBENCH" check 1 >"$TMP/out" 2>&1
  like "$(cat "$TMP/out")" '01-own .*passed' "check judges it"
  unlike "$(cat "$TMP/out")" 'accepted.cl(:[0-9]+)?: .*(runtime-error|compile-error|wrong-answer|judge-error)' \
    "and accepts right kernels in all that it tries: no other size of groups is"
fi
# Where the puzzle gives the size, a kernel that requires another one is refused in the same words on every device.
cp -r "$course" "$TMP/given"
sed -i 's/global = { "n" }, \["local"\] = "kernel"/global = { 300 }, ["local"] = { 4 }/; s/global = { 1 }, \["local"\] = "kernel"/global = { 7 }, ["local"] = { 7 }/' \
  "$TMP/given/puzzles/01-own/puzzle.lua"
cat >"$TMP/attribute.cl" <<'CL'
// The attribute stands above the kernel.
__attribute__((reqd_work_group_size(4, 8, 1)))
__kernel void own(__global int *out, __global int *size, __global const int *a, __local int *tile,
                  int n, int items) {
  out[get_global_id(0)] = 0;
}
CL
for device in "${devices[@]}"; do
  export WORKBENCH_COURSE=$TMP/given
  run "$device" of-64
  is "$?" 1 "groups of another size than the launch's are not accepted, on $device"
  like "$(said)" 'runtime-error .*invalid-launch at [^ ]*of-64.cl:2 reqd_work_group_size\(64, 1, 1\) allows groups of that size alone, and this launch has groups of \(4, 1, 1\); without the attribute' \
    "with the attribute, its line and the launch's size, on $device"
  unlike "$(said)" '\(7, 1, 1\)' "and with no size of a hidden case, on $device"
  run "$device" attribute
  is "$?" 1 "nor are groups of another dimension, on $device"
  like "$(said)" 'runtime-error .*invalid-launch at [^ ]*attribute.cl:2 reqd_work_group_size\(4, 8, 1\) allows groups of that size alone, and this launch has groups of \(4, 1, 1\);' \
    "in the same words, with the attribute's own line, on $device"
done
export WORKBENCH_COURSE=$course
like "$("$WORKBENCH" show 1)" 'hundred \(n = 100, global 100, local by the kernel\)' "show says who chooses"
"$WORKBENCH" pack --student "$TMP/pack.tar.gz" >/dev/null 2>&1
mkdir "$TMP/pack" && tar -xzf "$TMP/pack.tar.gz" -C "$TMP/pack"
like "$(cat "$(find "$TMP/pack" -name puzzle.lua -path '*01-own*')")" '"local"\] = "kernel"' "a student's pack leaves it to the kernel, too"
tap_finish
