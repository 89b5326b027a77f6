#!/usr/bin/env bash
# `workbench lua`: host programs, what is said of them, and what they leave behind.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/device.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
cd "$TMP" || exit 1

# lua WORDS...: into $out, $err and $code.
lua() {
  out=$("$WORKBENCH" lua "$@" 2>"$TMP/err")
  code=$?
  err=$(cat "$TMP/err")
}

# ---- a script is a script -----------------------------------------------------------------------

cat >plain.lua <<'END'
print(arg[0], #arg, arg[1], arg[2], select("#", ...))
io.write(io.read("l") or "nothing", "\27[1m\n")
END
lua plain.lua one -- --two <<<"a line"
is "$code" 0 "a script of one's own ends with 0"
is "$out" "plain.lua	2	one	--two	2"$'\n'"a line"$'\e'"[1m" "it has arg, ..., the terminal's input, and writes what it likes"
is "$err" "" "nothing is said of a program in which nothing is wrong"
echo 'print("from", arg[0])' >stdin.lua
lua - <stdin.lua
like "$out" '^from' "- is a script on standard input"
echo 'os.exit(7)' >exit.lua
lua exit.lua
is "$code" 7 "its own exit code is the command's"
is "$err" "" "of which nothing is said"
printf 'local t\nprint(t.x)\n' >nil.lua
lua nil.lua
is "$code" 1 "an error that nothing catches exits with 1"
like "$err" '^nil.lua:2: error: attempt to index a nil value' "it has the line"
like "$err" '^ +2 │ print\(t.x\)$' "which is shown"
printf 'print(1)\nfor\n' >syntax.lua
lua syntax.lua
is "$code" 1 "a script that is no Lua exits with 1"
like "$err" '^syntax.lua:[23]: error: ' "it has the line, too"
is "$out" "" "and nothing of it is run"

# ---- names that are misspelt --------------------------------------------------------------------

# misspelt PROGRAM WORDS: what is said of a line after these.
misspelt() {
  printf 'local graph, tensor = require "graph", require "tensor"\nlocal gain, sizes = 2, { depth = 4 }\n' >misspelt.lua
  printf 'local t, floats, unset = tensor.zeros("float", { 4 }), { graph.TensorType("float", { 4 }) }, nil\n%s\n' "$1" >>misspelt.lua
  lua misspelt.lua
  like "$(tr -s '\n ' ' ' <<<"$err")" "misspelt.lua:[45]: error: [^;]*$2 [45] │" "$3"
}
misspelt 'print(3 * gian)' "; did you mean 'gain'\?" "a global that is not there may be a local"
misspelt 'prnt(3)' "; did you mean 'print'\?" "or one of Lua's"
misspelt 'print(3 * sizes.dpeth)' "; did you mean 'depth'\?" "a field may be another of its table"
misspelt 'print(t * gian)' "; 'gian' is nil: did you mean 'gain'\?" "an operand of a tensor is named, which Lua does not do"
misspelt 'graph.Graph("g", floats, function(x) return x * gian end)' "; 'gian' is nil: did you mean 'gain'\?" "an operand in a graph, too"
misspelt 'graph.Graph("g", floats, function(x)
  local factor = 3; return x * fcator + 1
end)' "; 'fcator' is nil: did you mean 'factor'\?" "whose variables are seen"
misspelt 'print(t * sizes.dpeth)' "; 'dpeth' is nil: did you mean 'depth'\?" "and where it is a field"
misspelt 'print(gain < gian)' "; 'gian' is nil: did you mean 'gain'\?" "or compared"
misspelt 'print(t * unset)' "; 'unset' is nil" "one that is there is only named"
misspelt 'print(t * nothing_like_it)' "" "nothing is said of a name that is near to none"
misspelt 'print(t * nil) -- gian' "" "nor of what is no name"
misspelt 'error("nil")' "" "nor of an error of the program's own"

# ---- C in Lua -----------------------------------------------------------------------------------

