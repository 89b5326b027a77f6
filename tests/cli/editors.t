#!/usr/bin/env bash
# What stands in the work folder for other editors, and what clangd makes of it.
. "$(dirname "$0")/../tap.sh"
file=$WORKBENCH_WORK/01-map.cl

out=$("$WORKBENCH" show map --json 2>"$TMP/err")
[ ! -e "$WORKBENCH_WORK" ]
ok $? "show --json makes nothing"
out=$("$WORKBENCH" show map 2>"$TMP/err")
is "$?" 0 "show succeeds"
like "$(cat "$TMP/err")" '^Made .*01-map.cl from the starter\.$' "it makes your file, and says so"
cmp -s "$file" "$COURSE/kernels/01-map.cl"
ok $? "which is the starter"
unlike "$out" 'made when you begin' "and shows where it is"
is "$(ls -A "$WORKBENCH_WORK" | sort | xargs)" ".luarc.json 01-map.cl compile_flags.txt" "beside it is what editors read"
echo '-DMINE' >"$WORKBENCH_WORK/compile_flags.txt"
"$WORKBENCH" show zip >/dev/null 2>&1
is "$(cat "$WORKBENCH_WORK/compile_flags.txt")" "-DMINE" "what you wrote there stays"
rm "$WORKBENCH_WORK/compile_flags.txt"
printf 'open guards\nquit\n' | "$WORKBENCH" --plain >"$TMP/out" 2>&1
like "$(cat "$TMP/out")" '^Made .*03-guards.cl from the starter\.$' "opening a puzzle in the dialogue makes its file"
[ -s "$WORKBENCH_WORK/compile_flags.txt" ]
ok $? "and what was removed is there again"
printf ':wait-idle\nj\n:wait-idle\n:quit\n' >"$TMP/keys"
"$WORKBENCH" ui 3 --script "$TMP/keys" >/dev/null 2>&1
[ ! -e "$WORKBENCH_WORK/04-map-2d.cl" ]
ok $? "moving about in a lesson makes nothing"
printf ':wait-idle\nn\n:wait-idle\n:quit\n' >"$TMP/keys"
"$WORKBENCH" ui 3 --script "$TMP/keys" >/dev/null 2>&1
[ -s "$WORKBENCH_WORK/04-map-2d.cl" ]
ok $? "n on the screen opens the next puzzle, and makes its file"

WORKBENCH_WORK=/dev/null/none "$WORKBENCH" show map >"$TMP/out" 2>&1
is "$?" 0 "where nothing can be made, show shows all the same"

# clangd of any version: found by name, since Debian numbers it.
clangds=$(compgen -c clangd | grep -Ex 'clangd(-[0-9]+)?' | sort -u)
# check CLANGD FILE: what it says of a file in the work folder.
check() { (cd "$WORKBENCH_WORK" && timeout 300 "$1" --check="$2" 2>&1); }
sed 's,// Your code here.*,out[i] = a[i] + 10.0f;,' "$COURSE/kernels/01-map.cl" >"$file"
cat >"$WORKBENCH_WORK/odd.cl" <<'KERNEL'
__kernel void odd(__global float4 *out, __local float *tile, image2d_t image) {
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = native_sin(vload4(0, tile)) + as_float4(read_imagei(image, (int2)(1, 2)));
  int index = nowhere;
}
KERNEL
cat >"$WORKBENCH_WORK/newer.cl" <<'KERNEL'
__kernel void newer(__global int *out, __global atomic_int *ticket) {
  int sum = sub_group_reduce_add(out[get_global_id(0)]) + work_group_reduce_add(1);
  sum += sub_group_shuffle_up(sum, 1) + sub_group_scan_exclusive_add(sum);
  out[get_sub_group_local_id()] = sum;
  atomic_fetch_add_explicit(ticket, 1, memory_order_acq_rel, memory_scope_device);
}
KERNEL
for clangd in $clangds; do
  said=$(check "$clangd" 01-map.cl)
  like "$said" 'All checks completed, 0 errors' "$clangd understands a kernel"
  said=$(check "$clangd" odd.cl)
  like "$said" "undeclared identifier 'nowhere'" "$clangd names a mistake"
  like "$said" 'All checks completed, 1 errors' "and knows OpenCL's types and functions"
  like "$(check "$clangd" newer.cl)" 'All checks completed, 0 errors' "and those of version 3.0"
done
[ -n "$clangds" ] || skip "clangd is not here" "clangd understands a kernel"
tap_finish
