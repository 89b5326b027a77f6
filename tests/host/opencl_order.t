#!/usr/bin/env bash
# Queues of an OpenCL driver: what the workbench does in a queue of its own is done before what a
# program enqueues, and parts of buffers that the driver cannot make wait as the launch does.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-opencl" ] || skip_all "OpenCL was not built"
"$WORKBENCH" devices --json 2> /dev/null | grep -q '"opencl:' || skip_all "there is no OpenCL device"
run() { "$WORKBENCH" lua --device opencl "$TMP/program.lua" 2>&1; }

# A large buffer takes a while to be filled with what no program expects.
cat > "$TMP/program.lua" <<'END'
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local count, wrong = 1 << 23, 0
ctx:enqueue_memset(ctx:enqueue_create_buffer("int", 4), 1)
ctx:synchronize()
for round = 1, 5 do
  local dev = ctx:enqueue_create_buffer("int", count)
  local last = dev:create_sub_buffer("int", count - 4, 4)
  ctx:enqueue_memset(last, round)
  local host = ctx:enqueue_create_host_buffer("int", 4)
  ctx:enqueue_copy { src = last, dst = host }
  ctx:synchronize()
  local again = last:tensor()
  for i = 0, 3 do
    if host[i] ~= round or again:at(i) ~= round then wrong = wrong + 1 end
  end
  dev:release()
end
print("wrong:", wrong)
END
like "$(run)" "^wrong:	0$" "what is new is filled before a program's first command"

# An offset of 4 bytes is one that drivers refuse.
cat > "$TMP/program.lua" <<'END'
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local count, wrong = 1 << 22, 0
local first, second = ctx:create_queue(), ctx:create_queue()
local copy = ctx:compile_function {
  source = "__kernel void copy(__global int *out, __global const int *in) { out[get_global_id(0)] = in[get_global_id(0)]; }" }
local host = ctx:enqueue_create_host_buffer("int", count)
local result = ctx:enqueue_create_host_buffer("int", 4)
for round = 1, 5 do
  local from = ctx:enqueue_create_buffer("int", count)
  local to = ctx:enqueue_create_buffer("int", 8)
  first:enqueue_memset(host, round)
  first:enqueue_copy { src = host, dst = from }
  second:enqueue_wait_for(first:record_event())
  second:enqueue_function(copy, to:create_sub_buffer("int", 1, 4),
    from:create_sub_buffer("int", count - 5, 4), { global = 4 })
  first:enqueue_wait_for(second:record_event())
  first:enqueue_copy { src = to:create_sub_buffer("int", 1, 4), dst = result }
  first:synchronize()
  for i = 0, 3 do
    if result[i] ~= round then wrong = wrong + 1 end
  end
  second:synchronize()
  from:release()
  to:release()
end
print("wrong:", wrong)
END
like "$(run)" "^wrong:	0$" "a part with any offset is read after what its queue waits for, and written before who waits for it"
tap_finish
