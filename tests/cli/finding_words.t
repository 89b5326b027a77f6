#!/usr/bin/env bash
# What findings say of how many work-items did it and how often, and of who waits for what.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
cd "$TMP" || exit 1
cat >k.cl <<'CL'
__kernel void often(__global int *out) {
  int i = (int)get_global_id(0);
  for (int r = 0; r < 3; r++)
    if (i < 2) out[8 + i] = r;
  out[i] = 1;
}
__kernel void each(__global int *out) { out[get_global_id(0) + 8] = 1; }
__kernel void alone(__global int *out) {
  for (int r = 0; r < 5; r++)
    if (get_global_id(0) == 3) out[9] = r;
}
__kernel void events(__global int *out, __global const int *a) {
  __local int one[4], two[4];
  event_t e[2];
  e[0] = async_work_group_copy(one, a, 4, 0);
  e[1] = async_work_group_copy(two, a, 4, 0);
  wait_group_events(1, &e[get_local_id(0) < 3 ? 0 : 1]);
  out[get_global_id(0)] = 1;
}
__kernel void some(__global int *out, __global const int *a) {
  __local int one[4];
  event_t e = async_work_group_copy(one, a, 4, 0);
  if (get_local_id(0) > 0) wait_group_events(1, &e);
  else barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
__kernel void gone(__global int *out, __global const int *a) {
  __local int one[4];
  event_t e = async_work_group_copy(one, a, 4, 0);
  out[get_global_id(0)] = 1;
  if (get_local_id(0) > 1) return;
  wait_group_events(1, &e);
}
void meet(void) { barrier(CLK_LOCAL_MEM_FENCE); }
__kernel void calls(__global int *out) {
  if (get_local_id(0) > 1) meet();
  else meet();
  out[get_global_id(0)] = 1;
}
__kernel void apart(__global int *out) {
  if (get_local_id(0) > 1) meet();
  else barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
CL
# said KERNEL [--json]: its report on one line.
said() {
  local kernel=$1 a=(--arg 'const int[8]=range')
  shift
  case $kernel in events | some | gone) ;; *) a=() ;; esac
  "$WORKBENCH" emulate k.cl -k "$kernel" -g 8 -l 4 --arg 'int[8]=zeros' "${a[@]}" "$@" 2>&1 | tr -s '\n ' ' '
}

like "$(said each)" 'of group 0 and 7 more .*= 8 times, by 8 work-items, first by' \
  "those that do it once are counted"
like "$(said often)" 'of group 0 and 1 more \(6 accesses in all\) .*= 6 times, by work-items 0 and 1' \
  "two that do it three times are two, and six accesses"
like "$(said alone)" 'of group 0 \(5 accesses\)' "one that does it five times is one"
like "$(said often --json)" '"count": 6, "items": 2,' "JSON has both numbers"
like "$(WORKBENCH_SLICE=1 said often --json)" '"count": 6, "items": 2,' "whatever the number of processes"
like "$(said events)" '3 of the 4 work-items of the group wait for this copy, the others do not: all must wait for the same' \
  "work-items that wait for different events are told so"
unlike "$(said events)" 'never waited for' "and not that nobody waits"
like "$(said some)" 'waits (for events while another work-item waits at a barrier|at a barrier while another work-item waits for events) in line' \
  "a wait for events is not called a barrier"
like "$(said gone)" 'waits for events, which all of its group must do, but another work-item does not: it has returned' \
  "nor where others have returned"
like "$(said calls)" 'waits at a barrier of one call of a function while another work-item waits at a barrier of another call: all of the group must make the same call' \
  "a barrier in a function that is called in two places is two barriers"
like "$(said apart)" 'waits at a barrier while another work-item waits at a barrier in line [0-9]+' \
  "and of a barrier elsewhere the line is named"

# Who writes the same element as somebody else has computed its index twice.
cat >k.cl <<'CL'
__kernel void twice(__global int *out) {
  int i = (int)get_global_id(0);
  out[i / 2] = i;
}
__kernel void same(__global int *out) { out[get_global_id(0) / 2] = 7; }
__kernel void lines(__global int *out) {
  int i = (int)get_global_id(0);
  if (i % 2 == 0)
    out[i / 2] = i;
  else
    out[i / 2] = i;
}
__kernel void phase(__global int *out) {
  __local int tile[4];
  int l = (int)get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 0;
  out[get_global_id(0) ^ 1] = tile[l];
}
__kernel void parts(__global int *out) { vstore2((int2)((int)get_global_id(0)), 0, out + get_global_id(0)); }
CL
like "$(said twice)" 'a write of out\[0\] races with a write by another work-item: both compute the index 0; by work-item 1' \
  "two writes by one line: both compute the index"
unlike "$(said twice)" 'barrier' "and no barrier is offered"
like "$(said same)" 'several work-items write out\[0\], and each computes the index 0; they write the same value' \
  "likewise where they write the same value"
like "$(said lines)" 'races with a write by another work-item: nothing orders the two' \
  "by two lines of a kernel without barriers nothing orders them"
unlike "$(said lines)" 'barrier|compute' "which is no word on barriers or indices"
like "$(said phase)" 'no barrier stands between them' "a kernel that has barriers may lack one"
like "$(said parts)" "races with a write" "overlapping stores race"
unlike "$(said parts)" 'compute the index' "stores of several elements may overlap at different indices"

# ---- what has no name ------------------------------------------------------------------------
cat >"$TMP/nameless.cl" <<'CL'
int take(const int *p, int i) { return p[i]; }
__kernel void literal(__global int *out, int i) { out[get_global_id(0)] = ((int[3]){1, 2, 3})[i]; }
__kernel void passed(__global int *out, int i) { out[get_global_id(0)] = take((const int[3]){1, 2, 3}, i); }
__kernel void lanes(__global int *out, int i) { out[get_global_id(0)] = vload4(0, (const int[3]){1, 2, 3}).x; }
__kernel void whole(__global int *out, int i) { out[get_global_id(0)] = vload4(2, (const int[3]){1, 2, 3}).x; }
__kernel void letter(__global int *out, int i) { out[get_global_id(0)] = "abc"[i]; }
__kernel void change(__global int *out, int i) {
  __constant char *p = "abc";
  *(char *)(ulong)p = 1;
}
CL
nameless() { "$WORKBENCH" emulate "$TMP/nameless.cl" --build=-cl-std=CL2.0 -k "$1" -g 1 -a 'int[1]' -a int=5 2>&1 | tr -s ' \n' ' '; }
for kernel in literal passed; do
  like "$(nameless $kernel)" 'reads element 5 of an array without a name, past the end of the private array of 3 elements' \
    "an element of an array without a name is told by its number: $kernel"
done
like "$(nameless lanes)" 'reads lane w \(element 3 of an array without a name\), past the end' "so are those of a vector"
like "$(nameless whole)" 'reads elements? [0-9 to]+ of an array without a name, (past the end of|but) the private array' "and all of one"
like "$(nameless letter)" 'reads element 5 of a string literal, past the end of the constant array of 4 elements' "a string literal is called so"
like "$(nameless change)" 'writes element 0 of a string literal, but that is constant memory' "and a write to it"
tap_finish