# c_habit PROGRAM WORDS: what is said of a program that is C here and there.
c_habit() {
  printf '%s\n' "$1" >habit.lua
  lua habit.lua
  like "$(tr -s '\n ' ' ' <<<"$err")" "habit.lua:[0-9]+: error: [^;]*; C's '$2' in Lua" "of C's ${1//$'\n'/ } it says what Lua has"
}
c_habit 'for (int i = 0; i < 3; i++) { print(i); }' "for \(.*\) \{ … \}' is 'for i = 0, n - 1 do … end"
c_habit 'if (1 != 2) then end' "!=' is '~="
c_habit 'if (!x) then end' "!a' is 'not a"
c_habit 'if (a && b) then end' "&&' is 'and"
c_habit 'if (a || b) then end' "\|\|' is 'or"
c_habit 'i++' "i\+\+' is 'i = i \+ 1"
c_habit 'i -= 3' "i -= 2' is 'i = i - 2"
c_habit 'local n = a->b' "a->b' is 'a.b"
c_habit 'int n = 5;' "int n = 5;' is 'local n = 5"
c_habit 'local n = 5 // number of elements' "// a comment' is '-- a comment"
c_habit $'local n = 5\n// the elements' "// a comment' is '-- a comment"
c_habit $'if (1 == 1) {\n  n = 5;\n}' "if \(a\) \{ … \}' is 'if a then … end"
c_habit $'if a then\nelse if b then\nend' "else if' is 'elseif"
c_habit 'local n = 1.0f' "2.0f' is '2.0"
c_habit 'printf("%d", 1)' "printf' is 'print"
c_habit 'local t = { 4 } print(t[0] + 1)' "t\[0\] to t\[n - 1\]' is 't\[1\] to t\[n\]"
c_habit 'string.rep("x", 5 / 4)' "n / 2 of whole numbers' is 'n // 2"
printf 'print(7 // 2 ~= 3, "a != b", "i++") -- && ||\nlocal x = = 1\n' >habit.lua
lua habit.lua
like "$err" 'near .=.$' "signs of C in texts, in comments and as Lua has them are no habit"
printf 'local x = = 1\nif a != b then end\n' >habit.lua
lua habit.lua
like "$err" 'near .=.$' "nor are those after the error"

# ---- wrong words --------------------------------------------------------------------------------

for words in missing.lua "$TMP" "nil.lua --trace t.png" "nil.lua --trace - --json" "nil.lua --nonsense" ""; do
  # shellcheck disable=SC2086
  lua $words
  is "$code" 2 "wrong usage exits with 2: lua ${words/$TMP/FOLDER}"
  like "$err" '^workbench lua: ' "and says why"
done

# ---- host and kernels ---------------------------------------------------------------------------

