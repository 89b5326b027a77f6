#!/usr/bin/env bash
# emulate --orders: the same launch in four orders of work-items, compared with each other.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
emulate() { "$WORKBENCH" emulate "$TMP/k.cl" "$@" >"$TMP/out" 2>"$TMP/err"; }
said() { tr -s ' \n' ' ' <"$TMP/out"; }

cat >"$TMP/k.cl" <<'CL'
__kernel void keep(__global int *out, __global int *n, __global const int *a) {
  int i = (int)get_global_id(0);
  if (a[i] > 3) out[atomic_inc(n)] = a[i];
}
CL
keep=(-g 8 -a 'int[8]=zeros' -a 'int[1]=zeros' -a 'const int[8]=range')
emulate "${keep[@]}"
is "$? $(said | grep -c order)" "0 0" "without it one order is run, and nothing said of others"
emulate "${keep[@]}" --orders
is "$?" 0 "another result in another order is a warning"
like "$(said)" 'warning: order-dependence: out\[0\] is 4 when work-items run forward and 7 when they run in reverse; 3 other elements differ' \
  "with the element, the orders and both values"
like "$(said)" '/k.cl:3:21: warning: order-dependence' "and the place where they part"
like "$(said)" 'the two orders diverge here, where n\[0\] becomes 4 and 1: work-item 7' "with what each finds there"
like "$(said)" '✓ no errors .*run in 4 orders' "and nobody calls it clean"
is "$(grep -c order-dependence "$TMP/out")" 1 "a buffer is told of once"
emulate "${keep[@]}" --orders --schedule reverse
like "$(said)" 'out\[0\] is 7 when work-items run in reverse and 4 when they run forward' \
  "the order that was asked for is the first"
sed -i 's/^}/  printf("%d;", i);\n}/' "$TMP/k.cl"
emulate "${keep[@]}" --orders
like "$(said)" 'The kernel printed: 0;1;2;3;4;5;6;7; ' "what it prints is that of the first order"
sed -i '/printf/d' "$TMP/k.cl"
emulate "${keep[@]}" --orders --json
is "$(grep -A3 '"orders"' "$TMP/out" | tr -d ' \n')" '"orders":{"proven":false,"run":4},' "JSON says how many were run"
like "$(cat "$TMP/out")" '"order": "reverse"' "and in which one it shows"

cat >"$TMP/k.cl" <<'CL'
__kernel void bins(__global int *bins, __global const int *a) {
  atomic_inc(&bins[a[get_global_id(0)] % 4]);
}
CL
emulate -g 8 -a 'int[4]=zeros' -a 'const int[8]=range' --orders
like "$(said)" '✓ clean .*proven to be the same in every order' "what is proven runs once"

cat >"$TMP/k.cl" <<'CL'
__kernel void last(__global int *sum, __global int *out, __global const int *a) {
  int i = (int)get_global_id(0);
  atomic_add(sum, a[i]);
  atomic_xchg(out, i);
}
CL
emulate -g 8 -a 'int[1]=zeros' -a 'int[1]=zeros' -a 'const int[8]=range' --orders --json
like "$(cat "$TMP/out")" '"line": 4,' "an update that commutes is no place where they part"
like "$(said)" 'the two orders diverge here, where out\[0\] becomes 7 and 0: work-item 0' "the last to write is"
is "$(grep -c 'order-dependence"' "$TMP/out")" 1 "and what commutes is the same"

cat >"$TMP/k.cl" <<'CL'
__kernel void turn(__global int *out, __global int *n) {
  int i = (int)get_global_id(0);
  if (atomic_inc(n) != i) out[8 + i] = 1;
  out[i] = i;
}
CL
emulate -g 8 -a 'int[8]=zeros' -a 'int[1]=zeros' --orders
is "$?" 1 "an error that only another order shows is an error"
like "$(said)" 'error: out-of-bounds: writes .*when work-items run in reverse' "which says in which"

cat >"$TMP/k.cl" <<'CL'
__kernel void again(__global int *sum, __global const int *a) {
  int before = atomic_add(sum, 0);
  atomic_xchg(sum, before + a[get_global_id(0)]);
}
CL
for groups in 1 2; do
  emulate -g 8 -l $((8 / groups)) -a 'int[1]=zeros' -a 'const int[8]=ones' --orders
  like "$(said)" "/k.cl:2:16: .*sum\[0\] is 8 when work-items run forward and 1 when they run interleaved at atomic operations" \
    "others come between two atomic operations, in $groups groups"
done
emulate -g 8 -l 1 -a 'int[1]=zeros' -a 'const int[8]=ones' --orders
like "$(said)" 'sum\[0\] is 8 when work-items run forward and 1 when they run interleaved at atomic operations ✓' \
  "also where each is a group, of which no recording says where"
emulate -g 8 -a 'int[1]=zeros' -a 'const int[8]=ones' --schedule interleave:3 --dump all
like "$(said)" 'sum \(argument 1, int\[1\]\) 0: 1' "and that order can be asked for"

cat >"$TMP/k.cl" <<'CL'
__kernel void late(__global int *n, __global int *out) {
  int i = (int)get_global_id(0), first = atomic_inc(n);
  for (int k = 0; i == 0 && first > 0 && k >= 0; k = (k + 1) & 0xffff) out[0] = k;
}
CL
emulate -g 8 -a 'int[1]=zeros' -a 'int[1]' --orders --time-limit 0.3
is "$?" 1 "so is a limit"
like "$(said)" 'ran longer than 300 ms.*when its work-items run in reverse' "which says so, too"
tap_finish
