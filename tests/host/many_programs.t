#!/usr/bin/env bash
# Programs in any number: what a device has of those that nothing can launch any more is bounded, and one that is asked for
# again is there again.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
cat >"$TMP/size.lua" <<'END'
local function read(path)
  local file = io.open(path)
  local text = file and file:read "a" or ""
  if file then file:close() end
  return text
end

-- KiB of the worker, which is the child of a child.
return function()
  local most = 0
  local self = read "/proc/self/stat":match "%d+"
  for reaper in read("/proc/" .. self .. "/task/" .. self .. "/children"):gmatch "%d+" do
    for worker in read("/proc/" .. reaper .. "/task/" .. reaper .. "/children"):gmatch "%d+" do
      most = math.max(most, tonumber(read("/proc/" .. worker .. "/status"):match "VmRSS:%s*(%d+)" or 0))
    end
  end
  return most
end
END
cat >"$TMP/program.lua" <<'END'
local gpu, size = require "gpu", dofile "size.lua"
local ctx = gpu.DeviceContext()
local dev, host = ctx:enqueue_create_buffer("int", 1), ctx:enqueue_create_host_buffer("int", 1)

local function try(number)
  local f = ctx:compile_function { name = "k",
    source = "__kernel void k(__global int *a) { a[0] = " .. number .. "; }" }
  ctx:enqueue_function(f, dev, { global = 1 })
  ctx:enqueue_copy { src = dev, dst = host }
  ctx:synchronize()
  if host[0] ~= number then error("number " .. number .. " gives " .. host[0]) end
end

local first = ctx:compile_function { name = "k", source = "__kernel void k(__global int *a) { a[0] = 1; }" }
local before
for number = 1, 300 do
  try(number)
  if number == 120 then before = size() end
  if number % 10 == 0 then collectgarbage() end
end
print("grown by", size() - before)
for number = 1, 300, 60 do try(number) end
ctx:enqueue_function(first, dev, { global = 1 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
print("right", host[0])
END
cd "$TMP" || exit 1
out=$("$WORKBENCH" lua program.lua --device emulator 2>&1)
is "$?" 0 "300 programs run"
like "$out" "^right	1$" "each is right, also one that is asked for again, and one that is kept"
[ -n "${SANITIZE:-}" ] || ok $(($(sed -n 's/^grown by\t//p' <<<"$out") > 2048)) "the worker does not grow with their number: $(grep grown <<<"$out") KiB"

# Operations are compiled for sizes that are parameters, and their gradients for any sizes; `held` waits for
# none of its calls until the end.
echo '__kernel void k(__global float *out, __global const float *x) { out[0] = x[0] + SIZE; }' >k.cl
cat >operation.lua <<'END'
local gpu, op, size, tensor = require "gpu", require "op", dofile "size.lua", require "tensor"
local binding, libraries = require "graph.binding", require "graph.libraries"
local kind, ctx = arg[1], gpu.DeviceContext()
op.register("k", { inputs = { "x" }, outputs = { "out" }, parameters = { { name = "SIZE" } },
  gpu = function(queue, out, x, call) queue:enqueue_function(call:kernel("k.cl", "k"), out, x, { global = 1 }) end })
op.register("twice", { inputs = { "x" }, outputs = { "out" }, foreach = "out = x * 2" })
local kinds = {}
function kinds.calls(n, x, out) op.get("k"):with { SIZE = n }(out, x) end
kinds.held = kinds.calls
function kinds.gradients(n, x, out)
  local function of(buffer) return { buffer = buffer, shape = { n }, dtype = "float" } end
  binding.gradient(libraries.find "twice", {}, ctx, { of(out) }, { of(x) }, { of(x) })
end

local before
for n = 1, 800 do
  local x, out = ctx:enqueue_create_buffer("float", n), ctx:enqueue_create_buffer("float", n)
  ctx:enqueue_copy { src = tensor.ones("float", { n }), dst = x }
  kinds[kind](n, x, out)
  if kind ~= "held" then
    ctx:synchronize()
    x:release()
    out:release()
  end
  if n == 400 then before = size() end
  if n % 10 == 0 then collectgarbage() end
end
ctx:synchronize()
print("grown by", size() - before)
END
for kind in calls held gradients; do
  out=$("$WORKBENCH" lua operation.lua $kind --device emulator 2>&1)
  is "$?" 0 "operations with 800 sizes: $kind"
  [ -n "${SANITIZE:-}" ] || ok $(($(sed -n 's/^grown by\t//p' <<<"$out") > 2048)) "the worker does not grow with them: $(grep grown <<<"$out") KiB"
done
tap_finish
