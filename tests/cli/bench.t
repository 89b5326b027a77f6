#!/usr/bin/env bash
# `workbench bench`: host programs and kernels measured, results checked, what is wrong told.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
"$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:' && sample_part "on OpenCL devices" && opencl=1 || opencl=
cd "$TMP" || exit 1

# bench WORDS...: into $out, $err and $code.
bench() {
  out=$("$WORKBENCH" bench "$@" 2>"$TMP/err")
  code=$?
  err=$(cat "$TMP/err")
}
# json EXPRESSION: of the object in $out, in Python.
json() { python3 -c "import json, sys; d = json.load(sys.stdin); print(($1))" <<<"$out"; }

cat >scale.lua <<'END'
local gpu = require "gpu"
local N, bad = tonumber(arg[1]) or 1024, tonumber(arg[2])
local ctx = gpu.DeviceContext()
local scale = ctx:compile_function { source = [[
__kernel void scale(__global float *out, __global const float *in) {
  size_t i = get_global_id(0);
  out[i] = 2 * in[i];
}
]] }
local a, b = ctx:enqueue_create_buffer("float", N), ctx:enqueue_create_buffer("float", N)
local out = ctx:enqueue_create_host_buffer("float", N)
return {
  setup = function(seed)
    print("seed", seed)
    ctx:enqueue_memset(a, seed)
    return { seed = seed }
  end,
  run = function()
    ctx:enqueue_function(scale, b, a, { global = N, ["local"] = 64 })
    ctx:enqueue_copy { src = b, dst = out }
  end,
  check = function(state)
    local want = state.seed == bad and 0 or 2 * state.seed
    assert(out[N - 1] == want, ("out[%d] is %g, not %g"):format(N - 1, out[N - 1], want))
  end,
  kernels = { scale = { bytes = function() return 8 * N end, flops = N } },
}
END

# ---- wrong words --------------------------------------------------------------------------------

for words in "" missing.lua "$TMP/" "no-such-puzzle" "scale.lua --case 1" "scale.lua --flops 5" "map --case 99" \
  "map 7" "map --case 1 --extra-case {}" "scale.lua --svg - --json" "scale.lua --svg x.svg --no-peaks" \
  "scale.lua --svg scale.lua" "scale.lua --repeats 0" "scale.lua --repeats 6000" "scale.lua --nonsense"; do
  # shellcheck disable=SC2086
  bench $words
  is "$code" 2 "wrong usage exits with 2: bench ${words/$TMP/FOLDER}"
  like "$err" '^workbench bench: ' "and says why"
done
bench scale.lua --device no-such-device
is "$code" 4 "a device that is not here exits with 4"

# ---- on the emulator ----------------------------------------------------------------------------

if [ -x "$BUILD/workbench-emulator" ]; then
  bench scale.lua --device emulator --repeats 3 --warm-up 1
  is "$code" 0 "a program is measured on the emulator"
  like "$out" 'nothing of how fast any device is' "whose times are said to mean nothing else"
  unlike "$out" 'of copy|Roofline' "and are compared with nothing"
  unlike "$out" 'seed' "what the program prints is not shown"
  bench scale.lua --device emulator --repeats 3 --warm-up 2 --seed 10 --json -- 64 12
  is "$code" 1 "a result that is wrong in one run exits with 1"
  is "$(json 'd["wrong"], d["runs"], d["warm_ups"], d["results_checked"]')" "(1, 3, 2, True)" "it is counted"
  is "$(json 'd["why"]')" "scale.lua:24: out[63] is 24, not 0" "and told: each run had the next seed"
  bench scale.lua --device emulator --repeats 3 --warm-up 2 --seed 10 -- 64 12
  like "$(tr '\n' ' ' <<<"$out")" 'the result of 1 of all 5 is wrong' "in the table, too"
  cat >plain.lua <<'END'
