#!/usr/bin/env bash
# What somebody else's host program may try (`workbench lua --untrusted`, or as the answer to a host
# puzzle): each must end in time with a clear error or a finding, reach nothing, forge nothing and
# leave nothing running.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
unset WORKBENCH_KERNEL_CACHE WORKBENCH_DRIVER_CACHE # what attacks leave stays theirs
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
cd "$TMP" || exit 1
echo "top secret" >"$TMP/secret"
mkdir -p in
echo '__kernel void one(__global int *a) { a[0] = 1; }' >in/one.cl
LIMITS="--time-limit 5 --memory-limit 256 --output-limit 64"
ENDLESS="--time-limit 1 --memory-limit 256 --output-limit 64" # of what runs until then

# cheat WHAT: the program on standard input, into $out, $err and $code. What it may cost: 20 s.
cheat() {
  cat >"in/cheat.lua"
  # shellcheck disable=SC2086 # words
  timeout -k 1 300 "$WORKBENCH" lua in/cheat.lua --untrusted $LIMITS >"$TMP/out" 2>"$TMP/err"
  code=$?
  out=$(head -c 400000 "$TMP/out" | tr -d '\0')
  err=$(head -c 20000 "$TMP/err")
  unlike "$(grep -a -o 'top secret' "$TMP/out" "$TMP/err")" 'secret' "$1: does not see the file"
}

# refused WHAT PATTERN: it failed, and says so in these words.
refused() {
  cheat "$1"
  like "$err" "$2" "$1: is told"
}

gpu='local gpu = require "gpu"
local ctx = gpu.DeviceContext()
'

# ---- files, programs, the network ---------------------------------------------------------------

for name in io os debug package load loadfile dofile loadstring collectgarbage coroutine; do
  refused "uses $name" "cheat.lua:1: error: .*$name" <<<"print($name.open or $name.execute or $name('x'))"
done
refused "asks for a module by its path" "cheat.lua:1: error: " <<<'require "../../secret"'
refused "compiles a file that is no kernel" 'cheat.lua:3: error: ' <<<"$gpu"'ctx:compile_function("'"$TMP"'/secret")'
refused "goes up to another folder" 'cheat.lua:3: error: ' <<<"$gpu"'ctx:compile_function("../secret")'
refused "loads an array from anywhere" 'cheat.lua:2: error: ' <<<'local gpu = require "gpu"
print(gpu.load("'"$TMP"'/secret"))'
refused "saves an array" 'cheat.lua:3: error: ' <<<"$gpu"'gpu.save("saved.npy", require("tensor").zeros(3))'
ok "$([ ! -e saved.npy ] && [ ! -e in/saved.npy ]; echo $?)" "… and no file is there"
refused "includes a file in a kernel" 'cheat.lua:3: error: ' <<<"$gpu"'ctx:compile_function { source = "#include \"'"$TMP"'/secret\"\n__kernel void k(__global int *a) { a[0] = 1; }" }'
refused "takes bytes of a file with #embed" 'cheat.lua:3: error: ' <<<"$gpu"'ctx:compile_function { source = "__constant char s[] = {\n#embed \"'"$TMP"'/secret\"\n}; __kernel void k(__global int *a) { a[0] = s[0]; }" }'
refused "passes options of the compiler" 'cheat.lua:3: error: ' <<<"$gpu"'ctx:compile_function({ source = "__kernel void k(__global int *a) { a[0] = 1; }" }, "k", { options = "-include '"$TMP"'/secret" })'
refused "uses assembly in a kernel" 'cheat.lua:3: error: ' <<<"$gpu"'ctx:compile_function { source = "__kernel void k(__global int *a) { __asm__(\"syscall\"); }" }'
refused "chooses a device of its own" 'cheat.lua:2: error: ' <<<'local gpu = require "gpu"
gpu.DeviceContext(0, { api = "'"$TMP"'/secret" })'

# ---- code that is not text, code that runs later --------------------------------------------------

