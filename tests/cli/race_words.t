#!/usr/bin/env bash
# What the last group reads of the others: the finding says what is missing, an acquire or a barrier's fence.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"

# kernel NAME FENCE ORDER: the last of three groups reads what each has left, in its second work-item.
kernel() {
  cat >"$TMP/$1.cl" <<CL
__kernel void test(volatile __global atomic_int *count, __global int *part, __global int *out) {
  __local int last;
  size_t g = get_group_id(0), l = get_local_id(0);
  if (l == 0) {
    part[g] = 1;
    last = atomic_fetch_add_explicit(count, 1, $3, memory_scope_device) == 2;
  }
  barrier($2);
  if (last && l == 1) out[0] = part[0] + part[1];
}
CL
  "$WORKBENCH" emulate "$TMP/$1.cl" --build=-cl-std=CL3.0 -g 6 -l 2 -a 'int[1]=zeros' -a 'int[3]' -a 'int[1]' >"$TMP/out" 2>&1
}
said() { tr -s ' \n' ' ' <"$TMP/out"; }

kernel both 'CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE' memory_order_acq_rel
is "$?" 0 "a barrier with both fences hands on what one work-item has acquired"
kernel local 'CLK_LOCAL_MEM_FENCE' memory_order_acq_rel
is "$?" 1 "one that orders local memory alone does not"
like "$(said)" 'another work-item of the group has acquired it, but the barrier since then lacks CLK_GLOBAL_MEM_FENCE' \
  "and the finding names the fence that is missing"
kernel released 'CLK_LOCAL_MEM_FENCE' memory_order_release
like "$(said)" 'no release and acquire, with scopes that include both, order the two groups' \
  "where nobody has acquired it, the barrier is not to blame"
unlike "$(said)" 'lacks CLK_GLOBAL_MEM_FENCE' "nor is it said to be"
tap_finish
