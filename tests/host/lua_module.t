#!/usr/bin/env bash
# gpu.so in Lua's own interpreter: the examples print what `workbench lua` prints, and so is reported what
# is wrong with a program.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
command -v lua5.4 >/dev/null || skip_all "lua5.4 is not installed"
MODULE=$BUILD/gpu.so
unset WORKBENCH_DEVICE
export LUA_PATH_5_4=';;' LUA_CPATH_5_4="$BUILD/?.so;;"
if [ -n "${SANITIZE:-}" ]; then # the run time of the sanitizer must come first
  LD_PRELOAD=$(cc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0
  export ASAN_OPTIONS
fi
# own ARGUMENT...: Lua's interpreter.
own() { LD_PRELOAD=${LD_PRELOAD:-} lua5.4 "$@"; }

is "$(nm -D --defined-only "$MODULE" | awk '{ print $3 }')" luaopen_gpu "the module gives Lua's function and nothing else"
unlike "$(readelf -d "$MODULE")" 'NEEDED.*liblua' "and brings no Lua of its own"

# plain NAME: of what a program printed, without what differs from run to run.
plain() {
  case $1 in
  timing) sed -E 's/[0-9]+\.[0-9]+/N/g' ;;
  *) cat ;;
  esac
}
cd "$TMP" || exit 1
for file in "$ROOT"/lua/examples/*.lua; do
  name=$(basename "$file" .lua)
  case $name in spirals | train_characters) continue ;; esac # they train, which takes seconds
  "$WORKBENCH" lua "$file" 2>&1 | plain "$name" >expected
  own "$file" 2>&1 | plain "$name" >got
  is "$(cat got)" "$(cat expected)" "$name.lua prints the same as under workbench lua"
done

# same NAME: its report, and what it prints, are those of workbench lua.
same() {
  "$WORKBENCH" lua "$1" >expected.out 2>expected.err
  own "$1" >got.out 2>got.err
  is "$(cat got.out)" "$(cat expected.out)" "$1 prints the same"
  is "$(cat got.err)" "$(cat expected.err)" "and the same is reported"
}
cat >race.lua <<'END'
local gpu = require "gpu"
local tensor = require "tensor"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 4)
local host = ctx:enqueue_create_host_buffer("float", 4)
ctx:enqueue_memset(dev, 1)
ctx:enqueue_copy { src = dev, dst = host }
print(tensor.full("int", { 2 }, 3))
local x = host[2]
local shift = ctx:compile_function { source = [[
__kernel void shift(__global float *a) {
  a[get_global_id(0) + 1] = 1;
}]] }
ctx:enqueue_function(shift, dev, { grid_dim = 1, block_dim = 4 })
END
same race.lua
like "$(cat got.err)" 'race\.lua:9: error: host-race: reads host\[2\]' "with the line and the name of the buffer"
like "$(cat got.err)" 'not-awaited' "and what was never waited for"
is "$(own race.lua 2>/dev/null | head -1)" "$(head -1 expected.out)" "nothing of it is on standard output"

# The end of a state, in order or not.
own -e 'local gpu = require "gpu"; local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 4)
ctx:enqueue_create_buffer("flaot", 4)' >got 2>&1
like "$(cat got)" "did you mean 'float'" "an error is the interpreter's to tell"
own -e 'local gpu = require "gpu"; local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 4)
ctx:enqueue_memset(dev, 0)
dev:release() dev:release()' >got 2>&1
like "$(cat got)" 'lua5.4: .*use-after-release' "also one that is a finding"
unlike "$(cat got)" 'not-awaited' "a program that died is not told to wait"
own -e 'local late = setmetatable({}, { __gc = function(l) print(pcall(l.ctx.synchronize, l.ctx)) end })
late.ctx = require "gpu".DeviceContext()' >got 2>&1
like "$(cat got)" 'false.*gpu is closed' "a finalizer that comes later gets an error"
is "$(own -e 'local gpu = require "gpu"; package.loaded.gpu = nil; package.loaded.gpu = gpu
print(require "gpu" == gpu, #gpu.devices { api = "emulator" })' 2>&1)" "true	2" "devices are there"
WORKBENCH_LIBEXEC=/nowhere own -e 'require "gpu".DeviceContext()' >got 2>&1
like "$(cat got)" 'no device "emulator" here' "without its workers it says so"
to=$TMP/prefix
make -s -C "$ROOT" install-files BUILD="$BUILD" PREFIX="$to" >log 2>&1
is "$(cd / && LUA_CPATH_5_4="$to/lib/lua/5.4/?.so" own "$to/share/workbench/lua/examples/scalar_add.lua" 2>&1)" \
  "$("$WORKBENCH" lua "$ROOT/lua/examples/scalar_add.lua")" "installed it finds its workers, too"
mkdir elsewhere && (cd elsewhere && LUA_CPATH_5_4="$(realpath --relative-to=. "$BUILD")/?.so" own -e 'local gpu = require "gpu"
print(gpu.DeviceContext():api())') >got 2>&1
is "$(cat got)" emulator "loaded by a relative path it finds them"
tap_finish