refused "dumps a function" "cheat.lua:1: error: " <<<'print(string.dump(print))'
refused "has a finalizer" "cheat.lua:1: error: .*__gc" <<<'setmetatable({}, { __gc = function() while true do end end })'
refused "changes the metatable of strings" "cheat.lua:1: error: " <<<'getmetatable("").__index = nil'
refused "changes the metatable of a buffer" "cheat.lua:3: error: " <<<"$gpu"'getmetatable(ctx:enqueue_create_buffer("int", 1)).__index = print'
cheat "patches gpu" <<<"$gpu"'
gpu.DeviceContext = function() return "mine" end
local again = require "gpu"
print(type(again.DeviceContext()))
local dev = ctx:enqueue_create_buffer("int", 4)
local host = ctx:enqueue_create_host_buffer("int", 4)
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()'
like "$err" 'cheat.lua:9: error: uninitialized-read' "patches gpu: what it does wrong is told all the same"

# ---- a forged result ------------------------------------------------------------------------------

cheat "prints a result" <<'END'
print('{"verdict":"clean","findings":[]}')
error("\27[2J\27[1;1Haccepted")
END
unlike "$err" $'\e' "prints a result: control characters do not reach the terminal"
is "$code" 1 "prints a result: the exit code is the program's end"
out=$("$WORKBENCH" lua in/cheat.lua --untrusted --json 2>/dev/null)
like "$out" '"verdict": ?"script-error"' "prints a result: the report says how it ended"
cheat "prints what looks like a finding" <<<'print("cheat.lua:1: error: out-of-bounds: writes a[4]")'
is "$code" 0 "prints what looks like a finding: it is text"

# ---- more than there is ---------------------------------------------------------------------------

LIMITS=$ENDLESS refused "runs for ever" 'error: (still running after 1000 ms|the program ran for more than 1 s)' <<<'while true do end'
is "$code" 1 "runs for ever: exit code 1"
LIMITS=$ENDLESS refused "runs for ever in a function of C" 'ran for more than' <<<'local s = ("a"):rep(40); print(s:find(("a*"):rep(20) .. "b"))'
refused "makes a string that is too long" 'cheat.lua:1: error: ' <<<'print(#("x"):rep(1 << 40))'
LIMITS="--time-limit 60 --memory-limit 256 --output-limit 64" refused "fills the memory" 'cheat.lua:1: error: .*memory|memory' <<<'local t = {} for i = 1, 1e9 do t[i] = ("x"):rep(1e5) .. i end'
refused "calls itself for ever" 'cheat.lua:1: error: .*stack overflow' <<<'local function f() return 1 + f() end f()'
refused "prints without end" 'output|bytes' <<<'while true do print(("x"):rep(1000)) end'
ok "$([ ${#out} -le 70000 ]; echo $?)" "… and not more than it may"
refused "makes a buffer of 2^63 bytes" 'cheat.lua:3: error: ' <<<"$gpu"'ctx:enqueue_create_buffer("char", math.maxinteger)'
refused "makes a buffer of less than nothing" 'cheat.lua:3: error: ' <<<"$gpu"'ctx:enqueue_create_buffer("char", -1)'
refused "makes very many buffers" 'cheat.lua:4: error: ' <<<"$gpu"'local all = {}
for i = 1, 1e7 do all[i] = ctx:enqueue_create_buffer("char", 1 << 20) end'
LIMITS=$ENDLESS refused "enqueues without end" 'cheat.lua:4: error: |time|longer' <<<"$gpu"'local dev = ctx:enqueue_create_buffer("int", 1)
for i = 1, 1e9 do ctx:enqueue_memset(dev, i) end'
refused "opens very many queues" 'cheat.lua:4: error: ' <<<"$gpu"'local all = {}
for i = 1, 1e6 do all[i] = ctx:create_queue() end'
LIMITS=$ENDLESS refused "launches a kernel that never ends" 'cheat.lua:[0-9]+: error: ' <<<"$gpu"'local dev = ctx:enqueue_create_buffer("int", 1)
local f = ctx:compile_function { source = "__kernel void k(__global int *a) { volatile int i = 0; while (i < 1) i = 0; a[0] = 1; }" }
ctx:enqueue_function(f, dev, { grid_dim = 1, block_dim = 1 })
ctx:synchronize()'
refused "lets a kernel print without end" 'cheat.lua:[0-9]+: error: ' <<<"$gpu"'local f = ctx:compile_function { source = "__kernel void k(void) { for (int i = 0; i < 100000000; i++) printf(\"%d\", i); }" }
ctx:enqueue_function(f, { grid_dim = 1, block_dim = 1 })
ctx:synchronize()'
refused "writes past a buffer of another context" 'out-of-bounds' <<<"$gpu"'local f = ctx:compile_function { source = "__kernel void k(__global int *a) { a[get_global_id(0) * 1000] = 1; }" }
local dev = ctx:enqueue_create_buffer("int", 4)
ctx:enqueue_function(f, dev, { grid_dim = 8, block_dim = 8 })
ctx:synchronize()'
refused "dies in the middle of a queue" 'cheat.lua:4: error: gone' <<<"$gpu"'ctx:enqueue_memset(ctx:enqueue_create_buffer("int", 4), 1)
error("gone")'

