#!/usr/bin/env bash
# What drivers compile for a person's own programs is kept, and used in the next run; nothing of it
# reaches programs that are not trusted, or comes from them. Which programs are kept, and that
# damaged ones are not taken, is tested in tests/unit/opencl/kept_test.c.
. "$(dirname "$0")/../tap.sh"
unset WORKBENCH_KERNEL_CACHE WORKBENCH_DRIVER_CACHE # a cache of its own
[ -x "$BUILD/workbench-opencl" ] || skip_all "OpenCL was not built"
"$WORKBENCH" devices --json 2> /dev/null | grep -q '"opencl:' || skip_all "there is no OpenCL device"
unset WORKBENCH_CACHE
KEPT=$XDG_CACHE_HOME/gpu-workbench/programs
cd "$TMP" || exit 1

# program NAME TEXT: a host program that compiles the text, and prints what its kernel leaves.
program() {
  cat > "$1" << END
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("int", 4)
ctx:enqueue_memset(dev, 1)
local add = ctx:compile_function { source = [[$2]] }
ctx:enqueue_function(add, dev, { grid_dim = 1, block_dim = 4 })
local t = dev:tensor()
print(t(0), t(1), t(2), t(3))
END
}
run() { "$WORKBENCH" lua --device opencl "$@" 2>&1; }
# entries: each file that is kept, with what tells whether it was written anew.
entries() { (cd "$KEPT" 2> /dev/null && stat -c '%n %i %s' -- * 2> /dev/null); }
count() { entries | grep -c .; }

TEXT='__kernel void add(__global int *a) { int unused; a[get_global_id(0)] += 6; }'
program add.lua "$TEXT"
first=$(run add.lua)
is "$first" "7	7	7	7" "a program runs"
is "$(count)" 1 "and what the driver made of its kernel is kept"
before=$(entries)
is "$(run add.lua)" "$first" "the second run does the same"
is "$(entries)" "$before" "and the driver compiled nothing"
program prints.lua '__kernel void add(__global int *a) { printf("one of %d\n", (int)get_global_size(0)); a[get_global_id(0)] = 2; }'
said=$(run prints.lua)
like "$said" "^one of 4" "a kernel prints"
is "$(run prints.lua)" "$said" "and does so in the second run as well"
is "$(entries)" "$before" "since the binaries of drivers may have lost that, and are not kept"

# Programs of one run: a worker that only compiles puts them where others may only read.
mkdir compiled
own=$(count)
like "$(WORKBENCH_PROGRAMS_TO=$TMP/compiled run --untrusted add.lua)" "compiles for others, and runs no kernel" \
  "a worker that compiles for others runs no kernel"
is "$(find compiled -type f | wc -l)" 1 "and leaves there what it compiled"
compiled=$(cksum compiled/*)
is "$(WORKBENCH_PROGRAMS_FROM=$TMP/compiled run --untrusted add.lua)" "$first" "others find it there"
program other.lua "${TEXT/6/7}"
is "$(WORKBENCH_PROGRAMS_FROM=$TMP/compiled run --untrusted other.lua)" "8	8	8	8" "and compile what is not there"
is "$(cksum compiled/*)" "$compiled" "but add nothing"
is "$(count)" "$own" "and nothing of that is among a person's own programs"

# Who is not trusted.
run add.lua > /dev/null
before=$(entries)
is "$(run add.lua --untrusted)" "$first" "a program that is not trusted runs as well"
is "$(entries)" "$before" "without leaving anything there"
rm -r "$KEPT"
run add.lua --untrusted > /dev/null
is "$(count)" 0 "even where nothing was"
echo "$TEXT" > add.cl
"$WORKBENCH" run map --device opencl --file "$COURSE/solutions/01-map/accepted.cl" > /dev/null 2>&1
"$WORKBENCH" run map --device opencl --file add.cl > /dev/null 2>&1
is "$(count)" 0 "nor does a puzzle's kernel"

# Turning it off, and clearing.
WORKBENCH_CACHE=off run add.lua > /dev/null
is "$(count)" 0 "WORKBENCH_CACHE=off: nothing is kept"
run add.lua > /dev/null
is "$(count)" 1 "else it is"
like "$("$WORKBENCH" cache)" '^1 program of an OpenCL device' "workbench cache counts it"
like "$("$WORKBENCH" cache --clear)" '^removed 1 program of an OpenCL device' "and removes it"
is "$(count)" 0 "then it is gone"
tap_finish
