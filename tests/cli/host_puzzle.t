#!/usr/bin/env bash
# Host puzzles: the answer is a program in Lua. What it returns, what is found, and what it did.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
[ -x "$BUILD/workbench-host" ] || skip_all "workbench-host was not built"
copy_course "$TMP/course"
cp -r "$ROOT/tests/specs/host/07-scalar-add" "$TMP/course/puzzles/"
cp -r "$ROOT/tests/specs/host/solutions" "$TMP/course/solutions/07-scalar-add"
cp "$ROOT/tests/specs/host/starter.lua" "$TMP/course/kernels/07-scalar-add.lua"
export WORKBENCH_WORK=$TMP/work WORKBENCH_COURSE=$TMP/course
cd "$TMP/course" || exit 1
good=solutions/07-scalar-add/accepted.lua

# judge FILE [OPTION...]: the whole report.
judge() { "$WORKBENCH" run 7 --file "$@" 2>&1; }
# changed SED: our program, changed, and judged.
changed() {
  sed "$1" "$good" > "$TMP/changed.lua"
  cmp -s "$good" "$TMP/changed.lua" && echo "the change changes nothing"
  judge "$TMP/changed.lua"
}
# gets TEXT VERDICT FINDING NAME
gets() {
  like "$1" "^. $2 " "$4: $2"
  [ -z "$3" ] || like "$1" "$3" "$4: $3"
}

# ---- right ones ---------------------------------------------------------------------------
out=$(judge "$good")
like "$out" "^✓ accepted" "our program is accepted"
like "$out" "32 work-items" "what its kernel did is counted"
like "$out" "^  1 launch \\(at most 1\\), 2 copies, 80 bytes copied to a device \\(at most 80\\)" "and so is what it did itself, beside the budgets"
for file in solutions/07-scalar-add/right/*.lua; do
  like "$(judge "$file")" "^✓ accepted" "${file##*/} is right, too"
done

# ---- wrong ones, each as it says ------------------------------------------------------------
out=$("$WORKBENCH" check 7 --quick 2>&1)
unlike "$out" "wrong-verdict\\]|stray-files|right-accepted" "solutions are what they say, and files are read"

# ---- what else may be wrong -----------------------------------------------------------------
gets "$(changed '/synchronize/d')" runtime-error "host-race at .*:1[0-9]" "no wait before the program returns"
gets "$(changed 's/^return.*/return { data = dev }/')" wrong-answer "a buffer on the device for data; copy it" "a device's buffer is returned"
unset=$(changed 's/^return.*/local fresh = ctx:enqueue_create_host_buffer("float", n)\nctx:synchronize()\nreturn { data = fresh }/')
like "$unset" 'data\[0\] was never written, expected' "what nobody wrote is not told as a number"
like "$unset" ' got .* unset' "nor in the table"
gets "$(changed 's/^return.*/return { date = host }/')" wrong-answer "does not return data" "another name is returned"
gets "$(changed 's/^return.*//')" wrong-answer "returns nothing; it must end with" "nothing is returned"
gets "$(changed 's/^return.*/return { data = "x" }/')" wrong-answer "returns a string for data" "a string is returned"
gets "$(changed 's/^return.*/return { data = { 1, 2 } }/')" wrong-answer "data: " "a list that is too short is returned"
gets "$(changed 's/"float"/"int"/g; s/host:load.*//')" runtime-error "" "another type"
gets "$(changed 's/^local dev/dev/')" runtime-error "leak at" "a global holds a buffer at the end"
gets "$(changed 's/^ctx:synchronize.*/ctx:synchronise()/')" runtime-error "script-error at .*synchronise|no .synchronise" "a misspelt method"
gets "$(changed 's/^local n .*/local n = = 3/')" compile-error "unexpected symbol near" "no Lua"
gets "$(changed 's/^local n .*/int n = 3;/')" compile-error "'int n = 5;' is 'local n = 5' in Lua" "C for Lua"
gets "$(changed 's,grid_dim = [^\,]*\,,grid_dim = 5 / 4\,,')" runtime-error "whole number.* not 1.25; C's 'n / 2 of" "a quotient that is no whole number"
gets "$(changed 's/"scalar_add.cl", "scalar_add"/{ source = "__kernel void f(" }/')" compile-error "" "a kernel that does not compile"
gets "$(changed 's/grid_dim = [^,]*,/grid_dim = 1,/')" wrong-answer "short-launch" "one group too few"
gets "$(changed 's/^ctx:synchronize.*/&\nctx:enqueue_copy { src = dev, dst = host }\nctx:synchronize()/')" over-budget "bytes copied to the host; the puzzle allows" "copied twice"

# Which arrays a total is made of, of the first case alone, and none of a hidden one.
sed -i.before 's/budgets = { launches = 1/budgets = { launches = 1, global_reads = "n - 1"/' puzzles/07-scalar-add/puzzle.lua
is "$(judge "$good" --json | jq -c '.cases[] | [.detail, (.arrays // [] | map([.array, .file, .access, .total, .lines]))]')" \
  '["20 global reads; the puzzle allows 19: 20 of `data` (scalar_add.cl, line 3)",[["data","scalar_add.cl","read",20,[3]],["data","scalar_add.cl","write",20,[3]]]]
["more global reads than the puzzle allows",[]]' "what is over budget names arrays, with the lines of their file"
mv puzzles/07-scalar-add/puzzle.lua.before puzzles/07-scalar-add/puzzle.lua

# A kernel that is launched for show: what is returned comes from the host.
gets "$(changed 's/^return.*/return { data = case.data + case.scalar }/')" wrong-answer "right values even where scalar_add computes" "a kernel is launched for show"

# A kernel of the program's own with the name of the puzzle's is not the puzzle's.
own='{ source = "__kernel void scalar_add(__global float *a, uint n, float s) { size_t i = get_global_id(0); if (i < n) a[i] += s; }" }'
gets "$(changed "s/\"scalar_add.cl\", \"scalar_add\"/$own/")" wrong-answer "kernel of its own that is called scalar_add, and not" "a kernel of the puzzle's name"
like "$(judge "$good" --json | tr -d '\n ')" '"verdict":"accepted"' "the puzzle's own is"