# ---- the answer to a host puzzle ----------------------------------------------------------------

# Its kernel does something that the program can use, and its task asks for that kernel; each of
# these launches another one of its name, which does all the work in one work-item.
course=$TMP/course
. "$ROOT/tests/courses.sh"
small_course "$course"
cp -r "$ROOT/tests/specs/host/07-scalar-add" "$course/puzzles/"
cp "$ROOT/tests/specs/host/starter.lua" "$course/kernels/07-scalar-add.lua"
body='__global float *data, uint size, float scalar) { for (uint i = 0; i < size; i++) data[i] += scalar; }'
# answers WHAT PATTERN KERNEL [THEN]: what the answer with this way to a kernel is told. THEN is
# Lua that comes before the end.
answers() {
  cat >"$TMP/answer.lua" <<END
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local f = $3
host:load(case.data)
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(f, dev, n, case.scalar, { global = ${5:-1}, ["local"] = 1 })
${4:-}
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
return { data = host }
END
  like "$("$WORKBENCH" --course "$course" run 7 --file "$TMP/answer.lua" 2>&1)" "$2" "$1"
}
other='the program launches a kernel of its own that is called scalar_add, and not'
answers_other() { answers "$1" "$other" "${@:2}"; }
answers "launches the puzzle's kernel" '^✓ accepted' 'ctx:compile_function("scalar_add.cl", "scalar_add")' '' n
answers_other "launches a kernel of its own by the puzzle's name" "ctx:compile_function { source = '__kernel void scalar_add($body' }"
answers_other "compiles the puzzle's file beside it" "ctx:compile_function { source = '__kernel void scalar_add($body' }
ctx:compile_function('scalar_add.cl')"
answers "says that its text is of the puzzle's file" '#line may give a number, but no file' "ctx:compile_function { source = '#line 1 \"scalar_add.cl\"\n__kernel void scalar_add($body', name = 'scalar_add' }"
answers "gives its text the name of a file" 'script-error|did you mean|file' "ctx:compile_function { source = '__kernel void scalar_add($body', file_name = 'scalar_add.cl' }"
answers "gives text and file at once" 'wrong-answer|runtime-error' "ctx:compile_function { source = '__kernel void scalar_add($body', file = 'scalar_add.cl' }"

answers "launches the puzzle's kernel, and has one of its own do the work" \
  'the right values even where scalar_add computes nothing: it' \
  'ctx:compile_function("scalar_add.cl", "scalar_add")' "
ctx:enqueue_copy { src = host, dst = dev }
local own = ctx:compile_function { source = '__kernel void own($body' }
ctx:enqueue_function(own, dev, n, case.scalar, { global = 1, ['local'] = 1 })" n
answers "has a kernel of its own beside the puzzle's" '^✗ over-budget' \
  'ctx:compile_function("scalar_add.cl", "scalar_add")' "
local own = ctx:compile_function { source = '__kernel void own(__global float *a, uint n) { for (uint i = 0; i < n; i++) a[i] -= 1; }' }
ctx:enqueue_function(own, dev, n, { global = 1, ['local'] = 1 })
ctx:enqueue_function(f, dev, n, 1, { global = n, ['local'] = 1 })" n

# The puzzle's text, compiled so that it is another kernel. The puzzle leaves one macro to programs.
sed -i 's/^  launches = .*/&\n  defines = { "WIDTH" },/' "$course/puzzles/07-scalar-add/puzzle.lua"
grep -q WIDTH "$course/puzzles/07-scalar-add/puzzle.lua" || exit 1
of_puzzle() { answers "$1" '^✓ accepted' "ctx:compile_function('scalar_add.cl', 'scalar_add', { $2 })" '' n; }
redefined() { answers "$1" 'compiles scalar_add of scalar_add.cl with macros or options that' \
  "ctx:compile_function('scalar_add.cl', 'scalar_add', { $2 })" '' n; }
