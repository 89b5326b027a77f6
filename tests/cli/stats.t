#!/usr/bin/env bash
# What a GPU would do: counted when asked for, and when a budget needs it.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"

course=$TMP/course
mkdir -p "$course/puzzles/01-transpose" "$course/kernels"
cp -r "$COURSE/lua" "$course"
cat >"$course/puzzles/01-transpose/puzzle.lua" <<'LUA'
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Transpose", concept = "Tiles.", entry = "transpose",
  params = {
    { name = "out", kind = "output", type = "float", shape = { 32, 32 } },
    { name = "a", kind = "input", type = "float", shape = { 32, 32 } },
  },
  cases = { { name = "one tile", global = { 32, 32 }, ["local"] = { 32, 32 } } },
  reference = function(case) return { out = case.a:transpose() } end,
  limits = { time_ms = 60000 }, -- also where many others compute
  budgets = { global_transactions = 256, bank_conflicts = 0 },
}
LUA
echo '// transpose' >"$course/kernels/01-transpose.cl"
export WORKBENCH_COURSE=$course

# tile WIDTH FILE: a kernel whose tile has so many columns.
tile() {
  cat >"$2" <<CL
__kernel void transpose(__global float *out, __global const float *a) {
  __local float tile[32][$1];
  size_t x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = a[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 32 + x] = tile[x][y];
}
CL
}
tile 33 "$TMP/padded.cl"
tile 32 "$TMP/plain.cl"
cat >"$TMP/naive.cl" <<'CL'
__kernel void transpose(__global float *out, __global const float *a) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[x * 32 + y] = a[y * 32 + x];
}
CL
cat >"$TMP/long.cl" <<'CL'
__kernel void transpose(__global float *out, __global const float *a) {
  size_t x = get_global_id(0), y = get_global_id(1);
  for (int i = 0; i < 3000; i++) out[x * 32 + y] = a[y * 32 + x];
}
CL

cat >"$TMP/stops.cl" <<'CL'
__kernel void transpose(__global float *out, __global const float *a) {
  size_t x = get_local_id(0), y = get_local_id(1);
  if (y == 0) barrier(CLK_LOCAL_MEM_FENCE);
  out[x * 32 + y] = a[y * 32 + x];
}
CL

run() { "$WORKBENCH" run transpose "$@" >"$TMP/out" 2>"$TMP/err"; }
said() { tr -s ' \n' ' ' <"$TMP/out"; }

run --file "$TMP/padded.cl"
is "$?" 0 "a kernel that keeps to modelled budgets is accepted"
like "$(said)" '256 global transactions \(256 at best, 256 different pieces\), 0 bank conflicts' \
  "a run whose budgets are modelled says what was counted"
for order in reverse shuffle:5; do
  run --file "$TMP/plain.cl" --schedule "$order"
  is "$?" 1 "a kernel with bank conflicts is not accepted, $order"
  like "$(said)" 'over-budget.*992 bank conflicts; the puzzle allows 0' \
    "the budget is named, $order"
done
like "$(said)" 'plain.cl:6:21 reads tile: 1024 passes, 32 would do' "the line is named"
run --file "$TMP/naive.cl"
like "$(said)" '1152 global transactions; the puzzle allows 256' \
  "accesses that do not coalesce are over budget"
run --file "$TMP/long.cl"
like "$(said)" 'over-budget.*[0-9]+ global transactions; the puzzle' "what is too much to be modelled is over budget"
sed -i 's/budgets = .*/budgets = { divergent_branches = 0 },/' "$course/puzzles/01-transpose/puzzle.lua"
run --file "$TMP/long.cl"
like "$(said)" 'the split branches cannot be determined: between two barriers there are [0-9]* accesses' \
  "nothing is accepted of which too much was left out"

