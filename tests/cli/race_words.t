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
# of FILE [ARGUMENT…]: what `emulate` says of a kernel of the corpus with four work-items, on one line.
of() {
  local kernel=$ROOT/tests/kernels/races/$1.cl
  shift
  "$WORKBENCH" emulate "$kernel" -k test -g 4 -l 4 "$@" 2>&1 | tr -s ' \n' ' '
}
update='several work-items update %s at the same time: each reads it, changes it and writes it back, and another may do so in between; no barrier makes this one step, it takes an atomic operation or one writer; by work-item'
text=$(of sum-in-one-element -a 'int[1]' -a 'const int[4]=range')
like "$text" "${update/\%s/sum\\[0\\]}" "an update by several work-items is said to take an atomic operation"
unlike "$text" 'no barrier stands' "and no barrier is asked for"
text=$(of scan-in-place -a 'int[8]' -a 'const int[8]=range' -a 'local int[8]')
like "$text" 'no barrier stands between them' "where one of two alone updates the element, one is"
unlike "$text" 'update|atomic' "and nothing else"
text=$(of next-round-is-read -a 'int[4]')
like "$text" 'a read of t\[0\] races with a write by another work-item: the read is of the next round of the loop, and the barrier of line 12 stands before both, not between them' \
  "a read in the next round of the loop is said to be one"
text=$(of wrong-fence-in-a-loop -a 'int[4]=zeros' -a 'int[4]')
like "$text" 'the barrier of line [0-9]+, between them, lacks CLK_GLOBAL_MEM_FENCE' "a barrier with the other fence is named"
text=$(of neighbour-without-barriers -a 'int[4]=range')
like "$text" "one reads the other's element, and nothing orders the two" "without barriers it is the neighbour's element"
is "$("$WORKBENCH" emulate "$ROOT/tests/kernels/races/scan-in-place.cl" -g 4 -l 4 -a 'int[8]' -a 'const int[8]=range' -a 'local int[8]' --json |
  perl -MJSON::PP -e 'local $/; my $r = decode_json(<STDIN>); print join ",", map { $_->{cause} } @{$r->{findings}}')" "no-barrier" \
  "JSON has a word for it"

cat >"$TMP/rows.cl" <<'CL'
__kernel void rows(__global int *out) {
  __local int t[4][4];
  __local float4 v[2][2];
  int l = get_local_id(0);
  t[l / 2][1] = l;
  v[1][l / 2] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[l / 2][1] + t[3][l] + v[1][0].x;
}
CL
text=$("$WORKBENCH" emulate "$TMP/rows.cl" -g 4 -l 4 -a 'int[4]' 2>&1 | tr -s ' \n' ' ')
like "$text" 'a write of t\[0\]\[1\] races with a write by another work-item: both compute these indices' \
  "an element of several dimensions has as many indices"
like "$text" 'reads t\[3\]\[0\], which was never set' "also where it was never set"
like "$text" 'a write of v\[[0-9]*\] races' "but what an array of vectors has is not told apart"
tap_finish
