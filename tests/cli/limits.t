#!/usr/bin/env bash
# Limits count what a kernel executes: the same kernel gets the same verdict on a quiet machine and
# beside eight busy processes, in slices and in none, in each order.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/../courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
cd "$TMP" || exit 1

small_course course
sed -i 's/time_ms = 5000/time_ms = 30/; s/n = 66000/n = 6600/' course/puzzles/01-map/puzzle.lua
export WORKBENCH_COURSE=$TMP/course

# turns N: each work-item looks N times whether its turn has come.
turns() {
  cat >"turns-$1.cl" <<END
__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0), mine = i % $1;
  for (size_t j = $1; j-- > 0;) if (j == mine) out[i] = a[i] + 10.0f;
}
END
}
turns 3000
turns 7000

busy=()
be_busy() {
  for _ in 1 2 3 4 5 6 7 8; do
    while :; do :; done &
    busy+=($!)
  done
}
be_quiet() {
  [ ${#busy[@]} -eq 0 ] || kill "${busy[@]}" 2>/dev/null
  busy=()
}
trap 'be_quiet; rm -rf "$TMP"' EXIT

verdict() { "$WORKBENCH" run map --file "$1" --json 2>&1 | sed -n 's/^  "verdict": "\(.*\)",$/\1/p'; }
# all_verdicts WHEN
all_verdicts() {
  is "$(verdict turns-3000.cl)" accepted "a kernel that is within the limit is accepted $1"
  is "$(WORKBENCH_JOBS=1 verdict turns-3000.cl)" accepted "and so in one process"
  is "$(verdict turns-7000.cl)" time-limit "one that is not is not $1"
  is "$(WORKBENCH_JOBS=1 verdict turns-7000.cl)" time-limit "and so in one process"
}
all_verdicts "on a quiet machine"
be_busy
all_verdicts "beside eight busy processes"
be_quiet

# emulate KERNEL OPTION...: the verdict.
emulate() {
  "$WORKBENCH" emulate "$1" -g 6600 -l 100 -a 'float[6600]' -a 'float[6600]=range' --time-limit 0.03 --json "${@:2}" 2>&1 |
    sed -n 's/^  "verdict": "\(.*\)",$/\1/p'
}
for order in forward reverse shuffle:3; do
  for jobs in 1 2 8; do
    is "$(WORKBENCH_JOBS=$jobs WORKBENCH_SLICE=1 emulate turns-7000.cl --schedule $order)" time-limit "the limit is reached in order $order with $jobs jobs"
    is "$(WORKBENCH_JOBS=$jobs WORKBENCH_SLICE=1 emulate turns-3000.cl --schedule $order)" clean "by the same kernel alone"
  done
done
for tier in quick optimised; do
  is "$(WORKBENCH_TIER=$tier emulate turns-7000.cl)" time-limit "the limit is reached in $tier code"
  is "$(WORKBENCH_TIER=$tier emulate turns-3000.cl)" clean "by the same kernel alone"
done

# Host programs: Lua's time of the processor, and what their launches execute together.
echo 'local sum = 0; for i = 1, 20000000 do sum = sum + i end; print(sum)' >sum.lua
cat >launches.lua <<'END'
local ctx = require("gpu").DeviceContext()
local map = ctx:compile_function("turns-3000.cl", "map")
local a, out = ctx:enqueue_create_buffer("float", 6600), ctx:enqueue_create_buffer("float", 6600)
ctx:enqueue_memset(a, 0)
for _ = 1, 1000 do
  ctx:enqueue_function(map, out, a, { grid_dim = 66, block_dim = 100 })
  ctx:synchronize()
end
END
be_busy
"$WORKBENCH" lua sum.lua --untrusted --time-limit 2 >out 2>&1
is $? 0 "a script that computes for less than its time comes to its end beside them"
"$WORKBENCH" lua launches.lua --untrusted --time-limit 0.2 >out 2>&1
is $? 1 "one that launches again and again does not"
like "$(tr -s ' \n' ' ' <out)" 'the program.s launches and compilations took more than 0.2' "as its launches took the time"
cat >compilations.lua <<'END'
local ctx = require("gpu").DeviceContext()
for i = 1, 100000 do
  ctx:compile_function({ source = "__kernel void map(__global int *out) { out[0] = " .. i .. "; }" }, "map")
end
END
"$WORKBENCH" lua compilations.lua --untrusted --time-limit 0.2 >out 2>&1
is $? 1 "nor does one that compiles again and again"
like "$(tr -s ' \n' ' ' <out)" 'the program.s launches and compilations took more than 0.2' "as its compilations did"
be_quiet

# What has no loop counts, too.
printf '__kernel void spare(__global float *out, __global const float *a) {}\n' >spare.cl
"$WORKBENCH" emulate spare.cl -g 4000000000 -l 1 -a 'float[1]' -a 'float[1]=range' --time-limit 0.1 >out 2>&1
is $? 1 "very many work-items that do nothing reach the limit"
like "$(cat out)" 'time-limit' "as its verdict says"
tap_finish