sed -i '/budgets = /d' "$course/puzzles/01-transpose/puzzle.lua"
run --file "$TMP/plain.cl"
is "$(grep -c 'sub-groups' "$TMP/out")" 0 "a plain run models nothing"
run --file "$TMP/plain.cl" --json
is "$(grep -c 'bank_conflicts' "$TMP/out")" 0 "a plain run has no counters of the model"
like "$(said)" '"local_bytes": 4096' "a plain run has the others"
run --file "$TMP/plain.cl" --stats
is "$?" 0 "--stats does not change the verdict"
like "$(said)" 'With sub-groups of 32: .* 992 bank conflicts' "--stats models"
unlike "$(said)" 'yours' "where there is nothing to compare with, nothing is compared"
mkdir -p "$course/solutions/01-transpose"
cp "$TMP/padded.cl" "$course/solutions/01-transpose/accepted.cl"
run --file "$TMP/plain.cl" --stats
like "$(said)" 'beside our solution: .* bank conflicts 992 0 ' "a solution's figures stand beside"
unlike "$(said)" '\[33\]' "whose text is not shown"
sed -i 's/33/65/' "$course/solutions/01-transpose/accepted.cl"
run --file "$TMP/plain.cl" --stats
like "$(said)" 'local bytes a group 4,096 8,320' "one that changes is measured anew"
run --file "$TMP/plain.cl" --stats --json
like "$(said)" '"bank_conflicts": 992' "--stats --json has the counters"
like "$(said)" '"line": 6, "column": 21, "memory": "local", "access": "read", "array": "tile", "executions": 32, "cost": 1024, "ideal": 32' \
  "--stats --json has the lines"

cat >"$TMP/two.cl" <<'CL'
__kernel void map(__global float *out, __global const float *a) {
  __local int even[256], odd[256];
  size_t i = get_global_id(0), l = get_local_id(0);
  even[l] = odd[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  __local int *mine = l % 2 == 0 ? even : odd;
  atomic_inc(&mine[0]);
  out[i] = a[i] + 10.0f;
}
CL
"$WORKBENCH" run map --course "$COURSE" --file "$TMP/two.cl" --stats >"$TMP/out"
like "$(said)" 'updates local memory: ' "a line that updates one of two arrays names their memory"

cat >"$TMP/alone.cl" <<'CL'
__constant float table[2] = {1, 2};
__kernel void many(__global float *out, int turns) {
  for (int k = 0; k < turns; k++) out[get_global_id(0)] = table[k % 2];
}
CL
alone() { "$WORKBENCH" emulate "$TMP/alone.cl" -g 64 -l 64 -a 'float[64]' -a "int=$1" --stats >"$TMP/out"; }
alone 10
like "$(said)" 'transactions 80 80 at best: 100 % efficient different pieces, by group 8 each moved 10.0 times' \
  "transactions stand beside the different pieces of a group"
like "$(said)" 'counted nowhere above 640 constant memory' "what no counter counts is said"
like "$(said)" 'branches 22 0 % divergent' "and how many branches diverge"
alone 100000
like "$(said)" 'left out of the model [0-9,]* too many between barriers' "what was left out is said"
unlike "$(said)" 'efficient' "no share is told of a part"
unlike "$(said)" 'divergent' "of branches neither"

# A launch that stops did a part of its work.
run --file "$TMP/stops.cl" --stats
like "$(said)" 'Until it stopped: [0-9]+ of 1024 work-items finished, [0-9]+ global read' \
  "counters of a launch that stopped say so"
unlike "$(said)" 'yours' "and are compared with nothing"
like "$("$WORKBENCH" run transpose --file "$TMP/stops.cl" --json | tr -d ' \n')" '"unfinished":[1-9]' \
  "JSON counts who did not finish"
"$WORKBENCH" emulate "$TMP/stops.cl" -g 32,32 -l 32,32 -a 'float[1024]' -a 'const float[1024]=range' --stats >"$TMP/out"
like "$(said)" 'What the launch did until it stopped: work-items [0-9]+ of 1,024 finished' "emulate says it, too"
run --file "$TMP/padded.cl" --stats
unlike "$(said)" 'stopped|finished' "and not of one that ended"

printf '%s\n' 'budgets = { items = 50 },' '}' >"$TMP/end"
sed -i -e '$d' "$course/puzzles/01-transpose/puzzle.lua"
cat "$TMP/end" >>"$course/puzzles/01-transpose/puzzle.lua"
run --file "$TMP/plain.cl"
is "$?" 3 "what costs nothing has no budget"
tap_finish
