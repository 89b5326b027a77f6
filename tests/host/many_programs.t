#!/usr/bin/env bash
# Programs in any number: what a device has of those that nothing can launch any more is bounded, and one that is asked for
# again is there again.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
cat >"$TMP/program.lua" <<'END'
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev, host = ctx:enqueue_create_buffer("int", 1), ctx:enqueue_create_host_buffer("int", 1)

local function read(path)
  local file = io.open(path)
  local text = file and file:read "a" or ""
  if file then file:close() end
  return text
end

-- KiB of the worker, which is the child of a child.
local function size()
  local most = 0
  local self = read "/proc/self/stat":match "%d+"
  for reaper in read("/proc/" .. self .. "/task/" .. self .. "/children"):gmatch "%d+" do
    for worker in read("/proc/" .. reaper .. "/task/" .. reaper .. "/children"):gmatch "%d+" do
      most = math.max(most, tonumber(read("/proc/" .. worker .. "/status"):match "VmRSS:%s*(%d+)" or 0))
    end
  end
  return most
end

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
out=$("$WORKBENCH" lua "$TMP/program.lua" --device emulator 2>&1)
is "$?" 0 "300 programs run"
like "$out" "^right	1$" "each is right, also one that is asked for again, and one that is kept"
[ -n "${SANITIZE:-}" ] || ok $(($(sed -n 's/^grown by\t//p' <<<"$out") > 2048)) "the worker does not grow with their number: $(grep grown <<<"$out") KiB"
tap_finish