# ---- orders of work-items -----------------------------------------------------------------------
# The place that each work-item gets by an atomic counter is that of its turn; a sum by atomics is
# the same in every order. The kernel is for the program to write, as no file of the puzzle has it.
mkdir "$TMP/course/puzzles/09-own-kernel"
sed -e '/files = /d; s/Scalar add/Own kernel/' "$TMP/course/puzzles/07-scalar-add/puzzle.lua" > "$TMP/course/puzzles/09-own-kernel/puzzle.lua"
cp "$TMP/course/kernels/07-scalar-add.lua" "$TMP/course/kernels/09-own-kernel.lua"
order() { "$WORKBENCH" run 9 --file "$TMP/order-$1.lua" "${@:2}" 2>&1; }
kernel='ctx:enqueue_memset(dev, 0)
local count = ctx:enqueue_create_buffer("int", 1)
ctx:enqueue_memset(count, 0)
local scalar_add = ctx:compile_function({ source = [[__kernel void scalar_add(__global float *out, __global int *count, float s) {'
made=0
for body in 'int i = atomic_inc(count); out[get_global_id(0)] = i + s;' 'int i = atomic_inc(count); out[i] = i + s;'; do
  made=$((made + 1))
  sed "s/^local scalar_add.*/KERNEL/; s/dev, n, case.scalar, {.*/dev, count, case.scalar, { global = n })/" "$good" |
    awk -v kernel="$kernel $body }]] })" '/^KERNEL/ { print kernel; next } { print }' | grep -v "src = host" > "$TMP/order-$made.lua"
done
gets "$(order 1)" runtime-error "order-dependence" "a place that is one's turn"
like "$(order 1 --schedule reverse)" "^. wrong-answer" "an order that is asked for is the one"
like "$(order 2)" "^✓ accepted" "an order that does not matter"

# ---- how long a row of commands is: two halves beside each other, or one after the other ---------
sed -e 's/budgets = .*/budgets = { longest_chain = 3, host_waits = 2 },/' -e 's/07-/08-/; s/Scalar add/Two halves/' \
  "$TMP/course/puzzles/07-scalar-add/puzzle.lua" > "$TMP/spec"
mkdir "$TMP/course/puzzles/08-two-halves"
cp "$TMP/course/puzzles/07-scalar-add/scalar_add.cl" "$TMP/course/puzzles/08-two-halves/"
mv "$TMP/spec" "$TMP/course/puzzles/08-two-halves/puzzle.lua"
cp "$TMP/course/kernels/07-scalar-add.lua" "$TMP/course/kernels/08-two-halves.lua"
# halves SECOND BETWEEN END: the queue of the second half, what stands between the two, and the end.
halves() {
  cat > "$TMP/halves.lua" <<END
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local first, second = ctx, $1
local n = #case.data
local half = n // 2
local host, dev = ctx:enqueue_create_host_buffer("float", n), ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")
host:load(case.data)
local function add(queue, from, count)
  local h, d = host:create_sub_buffer("float", from, count), dev:create_sub_buffer("float", from, count)
  queue:enqueue_copy { src = h, dst = d }
  queue:enqueue_function(scalar_add, d, count, case.scalar, { global = count })
  queue:enqueue_copy { src = d, dst = h }
end
add(first, 0, half)
$2
add(second, half, n - half)
$3
return { data = host }
END
  "$WORKBENCH" run 8 --file "$TMP/halves.lua" 2>&1
}
both='ctx:synchronize() second:synchronize()'
like "$(halves 'ctx:create_queue()' '' "$both")" "^✓ accepted" "two queues beside each other"
gets "$(halves ctx '' 'ctx:synchronize()')" over-budget "6 commands in the longest chain; the puzzle allows 3" "one queue"
gets "$(halves 'ctx:create_queue()' 'ctx:synchronize()' 'second:synchronize()')" over-budget "6 commands in the longest chain" "a wait between the two"
gets "$(halves 'ctx:create_queue()' 'second:enqueue_wait_for(ctx:record_event())' "$both")" over-budget "6 commands in the longest chain" "an event between the two"
gets "$(halves 'ctx:create_queue()' '' "$both first:synchronize()")" over-budget "3 waits; the puzzle allows 2" "one wait too many"

# ---- limits, and what it may reach -----------------------------------------------------------
program() { cat > "$TMP/own.lua"; judge "$TMP/own.lua"; }
gets "$(echo 'while true do end' | program)" time-limit "" "an endless loop"
gets "$(program <<'END'
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local a = ctx:enqueue_create_buffer("int", 2)
ctx:enqueue_memset(a, 0)
ctx:enqueue_function({ source = "__kernel void k(__global int *a) { while (a[0] == 0) a[1]++; }" }, a, { global = 1, ["local"] = 1 })
ctx:synchronize()
END
)" time-limit "launch of k was ended" "an endless kernel"
gets "$(echo 'local t = {} for i = 1, 1e9 do t[i] = { i } end' | program)" memory-limit "" "all memory"
gets "$(echo 'while true do print(("x"):rep(1000)) end' | program)" output-limit "" "an output bomb"
gets "$(echo 'return { data = io.open("/etc/passwd"):read() }' | program)" runtime-error "script-error" "files are not there"
gets "$(echo 'return { data = require("reference") }' | program)" runtime-error "there is no module" "the course's modules are not there"
gets "$(echo 'local gpu = require "gpu"; gpu.DeviceContext():compile_function("puzzle.lua")' | program)" runtime-error "script-error" "nor is the spec"
gets "$(printf 'local case = ...\nfor k in pairs(case) do if k ~= "data" and k ~= "scalar" then error(k) end end\nreturn {}' | program)" wrong-answer "" "it gets its parameters, and nothing else"
gets "$(printf 'counter = (counter or 0) + 1\nerror("run " .. counter)' | program)" runtime-error "run 1$" "no state is left from case to case"
unlike "$(printf 'error("run")' | program)" "run 2" "nor counted"

# ---- what is returned is anything, and made to harm --------------------------------------------
gpu='local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
'
gets "$(echo "$gpu"'return setmetatable({}, { __index = function() return case.data end })' | program)" wrong-answer "does not return data" "a table that only seems to have it"
gets "$(echo "$gpu"'local b = ctx:enqueue_create_host_buffer("float", n) b:load(case.data) b:release() return { data = b }' | program)" runtime-error "use-after-release" "a buffer that was released"
gets "$(echo "$gpu"'local b = ctx:enqueue_create_host_buffer("float", n) return { data = b }' | program)" runtime-error "reads element 0 of the host buffer of line 5, which nobody wrote" "a buffer that nobody wrote"
gets "$(echo "$gpu"'local t = {} for i = 1, n do t[i] = 1e300 end return { data = t }' | program)" wrong-answer "data" "numbers that are too large"
gets "$(echo "$gpu"'local t = {} t[1] = t return { data = t }' | program)" wrong-answer "data" "a list that holds itself"
gets "$(echo "$gpu"'return { data = case.data:reshape({ n, 1 }) }' | program)" wrong-answer "must be float" "another shape"
gets "$(echo "$gpu"'return { data = function() end }' | program)" wrong-answer "returns a function for data" "a function"
gets "$(echo "$gpu"'return { data = case.data + case.scalar }' | program)" wrong-answer "does not launch scalar_add" "what is right, but computed on the host"
out=$(echo "$gpu"'return { data = case.data + case.scalar }' | program)
like "$out" "^  the program does not do what the puzzle asks for" "no output is said to differ then"
like "$(echo $out)" "→ Read it beside the lesson, which says what to return and which kernels must do the work" "nor is an element to be followed"
gets "$(echo "$gpu"'error(setmetatable({}, { __tostring = function() while true do end end }))' | program)" "runtime-error|time-limit" "" "an error that never ends to say what it is"
gets "$(echo "$gpu"'error(("x"):rep(1000000) .. "\27[31m")' | program)" runtime-error "script-error" "an error without end"
gets "$(echo "$gpu"'print("\27[31mred") return {}' | program)" wrong-answer "␛" "what commands a terminal does not reach it"
gets "$(echo "$gpu"'gpu.DeviceContext(0, { api = "cuda" })' | program)" runtime-error "cuda" "an api that there is not"
gets "$(echo "$gpu"'gpu.DeviceContext(0, { api = "opencl" })' | program)" runtime-error "no device of api .opencl." "another device than the one that judges"
gets "$(echo "$gpu"'gpu.DeviceContext(1)' | program)" runtime-error "there is no device 1" "one more emulator"
is "$(echo "$gpu"'print(#gpu.devices()) return {}' | program | grep -c '^ *1$')" 1 "there is one device"
gets "$(echo "$gpu"'local c = coroutine.wrap(function() end) c()' | program)" runtime-error "script-error" "no coroutines"

# ---- kinds of files ---------------------------------------------------------------------------
gets "$(judge solutions/06-conv1d/accepted.cl)" compile-error "wants a host program" "a kernel is no answer"
like "$("$WORKBENCH" run 6 --file "$good" 2>&1)" "wants a kernel" "a program is no answer to a kernel's puzzle"
like "$("$WORKBENCH" show 7 2>&1)" "^Host program" "show says what is wanted"
like "$("$WORKBENCH" show 7 2>&1)" "^scalar_add.cl$" "and which files there are"
like "$("$WORKBENCH" show 7 2>&1)" "^  at most 4 \* n bytes copied to a device$" "and what it may do at most"
like "$(printf 'show 7\n' | "$WORKBENCH" ui --plain 2>&1)" "^Budget 1 of 3: at most 1 launch.$" "the dialogue says so"
is "$("$WORKBENCH" show 7 --json | python3 -c 'import json, sys; print(len(json.load(sys.stdin)["budgets"]))')" 3 "and programs are told"
text='if \(i < size\) data\[i\] \+= scalar;'
like "$("$WORKBENCH" show 7 2>&1)" "$text" "with the kernels in them"
like "$(printf 'show 7\nkernel scalar_add.cl\n' | "$WORKBENCH" ui --plain 2>&1)" "File 1 of 1: scalar_add.cl.$" "the dialogue names them"
like "$(printf 'show 7\nkernel scalar_add.cl\n' | "$WORKBENCH" ui --plain 2>&1)" "^3: +$text" "and reads them by lines"
like "$(printf 'show 7\nkernel scalar_add.cl 3\n' | "$WORKBENCH" ui --plain 2>&1)" "3: +$text" "or one line"
like "$(printf 'show 7\nkernel scalar_add.cl 30\n' | "$WORKBENCH" ui --plain 2>&1)" "scalar_add.cl has 4 lines" "of those that there are"
printf ':wait-text scalar_add.cl\n:wait-idle\n:save-display %s\n' "$TMP/screen" > "$TMP/keys"
LINES=90 COLUMNS=120 "$WORKBENCH" ui 7 --script "$TMP/keys" >/dev/null 2>&1
like "$(cat "$TMP/screen")" "$text" "the screen has them below the lesson"
"$WORKBENCH" book "$TMP/book" --no-traces >/dev/null 2>&1
like "$(sed 's/<[^>]*>//g' "$TMP/book/puzzle-07-scalar-add.html")" "if \(i &lt; size\) data\[i\] \+= scalar;" "and so has the book"
is "$(perl "$ROOT/tests/cli/book_check.pl" "$TMP/book")" "" "whose pages are in order"
out=$("$WORKBENCH" show 7 --author 2>&1)
like "$out" "Host program" "an author is told so, too"
like "$out" "may read +scalar_add.cl" "and of the files"
like "$out" "must be launched, in this order: scalar_add" "and of the kernels that must be launched"
like "$out" "runs, and is not accepted" "and what the starter must get"
like "$("$WORKBENCH" show 7 --author --json | tr -d '\n ')" '"may_read":\["scalar_add.cl"\]' "and so are programs"
"$WORKBENCH" run 7 > "$TMP/first" 2>&1
[ -f "$TMP/work/07-scalar-add.lua" ]
ok $? "the learner's file is Lua"
like "$(judge "$good" --json | tr -d '\n ')" '"launches":1,"copies":2,"bytes_to_device":80,"bytes_to_host":80' "its commands are counted"
if ! "$WORKBENCH" devices 2>/dev/null | grep -q opencl; then
  skip "no OpenCL device is here" "a driver accepts it, too"
elif sample_part "on OpenCL devices"; then
  like "$(judge "$good" --device opencl)" "^✓ accepted" "a driver accepts it, too"
  # Each start of a driver's worker leaves a line: where its programs go, where it finds some, and how many files with which sum.
  mkdir "$TMP/libexec"
  ln -s "$BUILD"/workbench-* "$TMP/libexec"
  rm "$TMP/libexec/workbench-opencl"
  # Each text that a driver compiles leaves a line, too, in a file that is open before the walls are raised.
  cat >"$TMP/texts.c" <<'END'
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
static int file = -1;
__attribute__((constructor)) static void begin(void) {
  file = open(getenv("TEXTS"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}
cl_program clCreateProgramWithSource(cl_context context, cl_uint n, const char **texts, const size_t *lengths, cl_int *code) {
  cl_program (*next)(cl_context, cl_uint, const char **, const size_t *, cl_int *) = dlsym(RTLD_NEXT, "clCreateProgramWithSource");
  if (write(file, "text\n", 5) != 5) abort();
  return next(context, n, texts, lengths, code);
}
END
  cc -shared -fPIC -D_GNU_SOURCE -o "$TMP/texts.so" "$TMP/texts.c"
  cat >"$TMP/libexec/workbench-opencl" <<END
#!/bin/sh
[ "\$1" = --serve ] && echo "to=\$WORKBENCH_PROGRAMS_TO from=\$WORKBENCH_PROGRAMS_FROM" \\
  \$([ -z "\$WORKBENCH_PROGRAMS_FROM" ] || (cd "\$WORKBENCH_PROGRAMS_FROM" && find . -type f | wc -l && find . -type f -exec cat {} + | cksum)) >>"$TMP/starts"
[ ! -e "$TMP/fails" ] || [ -z "\$WORKBENCH_PROGRAMS_TO" ] || exit 1
WORKBENCH_DRIVER_CACHE= TEXTS="$TMP/texts" ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD="$TMP/texts.so" exec "$BUILD/workbench-opencl" "\$@"
END
  chmod +x "$TMP/libexec/workbench-opencl"
  # A kernel of the program's own, beside the puzzle's.
  { cat "$good" | sed '/^return/d'
    echo 'local own = ctx:compile_function { source = "__kernel void own(__global float *a) { a[0] = a[0]; }" }'
    sed -n '/^return/p' "$good"; } >"$TMP/own.lua"
  out=$(WORKBENCH_LIBEXEC=$TMP/libexec judge "$TMP/own.lua" --device opencl)
  like "$out" "^✓ accepted" "a program with a kernel of its own is accepted by a driver"
  is "$(grep -c '^to=/.* from=$' "$TMP/starts")" 1 "one worker compiles for all cases"
  is "$(grep -c text "$TMP/texts")" 2 "the puzzle's kernel and its own once each"
  is "$(grep -c '^to= from=/' "$TMP/starts")" 4 "both cases, and the looks at what kernels are for, start with them"
  is "$(awk '/^to= /{ print $3 }' "$TMP/starts" | sort -u)" 2 "each finds the puzzle's kernel and the program's own"
  is "$(sed -n 's/^to= //p' "$TMP/starts" | sort -u | wc -l)" 1 "which no program changes for the next"
  is "$(sed -n 's/^to=\(.*\) from=$/from=\1/p' "$TMP/starts")" "$(sed -n 's/^to= \([^ ]*\) .*/\1/p' "$TMP/starts" | sort -u)" "there where they were put"
  nothing_left() { [ ! -e "$(sed -n 's/^to=\(.*\) from=$/\1/p' "$TMP/starts")" ]; }
  wait_until nothing_left
  ok $? "and where nothing is left"
  : >"$TMP/starts"
  : >"$TMP/fails"
  like "$(WORKBENCH_LIBEXEC=$TMP/libexec judge "$good" --device opencl)" "^✓ accepted" "where that fails, programs are judged without"
  is "$(grep -c '^to= from=$' "$TMP/starts")" 4 "each with an empty cache"
  : >"$TMP/starts"
  WORKBENCH_LIBEXEC=$TMP/libexec judge "$good" --device opencl --case 1 >"$TMP/out"
  is "$(grep -c '^to=/' "$TMP/starts")" 1 "of one case alone, too, kernels are compiled once"
fi

# ---- what is said of a hidden case ------------------------------------------------------------
# Which kind of sizes a launch has there, and not the sizes: the case's 50 elements are not told.
hidden() {
  sed "s/{ grid_dim = [^}]*}/n == 20 and { global = 20 } or $1/" "$good" > "$TMP/hidden.lua"
  judge "$TMP/hidden.lua"
}
out=$(hidden '{ global = n * 25, ["local"] = n * 25 }')
gets "$out" runtime-error "invalid-launch at .*hidden.lua:10" "a group that is too large in a hidden case"
like "$out" "the groups of a launch are larger than the device takes" "that it is too large is told"
unlike "$out" "1250|1024" "and not how large"
like "$out" "for which of them does your program make a" "and what to look for"
like "$(hidden '{ global = n, ["local"] = 7 }')" "the groups of a launch do not divide its work-items" "groups that do not divide it"
like "$(hidden '{ global = n, ["local"] = 0 }')" "the grid or the group of a launch is 0" "no group"

# ---- hints --------------------------------------------------------------------------------------
cp solutions/07-scalar-add/wrong/no-wait.lua "$TMP/work/07-scalar-add.lua"
like "$("$WORKBENCH" hint 7 2>&1)" "^Your program fails exactly like a known mistake: Nobody waits" "a hint is about a program"

# ---- a student's pack --------------------------------------------------------------------------
"$WORKBENCH" pack --student "$TMP/student.tar.gz" > "$TMP/pack" 2>&1
ok $? "a pack is made"
like "$("$WORKBENCH" --course "$TMP/student.tar.gz" run scalar-add --file "$good" 2>&1)" "^✓ accepted" "and judges programs"
spec=$(tar xzOf "$TMP/student.tar.gz" --wildcards '*07-scalar-add/puzzle.lua')
like "$spec" 'puzzle.host' "its spec is of the same kind"
like "$spec" '"20 elements"' "with the visible case"
unlike "$spec" "elements, hidden" "without the hidden one"

# ---- pages of a host puzzle ------------------------------------------------------------------------
printf '# Scalar add\n\nText.\n\n```lua\nlocal x = = 1\n```\n\n```c\n__kernel void k(__global int *a) {\n  a[0] = nothing;\n}\n```\n\n```lua\nreturn { data = ... }\n```\n' \
  > "$TMP/course/puzzles/07-scalar-add/lesson.md"
out=$("$WORKBENCH" check 7 --quick 2>&1)
like "$out" "lesson.md:6: .*unexpected symbol near" "Lua that is none is found, with its line"
like "$out" "lesson.md:10.*nothing" "and so is a kernel that does not compile"
is "$(grep -c 'page-code\|code-compiles\|lesson.md:1[5-9]' <<<"$out")" 2 "and nothing else"
tap_finish
