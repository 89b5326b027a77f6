#!/usr/bin/env bash
# Puzzles of sub-groups: their language, and the width that each case has.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"

course=$TMP/course
mkdir -p "$course/puzzles/01-sums" "$course/kernels"
cp -r "$ROOT/lua" "$course"
echo '// sums' >"$course/kernels/01-sums.cl"
export WORKBENCH_COURSE=$course

run() { out=$("$WORKBENCH" run sums --file "$TMP/sums.cl" --json "$@" 2>/dev/null); }
verdicts() { jq -r '.cases | map(.verdict) | join(" ")' <<<"$out"; }

# spec STANDARD REQUIRES [FIELDS]: in the second case, which is hidden, sub-groups have eight work-items.
spec() {
  cat >"$course/puzzles/01-sums/puzzle.lua" <<LUA
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Sums", concept = "Sums.", entry = "sums", standard = "$1", requires = { $2 }, ${3-}
  params = { { name = "out", kind = "output", type = "int", shape = { "n" } } },
  cases = {
    { name = "wide", sizes = { n = 64 }, global = { "n" }, ["local"] = { 64 } },
    { name = "narrow", sizes = { n = 96 }, global = { "n" }, ["local"] = { 96 }, subgroup = 8, visible = false },
    { name = "narrow, too", sizes = { n = 48 }, global = { "n" }, ["local"] = { 48 }, subgroup = 16 },
  },
  reference = function(case)
    local out = {}
    for i = 1, case.n do out[i] = case.n end
    return { out = out }
  end,
}
LUA
}

# kernel STEP: sums the group by a counter in local memory; one of STEP work-items adds its
# sub-group's sum.
kernel() {
  cat >"$TMP/sums.cl" <<CL
__kernel void sums(__global int *out) {
  __local int sum;
  size_t l = get_local_id(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int own = sub_group_reduce_add(1);
  if ($1) atomic_add(&sum, own);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum;
}
CL
}

spec CL3.0 ''
kernel 'get_sub_group_local_id() == 0'
run
is $? 0 "a kernel that asks for the width is accepted"

kernel 'l % 32 == 0'
run
is $? 1 "one that takes 32 for granted is not"
is "$(verdicts)" "accepted wrong-answer wrong-answer" \
  "since two cases have narrower ones"

run --case 1
is $? 0 "in the case without a width there are 32"

data=$("$WORKBENCH" data sums 2>&1)
like "$data" 'narrow, too.*global 48, local 48, sub-groups of 16' "a case's line says the width"
unlike "$data" 'local 64, sub-groups' "where the spec does"

# A budget that holds for one width alone, as what one instruction moves depends on it.
spec CL3.0 '' 'budgets = { global_accesses = "n / 8" },'
mkdir -p "$course/solutions/01-sums"
kernel 'get_sub_group_local_id() == 0'
cp "$TMP/sums.cl" "$course/solutions/01-sums/accepted.cl"
run
is $? 0 "a kernel that keeps the budget at the widths of its cases is accepted"
check=$("$WORKBENCH" check sums 2>&1)
unlike "$check" 'over-budget' "check asks for no more than that"
sed -i "s/== 0) atomic/== 0 \&\& get_sub_group_size() != 4) atomic/" "$course/solutions/01-sums/accepted.cl"
check=$("$WORKBENCH" check sums 2>&1)
like "$check" 'with sub-groups of 4: wrong-answer' "but for the right result at every width"

spec CL1.2 ''
run
is "$(jq -r .verdict <<<"$out")" compile-error "OpenCL C 1.2 has no sub-groups"
spec CL2.0 '"subgroups", "subgroup-shuffle"'
kernel 'get_sub_group_local_id() == 0'
run
is $? 0 "OpenCL C 2.0 has, and the emulator has all features"


# A device without them is none of the puzzle's faults, nor a failure of the check.
devices=$("$WORKBENCH" devices 2>/dev/null)
if grep -q 'PoCL 3.1' <<<"$devices"; then
  check=$("$WORKBENCH" check sums 2>&1)
  like "$check" 'skipped right-devices: a device lacks what the puzzle requires' \
    "where a device has no sub-groups, that is why nothing is judged there"
  unlike "$check" 'not everything could be judged' "which is as it should be"
else
  skip "no device without sub-groups" "where a device has no sub-groups, that is why nothing is judged there"
  skip "no device without sub-groups" "which is as it should be"
fi

tap_finish
