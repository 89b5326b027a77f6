#!/usr/bin/env bash
# A budget that is a minimum: the occupancy that a kernel must reach.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"

course=$TMP/course
mkdir -p "$course/puzzles/01-tile" "$course/kernels"
cp -r "$COURSE/lua" "$course"
cat >"$course/puzzles/01-tile/puzzle.lua" <<'LUA'
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Tile", concept = "Local memory costs occupancy.", entry = "tile",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a", kind = "input", type = "int", shape = { "n" }, fill = "range" },
  },
  cases = {
    { name = "two groups", sizes = { n = 128 }, global = { "n" }, ["local"] = { 64 } },
    { name = "more groups", sizes = { n = 512 }, global = { "n" }, ["local"] = { 64 }, visible = false },
  },
  reference = function(case) return { out = case.a } end,
  budgets = { occupancy_percent = 75 },
}
LUA
echo '// tile' >"$course/kernels/01-tile.cl"
export WORKBENCH_COURSE=$course

# kernel NAME ELEMENTS: has so many ints of local memory.
kernel() {
  cat >"$TMP/$1.cl" <<CL
__kernel void tile(__global int *out, __global const int *a) {
  __local int kept[$2];
  kept[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = kept[get_local_id(0)];
}
CL
}
kernel small 64
kernel large 2048
run() { "$WORKBENCH" run 1 --file "$TMP/$1.cl" "${@:2}" >"$TMP/out" 2>"$TMP/err"; }
said() { tr -s ' \n' ' ' <"$TMP/out"; }

run small
is "$?" 0 "more than is asked for is accepted"
run large
is "$?" 1 "less is not"
like "$(said)" 'over-budget .*score 50 %' "it is over its budget, and right"
like "$(said)" 'right and clean, but it uses less of the device than is asked for' "in words of its own"
like "$(said)" 'occupancy [0-9]+ %, at least 75 % is asked for' "which say how much is asked for"
like "$(said)" 'let more of the device be used at once' "and what to do"
unlike "$(said)" 'more work|too much|with less' "and not the other way round"
run large --json
is "$(perl -MJSON::PP -e 'local $/; my $c = decode_json(<STDIN>)->{cases};
  print join ",", $c->[0]{verdict}, $c->[0]{budgets}{occupancy_percent}, $c->[0]{counters}{occupancy_percent} < 75 ? "low" : "high", $c->[1]{detail}' <"$TMP/out")" \
  "over-budget,75,low,fewer percent of occupancy than the puzzle asks for" "JSON has it, and of hidden cases no number"
like "$("$WORKBENCH" data 1 --hidden --json)" 'occupancy_percent at least 75' "data says that it is the least"
mkdir -p "$WORKBENCH_WORK" && cp "$TMP/large.cl" "$WORKBENCH_WORK/01-tile.cl"
dialogue=$(printf '1\nrun\ncounters\nquit\n' | "$WORKBENCH" ui --plain 2>/dev/null)
like "$dialogue" 'occupancy [0-9]+ %, at least 75 % is asked for' "the dialogue says it, too"
like "$dialogue" 'occupancy in %: [0-9]+, asked for at least 75: too little' "and its counters"
tap_finish