local gpu = require "gpu"
count = (count or 0) + 1
assert(count == 1, "a global of another run")
local ctx = gpu.DeviceContext()
local host, dev = ctx:enqueue_create_host_buffer("int", 4), ctx:enqueue_create_buffer("int", 4)
for i = 0, 3 do host[i] = math.random(1000) end
ctx:enqueue_copy { src = host, dst = dev }
ctx:synchronize()
END
  bench plain.lua --device emulator --repeats 66 --warm-up 0 --json
  is "$code" 0 "a plain program is run as a whole, often"
  is "$(json '[(r["what"], r["ns"]["count"]) for r in d["rows"]]')" \
    "[('16 bytes host -> device', 66), ('the whole run, by the clock', 66)]" "its copies are rows, without being named"
  is "$(json 'd["results_checked"], d["copy"], d["rows"][1]["bytes"]')" "(False, None, None)" "what is not known is not there"
  echo 'error("no luck")' >error.lua
  bench error.lua --device emulator
  is "$code" 1 "an error in Lua exits with 1"
  like "$err" 'error.lua:1: error: no luck' "and has its line"
  sed '/synchronize/d' plain.lua >unawaited.lua
  bench unawaited.lua --device emulator --repeats 3 --json
  is "$code" 1 "what is wrong with the program exits with 1"
  like "$err" 'not-awaited' "and is said"
  is "$(json 'd["trouble"]')" "1 error was found in the program" "in the object as well"
  for mistake in 'run = function() end, setup = 5' 'run = function() end, bytes = "many"' 'run = function() end, flops = -1' \
    'run = function() end, kernels = 7' 'run = function() end, kernels = { { bytes = 1 } }'; do
    echo "return { $mistake }" >mistake.lua
    bench mistake.lua --device emulator
    is "$code" 1 "a mistake in the table is an error: $mistake"
    like "$err" 'is to be|has names of kernels' "that says what is wanted"
  done
  bench map --file "$ROOT/solutions/02-map/wrong/copy.cl" --device emulator --no-peaks
  is "$code" 1 "a kernel that is not right is not measured"
  like "$out" 'wrong-answer' "the report says what is wrong with it"
else
  skip "the emulator was not built" "programs are measured on the emulator"
fi

# ---- a host program of a puzzle -----------------------------------------------------------------

# Scalar Add's answer, with more: PROGRAM FILE LUA... puts the lines before it.
program() {
  local file=$1
  shift
  printf '%s\n' "$@" | cat - "$ROOT/solutions/33-scalar-add/accepted.lua" >"$file"
}
LARGE='{ name = "large", sizes = { n = 4096, plus = 3 } }'