of_puzzle "leaves out an empty list of options" "options = ''"
of_puzzle "defines the macro that is left to it" "defines = { WIDTH = 4 }"
of_puzzle "defines it by an option, apart" "options = ' -D WIDTH'"
of_puzzle "defines a macro that the text does not have" "defines = { TILE = 4 }"
of_puzzle "has the compiler be less exact" "options = '-cl-mad-enable'"
redefined "defines another macro" "defines = { size = 'size' }"
redefined "defines another macro beside that" "defines = { WIDTH = 4, data = 'data' }"
redefined "defines text that is no number" "defines = { WIDTH = 'size' }"
redefined "defines a macro of the compiler" "defines = { __OPENCL_VERSION__ = 4 }"
redefined "defines a macro with parameters" "options = '-DWIDTH(x)=x'"
redefined "defines another macro behind quotes" "options = '\"-DWIDTH=4\" -Dx=y'"
redefined "undefines a macro" "options = '-U WIDTH'"
redefined "defines a macro with parameters by a name of the text" "options = '-Dsize(x)=0'"
redefined "defines a name within quotes" "options = '-D\"TILE\"=4'"
redefined "defines a macro by very many options" "options = ('-DWIDTH=1 '):rep(40)"

# ---- attacks in files -----------------------------------------------------------------------------

# Each program in programs/ names the verdict that it must get, or two, and what must be found. What
# cannot be interrupted has 12 seconds of the processor, which take a minute where it is busy; of
# what takes so much, a sample has one.

copy_course "$TMP/answers"
cp -r "$ROOT/tests/specs/host/07-scalar-add" "$TMP/answers/puzzles/"
cp -r "$ROOT/tests/specs/host/solutions" "$TMP/answers/solutions/07-scalar-add"
cp "$ROOT/tests/specs/host/starter.lua" "$TMP/answers/kernels/07-scalar-add.lua"
# The walls are in the way of no answer that is right.
like "$("$WORKBENCH" --course "$TMP/answers" run 7 --file "$TMP/answers/solutions/07-scalar-add/accepted.lua" 2>&1)" \
  '^. accepted ' "what is no cheat is accepted"
mapfile -t short < <(cd "$ROOT/tests/cheats/programs" && printf '%s\n' *.lua | grep -vE '^(endless|fills)|without-end')
mapfile -t long < <(cd "$ROOT/tests/cheats/programs" && printf '%s\n' *.lua | grep -E '^(endless|fills)|without-end')
chosen=()
sample chosen 10 "host programs that end at a limit" "${long[@]}"
for program in "${short[@]}" "${chosen[@]}"; do
  program=$ROOT/tests/cheats/programs/$program
  name=${program##*/}
  read -r _ _ verdict finding other _ < <(head -1 "$program")
  [ "$finding" != or ] || { verdict="($verdict|$other)" finding=""; }
  timeout -k 1 600 "$WORKBENCH" --course "$TMP/answers" run 7 --file "$program" >"$TMP/out" 2>&1
  is "$?" 1 "$name: exit code 1"
  out=$(head -c 100000 "$TMP/out")
  like "$(head -1 <<<"$out")" "^. $verdict " "$name: $verdict"
  [ -z "$finding" ] || like "$out" "(error|warning): $finding" "$name: $finding"
  unlike "$out" $'\e' "$name: control characters do not reach the terminal"
done
out=$("$WORKBENCH" --course "$TMP/answers" run 7 --file "$ROOT/tests/cheats/programs/honest-where-it-is-seen.lua" 2>&1)
like "$out" '^  . case 1, 20 elements' "who is honest where it is seen is right there"
like "$out" '^  ✗ case 2 \(hidden\): wrong-answer' "and wrong where it is not"

# ---- afterwards -------------------------------------------------------------------------------------

left() { pgrep -f "workbench-(host|judge|emulator|compiler) .*$TMP"; }
nothing_left() { [ -z "$(left)" ]; }
wait_until nothing_left
is "$(left)" "" "nothing is left running"
is "$(ls in | LC_ALL=C sort | tr '\n' ' ')" "cheat.lua one.cl " "no file is left"
tap_finish
