#!/usr/bin/env bash
# Outputs of a host puzzle that must come from kernels: byte by byte it is known what made them, whatever
# the program returns. Kernels get the puzzle's inputs as they came.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"

course=$TMP/course
folder=$course/puzzles/01-twice
mkdir -p "$folder" "$course/kernels"
cp -r "$COURSE/lua" "$course"
echo 'return require("puzzle").course { format = 1, name = "twice", title = "Twice" }' >"$course/course.lua"
cat >"$folder/twice.cl" <<'CL'
#ifndef FACTOR
#define FACTOR 2
#endif
__kernel void twice(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = FACTOR * a[i];
}
CL
# spec FROM
spec() {
  cat >"$folder/puzzle.lua" <<LUA
return require("puzzle").host {
  title = "Twice", concept = "Two buffers.", files = { "twice.cl" }, launches = { "twice" }, defines = { "FACTOR" },
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" }, from = "$1" },
    { name = "a", kind = "input", type = "int", shape = { "n" }, fill = { "random", 1, 99 } },
  },
  cases = { { name = "twelve", sizes = { n = 12 } } },
  reference = function(case) return { out = case.a * 2 } end,
}
LUA
}
spec launches
export WORKBENCH_COURSE=$course

# judge: the program on standard input, between what makes its buffers and what returns; $verdict and $report.
judge() {
  cat - >"$TMP/answer.lua"
  "$WORKBENCH" run twice --file "$TMP/answer.lua" --json >"$TMP/run.json"
  verdict=$(python3 -c 'import json, sys
run = json.load(open(sys.argv[1]))
found = [f for c in run["cases"] for f in c["findings"] if f["severity"] == "error"]
print(run["verdict"], *["%s:%s: %s" % (f["kind"], f.get("line"), f["message"]) for f in found[:1]])' "$TMP/run.json")
}
before='local gpu = require "gpu"
local case = ...
local ctx, n = gpu.DeviceContext(), #case.a
local host, dev, out = ctx:enqueue_create_host_buffer("int", n), ctx:enqueue_create_buffer("int", n), ctx:enqueue_create_buffer("int", n)
local twice = ctx:compile_function("twice.cl", "twice")
'
launch='host:load(case.a)
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(twice, out, dev, n, { global = n })
'
back='ctx:enqueue_copy { src = out, dst = host }
ctx:synchronize()
'
accepted() { judge <<<"$2"; is "$verdict" accepted "accepted: $1"; }
rejected() { judge <<<"$2"; like "$verdict" "^runtime-error foreign-data:$3" "rejected: $1"; }

accepted "a host buffer that the result was copied to" "$before$launch$back return { out = host }"
accepted "a tensor of the device's buffer" "$before$launch return { out = out:tensor() }"
accepted "a tensor of the host's buffer, in another shape and back" "$before$launch$back return { out = host:tensor():reshape({ n, 1 }):reshape({ n }) }"
accepted "a list of its elements" "$before$launch$back local list = {} for i = 0, n - 1 do list[i + 1] = host[i] end return { out = list }"
accepted "a copy on the host of what came back" "$before$launch$back local other = ctx:enqueue_create_host_buffer('int', n)
ctx:enqueue_copy { src = host, dst = other }
ctx:synchronize()
return { out = other }"
accepted "a copy on the device" "$before$launch local other = ctx:enqueue_create_buffer('int', n)
ctx:enqueue_copy { src = out, dst = other }
return { out = other:tensor() }"
accepted "the first part of a larger buffer" "$before$launch"'local large = ctx:enqueue_create_buffer("int", n + 4)
local big = ctx:enqueue_create_host_buffer("int", n + 4)
ctx:enqueue_memset(large, 0)
ctx:enqueue_function(twice, large, dev, n, { global = n })
ctx:enqueue_copy { src = large, dst = big }
ctx:synchronize()
return { out = big:tensor():slice(0, n) }'
accepted "two launches, and two copies back" "$before"'host:load(case.a)
ctx:enqueue_copy { src = host, dst = dev }
local half = n // 2
local function part(buffer, first, count) return buffer:create_sub_buffer("int", first, count) end
for i, count in ipairs { half, n - half } do
  local first = (i - 1) * half
  ctx:enqueue_function(twice, part(out, first, count), part(dev, first, count), count, { global = count })
  ctx:enqueue_copy { src = part(out, first, count), dst = part(host, first, count) }
end
ctx:synchronize()
return { out = host }'
accepted "what a mapping has read that is over" "$before$launch"'ctx:synchronize()
local data
do
  local mapped <close> = out:map_to_host()
  data = mapped:tensor()
end
return { out = data }'
accepted "what is read after much else" "$before"'local many = 1 << 22
local large = ctx:enqueue_create_buffer("int", many)
ctx:enqueue_memset(large, 0)
ctx:enqueue_copy { src = case.a, dst = dev }
ctx:enqueue_function(twice, large, dev, n, { global = n })
for _ = 1, 5 do assert(large:tensor()(1) == 2 * case.a(1)) end
ctx:enqueue_function(twice, out, dev, n, { global = n })
return { out = out:tensor() }'
accepted "the input from a tensor, in two parts" "$before"'for i, count in ipairs { 5, n - 5 } do
  ctx:enqueue_copy { src = case.a:slice((i - 1) * 5, (i - 1) * 5 + count), dst = dev:create_sub_buffer("int", (i - 1) * 5, count) }
end
ctx:enqueue_function(twice, out, dev, n, { global = n })
return { out = out:tensor() }'

rejected "one element from the host" "$before$launch$back host[3] = 2 * case.a(3) return { out = host }" '11: out\[3\] is what the program itself has written, and must come from twice'
rejected "half from the host" "$before${launch//dev, n, { global = n/dev, 6, { global = 6}ctx:enqueue_memset(out:create_sub_buffer('int', 6, n - 6), 0)
$back for i = 6, n - 1 do host[i] = 2 * case.a(i) end return { out = host }" '.*out\[6\] is what the program itself'
rejected "an element of the tensor that was set" "$before${launch//n, { global = n/n - 1, { global = n}ctx:enqueue_memset(out:create_sub_buffer('int', n - 1, 1), 0)
local data = out:tensor() data:set(n - 1, 2 * case.a(n - 1)) return { out = data }" '.*out\[11\] is not what came back'
rejected "what goes to the device and comes back" "$before"'local done = case.a * 2
host:load(case.a)
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(twice, out, dev, n, { global = n })
ctx:synchronize()
host:load(done)
ctx:enqueue_copy { src = host, dst = out }
return { out = out:tensor() }' '.*copies to the device what is no part of an input'
rejected "data of the program's own for a kernel" "$before"'host:load(case.a * 2 - 1)
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(twice, out, dev, n, { global = n })
return { out = out:tensor() }' '7: copies to the device what is no part of an input'
rejected "data of the program's own, by a mapping" "$before"'do
  local mapped <close> = dev:map_to_host()
  for i = 0, n - 1 do mapped[i] = case.a(i) + case.a(i) - 1 end
end
ctx:enqueue_function(twice, out, dev, n, { global = n })
return { out = out:tensor() }' '.*copies to the device what is no part of an input'
rejected "numbers of the program's own, by fills" "$before"'for i = 0, n - 1 do ctx:enqueue_memset(dev:create_sub_buffer("int", i, 1), 100000 + i) end
ctx:enqueue_function(twice, out, dev, n, { global = n })
return { out = out:tensor() }' '6: fills a buffer of the device with what is no part of an input'
accepted "the input by a mapping" "$before"'do
  local mapped <close> = dev:map_to_host()
  for i = 0, n - 1 do mapped[i] = case.a(i) end
end
ctx:enqueue_memset(out, 0)
ctx:enqueue_function(twice, out, dev, n, { global = n })
return { out = out:tensor() }'
rejected "what was never read of the device" "$before$launch ctx:synchronize() return { out = case.a + case.a }" '.*out is no part of what came back'
rejected "a kernel of the program's own" "$before$launch"'local mine = ctx:compile_function({ source = "__kernel void mine(__global int *out, __global const int *a) { size_t i = get_global_id(0); out[i] = a[i] + a[i]; }" }, "mine")
ctx:enqueue_function(mine, out, dev, { global = n })
return { out = out:tensor() }' '.*out\[0\] is what a kernel of your own has left, and must come from twice'
judge <<<"$before$launch"'local other = ctx:compile_function("twice.cl", "twice", { options = "-DFACTOR=(1+1)" })
ctx:enqueue_function(other, out, dev, n, { global = n })
return { out = out:tensor() }'
like "$verdict" '^wrong-answer' "rejected: the puzzle's kernel with a macro that is no number"

spec kernels
accepted "where any kernel will do: the program's own, of data of its own" "$before"'local own = "__kernel void own(__global int *out, __global const int *a) { size_t i = get_global_id(0); out[i] = out[i] / 2 + a[i]; }"
local add = ctx:compile_function({ source = own }, "own")
ctx:enqueue_copy { src = case.a + 0, dst = dev }
ctx:enqueue_function(twice, out, dev, n, { global = n })
ctx:enqueue_copy { src = case.a * 1, dst = dev }
ctx:enqueue_function(add, out, dev, { global = n })
return { out = out:tensor() }'
rejected "where any kernel will do: the host" "$before$launch$back host[0] = 2 * case.a(0) return { out = host }" '.*must come from a kernel'
spec anything
accepted "where it may come from anywhere: half from the host" "$before$launch$back for i = 6, n - 1 do host[i] = 2 * case.a(i) end return { out = host }"

for fault in 'from = "kernel"|did you mean .kernels.' 'from = "kernels" }, { name = "b", kind = "input", type = "int", shape = { "n" }, from = "kernels"|only outputs and inouts have it'; do
  spec "anything"
  sed -i "s/from = \"anything\"/${fault%%|*}/" "$folder/puzzle.lua"
  like "$("$WORKBENCH" run twice --file "$TMP/answer.lua" 2>&1)" "${fault#*|}" "a spec: ${fault##*|}"
done
tap_finish