if [ -x "$BUILD/workbench-emulator" ]; then
  program right.lua
  bench scalar-add --course "$ROOT" --file right.lua --device emulator --repeats 3 --warm-up 2 --case 6 --json
  is "$code" 0 "the host program of a puzzle is measured"
  is "$(json 'd["subject"], d["runs"], d["warm_ups"], d["wrong"], d["results_checked"], d["emulated"]')" \
    "('33-scalar-add', 3, 2, 0, True, True)" "as often as asked, and judged each time"
  is "$(json '[(r["what"], r["count"], r["ns"]["count"], r["bytes"]) for r in d["rows"]]')" \
    "[('76804 bytes host -> device', 1, 3, 76804.0), ('scalar_add, global 19216, local 16', 1, 3, 153608.0), ('76804 bytes device -> host', 1, 3, 76804.0), ('the whole run, from its first command enqueued to the end of its last', 1, 3, None)]" \
    "with a row for each copy and launch, and for the whole"
  is "$(json 'all(r["ns"]["least"] > 0 for r in d["rows"]) and d["rows"][3]["ns"]["least"] >= d["rows"][1]["ns"]["least"]')" True \
    "none of which took no time, and the whole longer than its launch"
  bench scan-over --course "$ROOT" --file "$ROOT/solutions/35-scan-over-groups/accepted.lua" --device emulator --repeats 1 --warm-up 0 --case 2 --flops 44 --json
  is "$(json '[(r["what"], r["bytes"], r["flops"]) for r in d["rows"] if r["flops"]]')" "[('the launches of a run, together', 176.0, 44.0)]" \
    "of several launches what the case moves and computes is that of all together"
  bench scalar-add --course "$ROOT" --file right.lua --device emulator --repeats 2 --warm-up 0 --extra-case "$LARGE" --json
  is "$(json 'd["input"], d["rows"][0]["what"]')" "('large (n = 4096, plus = 3)', '16384 bytes host -> device')" "another case is measured, too"

  # What a run leaves behind, and what it would like to have, is not there in the next.
  program alone.lua 'local gpu, string = require "gpu", string' 'assert(not rawget(gpu, "mark") and not string.mark and not mark and not io)' \
    'gpu.mark, string.mark, mark = true, true, true'
  bench scalar-add --course "$ROOT" --file alone.lua --device emulator --repeats 3 --warm-up 0 --case 1
  is "$code" 0 "each run has a state of Lua of its own, behind the walls of one that is judged"
  program wrong.lua 'local case = ...' 'if #case.data == 4096 then case.data:set(0, 7) end'
  bench scalar-add --course "$ROOT" --file wrong.lua --device emulator --repeats 2 --warm-up 1 --extra-case "$LARGE" --json
  is "$code" 1 "a program that returns something wrong exits with 1"
  is "$(json 'd["wrong"], d["runs"]')" "(3, 2)" "each time"
  like "$(json 'd["why"]')" 'foreign-data at wrong.lua:15' "and what is wrong is told"
  program fails.lua 'local case = ...' 'if #case.data == 4096 then error("too large") end'
  bench scalar-add --course "$ROOT" --file fails.lua --device emulator --repeats 2 --warm-up 0 --extra-case "$LARGE" --json
  is "$code" 1 "so does one with an error"
  is "$(json 'd["wrong"], d["runs"]')" "(2, 2)" "which ends no other run"
  bench scalar-add --course "$ROOT" --file "$ROOT/kernels/33-scalar-add.lua" --device emulator
  is "$code" 1 "a program that is not right is not measured"
  unlike "$out" 'median' "and has no table"

  # Each start of a program leaves a line.
  mkdir libexec
  ln -s "$BUILD"/workbench-* libexec
  rm libexec/workbench-host
  printf '#!/bin/sh\necho started >>"%s"\nexec "%s" "$@"\n' "$TMP/starts" "$BUILD/workbench-host" >libexec/workbench-host
  chmod +x libexec/workbench-host
  starts() {
    : >"$TMP/starts"
    WORKBENCH_LIBEXEC=$TMP/libexec bench scalar-add --course "$ROOT" --file "$1" --device emulator --repeats "$2" --warm-up 0 --extra-case "$LARGE"
    wc -l <"$TMP/starts"
  }
  judged=$(starts "$ROOT/kernels/33-scalar-add.lua" 1)
  is "$(($(starts right.lua 4) - $(starts right.lua 1)))" 0 "the process of a program goes on from run to run"
  is "$(($(starts fails.lua 4) - $(starts fails.lua 1)))" 3 "but not after one that failed"
  [ "$judged" -gt 0 ]
  ok $? "each case has a process where it is judged"
else
  skip "the emulator was not built" "host programs of puzzles are measured"
fi

# ---- on a driver --------------------------------------------------------------------------------