cat >add.cl <<'END'
__kernel void scalar_add(__global float *data, uint size, float scalar) {
  size_t i = get_global_id(0);
  if (i < size) data[i] += scalar;
}
END
cat >add.lua <<'END'
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 20)
for i = 0, #host - 1 do host[i] = i end
local dev = ctx:enqueue_create_buffer("float", 20)
ctx:enqueue_copy { src = host, dst = dev }
local scalar_add = ctx:compile_function("add.cl", "scalar_add")
ctx:enqueue_function(scalar_add, dev, 20, 20.0, { grid_dim = 1, block_dim = 20 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
print(host[0], host[19])
dev:release()
host:release()
END
lua add.lua
is "$code:$out:$err" "0:20.0	39.0:" "a program that is right is run, and nothing is said"
(mkdir elsewhere && cd elsewhere && "$WORKBENCH" lua ../add.lua) >out 2>&1
is "$(cat out)" "20.0	39.0" "kernels are beside the script, wherever one is"

grep -v synchronize add.lua >forgotten.lua
lua forgotten.lua
is "$code" 1 "an error of the host exits with 1"
like "$err" '^forgotten.lua:10: error: host-race: ' "what is wrong has its line"
like "$err" '^ +10 │ print\(host\[0\], host\[19\]\)$' "which is shown"
like "$err" '^forgotten.lua:9: note: ' "and so has the other line"
like "$err" '^forgotten.lua: runtime-error: [0-9]+ error' "the last line says how it went"

sed 's/if (i < size) //; s/\[i\]/[i + 1]/' add.cl >over.cl
sed 's/add.cl/over.cl/' add.lua >over.lua
lua over.lua
is "$code" 1 "an error of a kernel exits with 1"
like "$err" '^over.cl:3:[0-9]+: error: out-of-bounds: ' "it has the kernel's line"
like "$err" '^over.lua:8: note: the kernel was launched here$' "and the line that launched it"
like "$err" '^ +8 │ ctx:enqueue_function' "which is shown"

sed 's/size_t i/size_t j/' add.cl >broken.cl
sed 's/add.cl/broken.cl/' add.lua >broken.lua
lua broken.lua
is "$code" 1 "a kernel that does not compile exits with 1"
like "$err" '^broken.lua:7: error: ' "with the line that compiles it"
like "$err" 'broken.cl:3:[0-9]+' "and the compiler's own"

cat >prints.lua <<'END'
local ctx = require("gpu").DeviceContext()
local f = ctx:compile_function { source = [[__kernel void p(void) { printf("item\033[31m %d\n", 7); }]] }
ctx:enqueue_function(f, { global = 1, ["local"] = 1 })
print "before"
ctx:synchronize()
print "\27[32mafter"
END
lua prints.lua
is "$out" "before"$'\n'"item␛[31m 7"$'\n'$'\e'"[32mafter" "what kernels print comes when it is waited for, and commands no terminal"

# ---- devices ------------------------------------------------------------------------------------

lua add.lua --device nowhere
is "$code" 4 "a device that is not there exits with 4"
like "$err" 'emulator' "and names those that are"
WORKBENCH_DEVICE=nowhere lua add.lua
is "$code" 4 "WORKBENCH_DEVICE is the device"
WORKBENCH_DEVICE=nowhere lua add.lua --device emulator
is "$code" 0 "where --device says no other"

if "$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:'; then
  for words in "" --untrusted; do
    # shellcheck disable=SC2086
    lua add.lua --device opencl --json $words
    is "$code:$(python3 -c 'import json, sys; d = json.load(sys.stdin)
print(d["output"].strip(), d["timeline"]["lanes"][1]["api"], d["sums"]["bytes_to_device"])' <<<"$out")" \
      "0:20.0	39.0 opencl 80" "the same program on an OpenCL device${words:+, walled in}"
  done
  lua add.lua --device opencl --json
  is "$(python3 -c 'import json, sys
entries = json.load(sys.stdin)["timeline"]["entries"]
wait = [e for e in entries if e["kind"] == "synchronize"][0]
slack = 5e6
print([e["kind"] for e in entries if e["ended"] > wait["ended"] + slack or e["started"] + slack < e["enqueued"]])' <<<"$out")" \
    "[]" "what was waited for has ended by then, on the host's clock"
else
  skip "there is no OpenCL device" "the same program on an OpenCL device"
fi

# ---- what ran when ------------------------------------------------------------------------------

lua add.lua --trace -
like "$out" '^Timeline of add.lua: ' "--trace - prints the timeline"
like "$out" '^context 1 +[·█▓░ ]+$' "with a chart"
like "$out" '^ *[0-9]+ +[0-9.]+ .?s +[0-9.]+ .?s +context 1 +8 +scalar_add, global 20, local 20' "and the line of a launch"
for name in t.svg t.json t.txt; do
  lua add.lua --trace "$name"
  is "$code" 0 "--trace $name"
done
like "$(cat t.svg)" '<title>[0-9]+: scalar_add, global 20' "the picture has a title for each entry"
like "$(cat t.txt)" '^Timeline of add.lua' "the text is the table"
is "$(python3 -c 'import json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
print(sorted(e["cat"] for e in events if e["ph"] == "X"))' t.json)" \
  "['compile', 'copy-to-device', 'copy-to-host', 'kernel', 'synchronize']" "the trace is JSON with an event for each"
lua add.lua --trace "$TMP/no/t.svg"
is "$code" 4 "a file that cannot be written is said"
cat >mapped.lua <<'END'
local ctx = require("gpu").DeviceContext()
local a = ctx:enqueue_create_buffer("float", 25)
a:enqueue_fill(1)
a:map_to_host(function(host) host[1] = 2 end)
print(a:tensor()(0))
END
lua mapped.lua --trace m.svg
like "$(grep -o '<title>[0-9]*: map [^<]*' m.svg | tr '\n' ' ')" 'map 100 bytes.*map 100 bytes' "a wait for a buffer says how large it is"
unlike "$(cat m.svg)" 'map 0 bytes' "and never 0 bytes"
is "$(grep -o '<text[^>]*anchor="end"[^>]*>[0-9.]* .*s<' m.svg | wc -l)" 1 "the last moment ends where the picture does"
lua add.lua --stats
like "$err" '^  launches +1$' "--stats counts launches"
like "$err" '^  bytes copied to devices +80$' "and bytes"
like "$err" '^add.lua: clean$' "and says that nothing is wrong"

# ---- JSON ---------------------------------------------------------------------------------------

# key PATH: of $out, as Python sees it.
key() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(eval("d" + sys.argv[1]))' "$1" <<<"$out"; }
lua over.lua --json
is "$code" 1 "JSON has the same exit code"
is "$(key '["verdict"]')" runtime-error "it has the verdict"
is "$(key '["findings"][0]["host_line"]')" 8 "findings have the line that launched"
is "$(key '["sums"]["launches"], d["peak_bytes"]')" "(1, 160)" "and numbers"
is "$(key '["timeline"]["lanes"][1]["api"]')" emulator "and the timeline"
is "$err" "" "nothing else is said"
lua plain.lua --json <<<x
is "$(key '["output"]')" "plain.lua	0	nil	nil	0"$'\n'"x␛[1m" "what the program printed is in it"
lua nil.lua --json
is "$(key '["verdict"], d["cause"], d["file"], d["line"]')" "('script-error', 'spec-error', 'nil.lua', 2)" "so is an error"
lua add.lua --device nowhere --json
is "$code:$(key '["cause"]')" "4:missing" "and a device that is not there"

# ---- programs that do not end -------------------------------------------------------------------

# start COMMAND...: in a session of its own, so that all that it starts is found again.
start() {
  setsid perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$@" >"$TMP/out" 2>"$TMP/err" &
  child=$!
}
session() {
  sed -n 's/^[0-9]* (\(.*\)) \(.\) [0-9]* [0-9]* \([0-9]*\) .*/\1 \2 \3/p' /proc/[0-9]*/stat 2>/dev/null |
    awk -v s="$child" '$NF == s && $(NF - 1) != "Z" { print $1 }'
}
nothing_left() { [ -z "$(session)" ]; }
at_work() { session | grep -q '^workbench-host' && [ -e "$1" ]; }

echo 'while true do end' >forever.lua
lua forever.lua --time-limit 1
is "$code" 1 "a script that is endless is ended"
like "$err" '^forever.lua.* error: .*(1 s|1000 ms)' "and why is said"

# One launch that counts for more than the usual 10 seconds.
cat >long.lua <<'END'
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local b = ctx:enqueue_create_buffer("int", 1)
local f = ctx:compile_function { name = "k",
  source = "__kernel void k(__global int *a) { volatile int s = 0; for (long i = 0; i < 800000000L; i++) s += i; a[0] = s; }" }
ctx:enqueue_function(f, b, { global = 1 })
ctx:synchronize()
b:release()
print "done"
END
lua long.lua --device emulator
like "$(tr -s " \n" " " <<<"$err")" "ran longer than 10000 ms" "a launch ends after 10 seconds"
lua long.lua --device emulator --time-limit 100
is "$code: $out" "0: done" "--time-limit gives it more"

busy_kernel | sed 's/map(.*/busy(__global int *out) {/; s/out\[0\] = .*/out[0] = 1;/' >busy.cl
cat >busy.lua <<'END'
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("int", 1)
ctx:enqueue_memset(dev, 0)
ctx:enqueue_function(ctx:compile_function("busy.cl", "busy"), dev, { grid_dim = 1, block_dim = 1 })
io.open("begun", "w"):close()
ctx:synchronize()
END
sed 's/ctx:synchronize()/while true do end/' busy.lua >loop.lua
sed 's/ctx:synchronize()/error "no more"/' busy.lua >dies.lua
for script in busy.lua loop.lua; do
  rm -f begun
  start "$WORKBENCH" lua "$script" --time-limit 200
  wait_until at_work begun
  kill -INT "$child"
  before=$(date +%s%N)
  wait "$child"
  is "$?" 130 "Ctrl-C ends $script with 130"
  took=$((($(date +%s%N) - before) / 1000000))
  [ "$took" -lt 180000 ] # and not when its own time is over
  ok $? "at once ($took ms)"
  wait_until nothing_left
  is "$(session)" "" "nothing is left running"
  like "$(cat "$TMP/err")" '^interrupted$' "it says so"
done
start "$WORKBENCH" lua dies.lua
wait "$child"
is "$?" 1 "a script may die in the middle of a queue"
like "$(cat "$TMP/err")" '^dies.lua:7: error: no more$' "its error is said"
wait_until nothing_left
is "$(session)" "" "nothing of it is left running"
lua busy.lua --time-limit 1
is "$code" 1 "a kernel that is endless is ended with the program"
like "$err" '^busy.lua:7: error: .*the launch of busy was ended: the kernel ran' "with the line that waits for it"
echo 'io.read()' >waits.lua
mkfifo never
lua waits.lua --time-limit 0.3 --trace t.svg <> never
is "$code" 1 "so is a program that waits for something else"
like "$err" 'waits.lua: error: the program ran for more than 0.3 s$' "though nothing knows its line"
like "$err" '^workbench lua: there is no timeline' "or what ran when"

echo 'os.execute("kill -KILL " .. io.open("/proc/self/stat"):read("n"))' >crash.lua
lua crash.lua
is "$code" 5 "a host that dies is a failure of the workbench"
like "$err" '^workbench lua: workbench-host was ended by signal 9' "and said so"

# ---- somebody else's ----------------------------------------------------------------------------

lua add.lua --untrusted
is "$code:$out" "0:20.0	39.0" "a program that is not trusted has gpu and the kernels beside it"
cat >curious.lua <<'END'
print(io, os, debug, load, dofile, package)
print(pcall(require, "os"))
print("\27[31mred")
END
lua curious.lua --untrusted
like "$out" '^nil	nil	nil	nil	nil	nil$' "and nothing else of Lua that reaches out"
like "$out" '␛\[31mred' "what it prints commands no terminal"
cat >reads.lua <<'END'
local ctx = require("gpu").DeviceContext()
for _, name in ipairs { "/etc/passwd", "../secret.cl", "elsewhere/secret.cl", "link.cl" } do
  print(name, (pcall(ctx.compile_function, ctx, name, "secret")))
end
END
echo '__kernel void secret(void) {}' >elsewhere/secret.cl
ln -s elsewhere/secret.cl link.cl
lua reads.lua --untrusted
is "$(grep -c 'false$' <<<"$out")" 4 "no file is opened for it that is not beside it"
lua forever.lua --untrusted --time-limit 1
is "$code" 1 "its time is limited"
echo 'local t = {} while true do t[#t + 1] = ("x"):rep(1 << 20) .. #t end' >greedy.lua
lua greedy.lua --untrusted --memory-limit 32
is "$code" 1 "its memory is limited"
like "$err" 'error: .*memory' "and that is said"
echo 'while true do print(("x"):rep(1000)) end' >chatty.lua
lua chatty.lua --untrusted --output-limit 64
is "$code" 1 "its output is limited"
[ "${#out}" -le $((66 * 1024)) ]
ok $? "and cut there (${#out} bytes)"
lua add.lua --untrusted --json
is "$(key '["sandbox"]["seccomp"]')" True "the walls that stood are in the JSON"
lua - --untrusted <stdin.lua
is "$code" 2 "it is a file"

# A size of 0 is none that was left out.
for sizes in 'global = 4, ["local"] = 0' 'global = 4, ["local"] = { 0 }' 'grid_dim = 4, block_dim = 0'; do
  cat >"$TMP/zero.lua" <<END
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local one = ctx:compile_function({ source = "__kernel void one(__global int *a) { a[get_global_id(0)] = 1; }" })
ctx:enqueue_function(one, ctx:enqueue_create_buffer("int", 4), { $sizes })
ctx:synchronize()
END
  like "$("$WORKBENCH" lua "$TMP/zero.lua" 2>&1 | tr -d '\n')" 'zero.lua:4: error: invalid-launch: the group of one is 0' "{ $sizes } is an error"
done
like "$(sed 's/{ grid_dim.*}/{ grid_dim = 0, block_dim = 4 }/' "$TMP/zero.lua" >"$TMP/none.lua"; "$WORKBENCH" lua "$TMP/none.lua" 2>&1 | tr -d '\n')" \
  'none.lua:4: error: invalid-launch: the grid of one is 0' "and so is a grid of 0"

# What is read from a device comes after its context's own queue alone.
cat >"$TMP/read.lua" <<'END'
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local other = ctx:create_queue()
local one = ctx:compile_function({ source = "__kernel void one(__global int *a) { a[get_global_id(0)] = 1; }" })
local a = ctx:enqueue_create_buffer("int", 4)
other:enqueue_function(one, a, { global = 4 })
BETWEEN
print(a:tensor()(3))
other:synchronize()
END
between() { sed "s/BETWEEN/$1/" "$TMP/read.lua" >"$TMP/between.lua"; "$WORKBENCH" lua "$TMP/between.lua" 2>&1 | tr -s ' \n' ' '; }
like "$(between '')" 'between.lua:8: error: queue-race: reads a from byte 0 on, which a command of another queue \(1 of context 1, made at line 3\) writes' \
  "tensor knows nothing of other queues; the one that writes is named by its line"
for way in 'ctx:enqueue_wait_for(other:record_event())' 'other:synchronize()' 'ctx:synchronize()'; do
  is "$(between "$way")" "1 " "$way orders it"
done

# Orders of work-items: the place that each gets is that of its turn.
cat >"$TMP/turns.lua" <<'END'
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local turn = ctx:compile_function({ source = [[
  __kernel void turn(__global int *out, __global int *count) { out[get_global_id(0)] = atomic_inc(count); }]] })
local out, count = ctx:enqueue_create_buffer("int", 4), ctx:enqueue_create_buffer("int", 1)
ctx:enqueue_memset(count, 0)
ctx:enqueue_function(turn, out, count, { grid_dim = 1, block_dim = 4 })
out:map_to_host(function(host) print(host[0], host[3]) end, { read_only = true })
END
is "$("$WORKBENCH" lua "$TMP/turns.lua" 2>&1)" "0	3" "work-items run forward"
is "$("$WORKBENCH" lua "$TMP/turns.lua" --schedule reverse 2>&1)" "3	0" "and in the order of --schedule"
like "$("$WORKBENCH" lua "$TMP/turns.lua" --schedule backward 2>&1)" 'schedule' "which has to be one"
tap_finish
