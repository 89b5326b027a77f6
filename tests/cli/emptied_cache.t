#!/usr/bin/env bash
# A cache that is emptied while runs use it breaks none of them: what is gone is made again, or not kept.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
unset WORKBENCH_KERNEL_CACHE # a cache of its own
export WORKBENCH_CACHE=$TMP/kept WORKBENCH_DRIVER_CACHE=$TMP/drivers

# In turn: files, folders, and as the workbench itself does it.
empty_caches() {
  while [ -d "$TMP" ] && [ ! -e "$TMP/enough" ]; do
    find "$WORKBENCH_CACHE" "$WORKBENCH_DRIVER_CACHE" -type f -delete 2>/dev/null
    sleep 0.02
    rm -rf "$WORKBENCH_CACHE" "$WORKBENCH_DRIVER_CACHE" 2>/dev/null
    sleep 0.02
    "$WORKBENCH" cache --clear >/dev/null
  done
}
empty_caches &
emptying=$!

# A right kernel for map whose text is new each time.
new_kernel() { sed "1i // $1" "$ROOT/solutions/02-map/accepted.cl" >"$TMP/$1.cl"; }

# tries DEVICE COUNT
tries() {
  for i in $(seq "$2"); do
    new_kernel "$1-$i"
    like "$("$WORKBENCH" run map --device "$1" --file "$TMP/$1-$i.cl" 2>&1)" "^✓ accepted" "a new kernel is accepted ($1, $i)"
    like "$("$WORKBENCH" run map --device "$1" --file "$TMP/$1-$i.cl" 2>&1)" "^✓ accepted" "and once more ($1, $i)"
  done
  cat >"$TMP/add.lua" <<'END'
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("int", 4)
ctx:enqueue_memset(dev, 1)
local add = ctx:compile_function { source = "__kernel void add(__global int *a) { a[get_global_id(0)] += 6; }" }
ctx:enqueue_function(add, dev, { grid_dim = 1, block_dim = 4 })
print(dev:tensor()(3))
END
  is "$("$WORKBENCH" lua --device "$1" "$TMP/add.lua" 2>&1)" 7 "a host program runs ($1)"
  is "$("$WORKBENCH" lua --device "$1" "$TMP/add.lua" 2>&1)" 7 "and once more ($1)"
}

tries emulator 5
if "$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:'; then
  tries opencl 2
else
  skip "no OpenCL device is here" "the same on OpenCL"
fi
: >"$TMP/enough"
wait "$emptying"
tap_finish
