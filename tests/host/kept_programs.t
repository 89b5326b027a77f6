#!/usr/bin/env bash
# What drivers compile for a person's own programs is kept, and used in the next run; nothing of it
# reaches programs that are not trusted, or comes from them.
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
program other.lua "${TEXT/6/7}"
is "$(run other.lua)" "8	8	8	8" "another text is another program"
is "$(count)" 2 "which is kept, too"
sed 's/{ source = \(.*\) }$/{ source = \1, defines = { MORE = 1 } }/' add.lua > defines.lua
run defines.lua > /dev/null
is "$(count)" 3 "as is the same text with other macros"
program joined.lua '#define STEP \
  9
__kernel void add(__global int *a) { a[get_global_id(0)] += STEP; }'
is "$(run joined.lua)" "10	10	10	10" "a macro of two lines"
is "$(count)" 4 "is no reason not to keep one"
program parameters.lua '__kernel void add(__global int *a, int wrong) { a[get_global_id(0)] += wrong; }'
said=$(run parameters.lua)
like "$said" "'wrong'|int wrong" "a parameter that gets no argument is named"
is "$(run parameters.lua)" "$said" "of a kept program, too"

# Programs of one run: a worker that only compiles puts them where others may only read.
mkdir compiled
own=$(count)
like "$(WORKBENCH_PROGRAMS_TO=$TMP/compiled run --untrusted add.lua)" "compiles for others, and runs no kernel" \
  "a worker that compiles for others runs no kernel"
is "$(find compiled -type f | wc -l)" 1 "and leaves there what it compiled"
compiled=$(cksum compiled/*)
is "$(WORKBENCH_PROGRAMS_FROM=$TMP/compiled run --untrusted add.lua)" "$first" "others find it there"
is "$(WORKBENCH_PROGRAMS_FROM=$TMP/compiled run --untrusted other.lua)" "8	8	8	8" "and compile what is not there"
is "$(cksum compiled/*)" "$compiled" "but add nothing"
is "$(count)" "$own" "and nothing of that is among a person's own programs"

# Files that a driver reads, in the folder of a course from which it may.
cp -R "$COURSE" course
INCLUDE=course/kernels/include
mkdir -p "$INCLUDE"
program included.lua ''
sed -i "s|compile_function .*|compile_function('$INCLUDE/add.cl', 'add')|" included.lua
for line in '#include "step.h"' '#inc\
lude "step.h"' '%:include "step.h"'; do
  printf '%s\n' "$line" '__kernel void add(__global int *a) { a[get_global_id(0)] += STEP; }' > "$INCLUDE/add.cl"
  have=$(count)
  echo '#define STEP 2' > "$INCLUDE/step.h"
  is "$(run --course course included.lua)" "3	3	3	3" "a header is read"
  echo '#define STEP 3' > "$INCLUDE/step.h"
  is "$(run --course course included.lua)" "4	4	4	4" "and read again once it has changed"
  is "$(count)" "$have" "as no such program is kept"
done

# Damaged files.
rm -r "$KEPT"
run add.lua > /dev/null
file=$(ls "$KEPT"/*)
for damage in 'truncate -s 200' 'truncate -s 0' 'sed -i 1s/./X/' 'shred -n 1 -x'; do
  before=$(entries)
  $damage "$file"
  is "$(run add.lua)" "$first" "a damaged file does no harm ($damage)"
  [ "$(entries)" != "$before" ] && is "$(run add.lua)" "$first" "and is made anew"
done
run other.lua > /dev/null
other=$(ls "$KEPT"/* | grep -vxF "$file")
cp "$other" "$file"
is "$(run add.lua)" "$first" "nor one in the place of another"

# Who is not trusted.
run add.lua > /dev/null
before=$(entries)
is "$(run add.lua --untrusted)" "$first" "a program that is not trusted runs as well"
is "$(entries)" "$before" "without leaving anything there"
rm -r "$KEPT"
run add.lua --untrusted > /dev/null
is "$(count)" 0 "even where nothing was"
echo "$TEXT" > add.cl
"$WORKBENCH" run map --device opencl --file "$ROOT"/solutions/map/solution.cl > /dev/null 2>&1
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
