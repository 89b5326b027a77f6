#!/usr/bin/env bash
# Where a work-item has gone that never reaches the barrier, or the function of its whole sub-group, where others wait.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"

# said NAME: what is said of a kernel whose body, on standard input, begins in line 5; 8 work-items, groups of 4.
said() {
  {
    printf '%s\n' 'void meet(void) { barrier(CLK_LOCAL_MEM_FENCE); }' '__kernel void test(__global int *out) {' \
      '  int l = (int)get_local_id(0), i = (int)get_global_id(0);' '  __local int t[4];'
    cat
    printf '%s\n' '  out[i] = l;' '}'
  } >"$TMP/k.cl"
  "$WORKBENCH" emulate "$TMP/k.cl" -g 8 -l 4 -a 'int[8]' --build=-cl-std=CL3.0 2>&1 | tr -s ' \n' ' '
}
it() { like "$text" "never (reaches|does): $1" "$2"; }

text=$(said <<'CL'
  if (l < 2)
    barrier(CLK_LOCAL_MEM_FENCE);
CL
)
it 'it went past the `if` of line 5 and finished the kernel; .*k.cl:5:7: note: the other place is this one' "past an if"
unlike "$text" 'returned' "which is no return"
text=$(said <<'CL'
  if (l > 2) return;
  barrier(CLK_LOCAL_MEM_FENCE);
CL
)
it 'it has returned; .*k.cl:5:14: note: the other place is this one, with work-item 3 of group 0' "a return"
text=$(said <<'CL'
  if (l > 2) {
    out[i] = 1;
    return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
CL
)
it 'it has returned; .*k.cl:7:5: note: the other place' "a return after something else"
text=$(said <<'CL'
  for (int s = 2; s > 0; s /= 2) {
    if (l >= s) break;
    t[l] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
CL
)
it 'it left the loop of line 5 by the `break` of line 6; .*k.cl:6:17: note: the other place' "a break"
text=$(said <<'CL'
  for (int s = 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l >= s) {
      t[l] = s;
      break;
    }
  }
CL
)
it 'it left the loop of line 5 by the `break` of line 9' "a break behind the barrier"
text=$(said <<'CL'
  int s = 2;
  while (s > 0 && l < s) {
    barrier(CLK_LOCAL_MEM_FENCE);
    s /= 2;
  }
CL
)
it 'it left the loop of line 6, whose condition was false for it; .*k.cl:6:3: note: the other place' "the condition of a loop"
text=$(said <<'CL'
  for (int s = 2; s > 0; s /= 2) {
    if (l < s) {
      t[l] = s;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
CL
)
it 'it went past the `if` of line 6 and finished the kernel' "an if in a loop, which ends later for others"
text=$(said <<'CL'
  int s = 2;
  do {
    barrier(CLK_LOCAL_MEM_FENCE);
    s /= 2;
  } while (l < s);
CL
)
it 'it left the loop of line 7, whose condition was false for it' "a condition at the end"
text=$(said <<'CL'
  if (l < 2)
    meet();
CL
)
it 'it went past the `if` of line 5' "a barrier in a function"
text=$(said <<'CL'
  if (l < 2) barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 8) {
    out[i] = 2;
    return;
  }
CL
)
it 'it went past the `if` of line 5' "a return long after it"
text=$(said <<'CL'
  for (int r = 0; r < 3; r++) {
    if (r < 1 || l > 4) barrier(CLK_LOCAL_MEM_FENCE);
    if (l == r) break;
  }
CL
)
unlike "$text" 'divergence' "those that leave after the last barrier miss none"
text=$(said <<'CL'
  if (i >= 7) return;
  l = sub_group_scan_inclusive_add(l);
CL
)
it 'it has returned; .*k.cl:5:15: note: the other place is this one, with work-item 7 of group 1' "a function of a whole sub-group"
text=$(said <<'CL'
  if (i < 7) l = sub_group_scan_inclusive_add(l);
CL
)
it 'it went past the `if` of line 5' "the same in an if"
tap_finish