if [ -n "$opencl" ]; then
  # Of how much memory a driver has follows how much is copied to find out how fast it is. PoCL, which has
  # all of the machine's, would copy many GiB where caches are large: none of these tests asks for that.
  export POCL_MEMORY_LIMIT=1
  bench scale.lua --repeats 3 --warm-up 1 --svg roof.svg --json -- 65536
  is "$code" 0 "a program is measured on the OpenCL device"
  is "$(json 'd["runs"], d["wrong"], d["emulated"], d["no_peaks"]')" "(3, 0, False, '')" "with right results"
  is "$(json 'd["rows"][0]["kernel"], d["rows"][0]["bytes"], d["rows"][0]["flops"]')" "('scale', 524288.0, 65536.0)" \
    "what the script says of its kernel is there"
  is "$(json 'd["copy"]["rate"] > 0 and d["multiply_add"]["rate"] > 0 and "copy_" in d["copy"]["what"]')" True \
    "beside what the device reaches"
  is "$(json 'all(r["ns"]["least"] <= r["ns"]["lower"] <= r["ns"]["median"] <= r["ns"]["upper"] <= r["ns"]["most"] for r in d["rows"])')" \
    True "quartiles are in order"
  python3 -c 'import sys, xml.dom.minidom as m; d = m.parse(sys.argv[1]); assert d.documentElement.tagName == "svg"; assert not d.getElementsByTagName("script")' roof.svg
  ok $? "the roofline is a well-formed picture without a script"
  like "$(cat roof.svg)" 'scale, global 65536' "with the kernel in it"
  cp "$ROOT/solutions/02-map/accepted.cl" map.cl
  bench map --file map.cl --repeats 3 --warm-up 1 --no-peaks --flops 1000 --json
  is "$code" 0 "a kernel of a puzzle is measured"
  is "$(json 'd["runs"], d["wrong"], d["results_checked"], d["bytes_of"], d["rows"][0]["flops"]')" \
    "(3, 0, True, 'each input read once, each output written once', 1000.0)" "and judged each time"
  bench map --file map.cl --repeats 1 --warm-up 0 --no-peaks --json --extra-case '{ name = "large", sizes = { n = 65536 }, global = { "n" }, ["local"] = { 64 } }'
  is "$(json 'd["input"], d["rows"][0]["bytes"]')" "('large (n = 65536, global 65536, local 64)', 524288.0)" "in another case, too"
  # Right in every case of the puzzle, and wrong where there are more elements.
  sed 's/\(out\[[a-z]*\] = .*\);/\1 + (get_global_size(0) == 65536);/' map.cl >large.cl
  bench map --file large.cl --repeats 2 --warm-up 0 --no-peaks --json --extra-case '{ name = "large", sizes = { n = 65536 }, global = { "n" }, ["local"] = { 64 } }'
  is "$code" 1 "a kernel whose result is wrong on the device exits with 1"
  is "$(json 'd["wrong"]')" 2 "each time"
  like "$(json 'd["why"]')" 'out\[0\] is' "and the element is told"
  bench scalar-add --course "$ROOT" --file "$ROOT/solutions/33-scalar-add/accepted.lua" --repeats 3 --warm-up 1 --flops 65536 --svg program.svg --json \
    --extra-case '{ name = "large", sizes = { n = 65536, plus = 3 } }'
  is "$code" 0 "a host program of a puzzle is measured on the OpenCL device"
  is "$(json 'd["runs"], d["wrong"], d["emulated"], [r["bytes"] for r in d["rows"]]')" "(3, 0, False, [262144.0, 524288.0, 262144.0, None])" \
    "with right results, and the bytes of copies and launch"
  is "$(json 'd["copy"]["rate"] > 0 and d["multiply_add"]["rate"] > 0')" True "beside what the device reaches"
  like "$(cat program.svg)" 'scalar_add, global 65536' "and its launch is in the roofline"
  unset POCL_MEMORY_LIMIT
else
  skip "there is no OpenCL device" "programs are measured on an OpenCL device"
fi

# ---- Ctrl-C -------------------------------------------------------------------------------------

if [ -x "$BUILD/workbench-emulator" ]; then
  echo 'local gpu = require "gpu" local ctx = gpu.DeviceContext() io.open("begun", "w"):close() while true do end' >endless.lua
  setsid perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$WORKBENCH" bench endless.lua --device emulator >out 2>err &
  child=$!
  session() {
    sed -n 's/^[0-9]* (\(.*\)) \(.\) [0-9]* [0-9]* \([0-9]*\) .*/\1 \2 \3/p' /proc/[0-9]*/stat 2>/dev/null |
      awk -v s="$child" '$NF == s && $(NF - 1) != "Z" { print $1 }'
  }
  begun() { [ -e begun ]; }
  nothing_left() { [ -z "$(session)" ]; }
  wait_until begun
  kill -INT "$child"
  wait "$child"
  is "$?" 130 "Ctrl-C exits with 130"
  wait_until nothing_left
  is "$(session)" "" "and leaves no process"
  like "$(cat err)" 'interrupted' "it says so"
else
  skip "the emulator was not built" "Ctrl-C"
fi
tap_finish
