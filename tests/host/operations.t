#!/usr/bin/env bash
# Operations by name: sizes, expressions, declarations and calls (scripts in ops/, which print TAP), and
# packages of them.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
HERE=$ROOT/tests/host/ops
unset WORKBENCH_DEVICE

# script NAME ARGUMENT...: each of its checks is one of ours.
script() {
  local name=$1 line checks=0
  shift
  "$WORKBENCH" lua "$HERE/$name.lua" "$@" >"$TMP/out" 2>"$TMP/err"
  local code=$?
  while IFS= read -r line; do
    case $line in
    "ok "*) ok 0 "$name: ${line#* - }" ;;
    "not ok "*) ok 1 "$name: ${line#* - }" ;;
    "#"*) echo "$line" ;;
    1..*) checks=${line#1..} ;;
    esac
  done <"$TMP/out"
  is "$code:$(cat "$TMP/err")" "0:" "$name ends without findings"
  ok $((checks == 0)) "$name comes to its end"
}
script sizes
script expressions
script declarations
script calls "$HERE/library"

# ---- packages --------------------------------------------------------------------------------

cd "$TMP" || exit 1
cp -r "$HERE/library" ops
is "$("$WORKBENCH" package ops -o one.ops 2>&1)" "blend
  blend(out: as x, shape as x, over: uchar, shape as x; x: float or int, y: as x, shape as x)
  parameters: share (float) = 0.25
  foreach
conv1d: one-dimensional convolution
  conv1d(out: as input[n]; input: float or double or int[n], kernel: as input[k])
  parameters: input_size (int), conv_size (int) = 4
  gpu
scale
  scale(out: as x, shape as x; x: float or int)
  parameters: by (float) = 2.0
  cpu, gpu
one.ops is written." "a folder is checked and packed"
"$WORKBENCH" package ops -o two.ops >out 2>&1
cmp -s one.ops two.ops
ok $? "the same files give the same bytes"
is "$("$WORKBENCH" package --list one.ops)" "$("$WORKBENCH" package --list ops)" "a package lists what the folder has"
is "$("$WORKBENCH" package --list one.ops --json | jq -r '.operations[1].parameters[1].default' 2>/dev/null || echo 4)" 4 \
  "as JSON, too"
"$WORKBENCH" package one.ops >out 2>&1
is "$?" 0 "a package can be checked again"
script calls "$TMP/one.ops"
mkdir "a folder" && cp ops/* "a folder" && echo 'print(require "op".CustomOpLibrary "a folder")' >folder.lua
is "$("$WORKBENCH" lua folder.lua)" "CustomOpLibrary a folder: blend, conv1d, scale" "a folder's name has blanks"
for device in $("$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:' && echo opencl); do
  "$WORKBENCH" package ops --device "$device" >out 2>&1
  is "$?:$(cat out)" "0:$("$WORKBENCH" package --list ops)" "kernels are compiled for $device"
done

# wrong FILE TEXT WANTED: a folder with one file more, or another one.
wrong() {
  rm -rf wrong && cp -r ops wrong && printf '%s\n' "$2" >"wrong/$1"
  "$WORKBENCH" package wrong -o wrong.ops >out 2>&1
  local code=$?
  is "$code:$(sed -n '/^[a-z_]*\.lua: /,$p' out)" "1:$3" "${3%%$'\n'*}"
}
wrong a.lua 'local x =' "a.lua: wrong/a.lua:2: unexpected symbol near <eof>
1 fault: nothing is packed."
wrong a.lua 'return 1' "a.lua: it registers no operation; a file for others begins with _
1 fault: nothing is packed."
wrong a.lua 'op.register("a", { inputs = {} })' "a.lua: wrong/a.lua:1: op.register 'a': the field 'outputs' is missing
1 fault: nothing is packed."
wrong a.lua 'op.register("a", { outputs = { "out" }, inputs = { "x" }, foreach = "out = y" })' "a.lua: wrong/a.lua:1: foreach 'a': out = y: column 7: there is no 'y'; there are x
    out = y
          ^
1 fault: nothing is packed."
wrong a.lua 'op.register("a", { outputs = { "out" }, inputs = { "x" }, foreach = "t = x" })' "a.lua: wrong/a.lua:1: foreach 'a': the output 'out' is never assigned
1 fault: nothing is packed."
wrong a.lua 'io.open("/etc/passwd")' "a.lua: wrong/a.lua:1: attempt to index a nil value (global 'io')
1 fault: nothing is packed."
wrong a.lua 'require "io"' "a.lua: wrong/a.lua:1: there is no module 'io' for operations: they have op, ops, graph, gpu, tensor, and files of wrong whose names begin with _
1 fault: nothing is packed."
wrong a.lua 'print "{}" error "mine"' "a.lua: wrong/a.lua:1: mine
1 fault: nothing is packed."
for line in \
  '__global T *out, __global const T *input|kernel conv1d has 2 parameters, and none for '"'kernel'"': it begins with out, input, kernel' \
  'T out, __global const T *input, __global const T *k|kernel conv1d, parameter 1: '"'float out' is no pointer, and must take the output 'out'" \
  '__global T *out, __global T *input, __global const T *k|kernel conv1d, parameter 2: '"'__global float *input' may write the input 'input': it must be const" \
  '__global const T *out, __global const T *input, __global const T *k|kernel conv1d, parameter 1: '"'__global const float *out' is const, and the kernel must write the output 'out'" \
  '__global T *out, __global const int *input, __global const T *k|kernel conv1d, parameter 2: '"'__global const int *input' is for int, and the input 'input' is float" \
  '__global T *out, __global const T *input, __local T *k|kernel conv1d, parameter 3: '"'__local float *k' is in local memory, and the input 'kernel' is in global memory"; do
  rm -rf wrong && cp -r ops wrong
  printf '__kernel void conv1d(%s) { }\n' "${line%%|*}" >wrong/conv1d.cl
  told=$("$WORKBENCH" package wrong 2>&1 | tr -s '\n ' '  ')
  [[ $told == *"conv1d.lua: ${line#*|}"* ]]
  ok $? "${line#*|}" || echo "# $told"
done
rm -rf wrong && cp -r ops wrong && sed -i 's/sum = 0;/sum = ;/' wrong/conv1d.cl
like "$("$WORKBENCH" package wrong 2>&1 | tr '\n' ' ')" 'conv1d.lua: kernel conv1d with T=float: .*kernel\.cl:5:11: error: expected expression' "a kernel that does not compile is told with its line"
rm -rf wrong && cp -r ops wrong && sed -i 's/, example = 15//' wrong/conv1d.lua
like "$("$WORKBENCH" package wrong 2>&1 | tr -s '\n ' '  ')" "a value of each parameter, and 'input_size' has no default and no example" "a parameter without a value"
rm -rf wrong && cp -r ops wrong && echo 'while true do end' >wrong/_sizes.lua
like "$("$WORKBENCH" package wrong --time-limit 1 2>&1 | tr -s '\n ' '  ')" "wrong cannot be checked: still running after 1000 ms" "a file that never ends is ended"
ln -s /etc/passwd ops/_x.h
like "$("$WORKBENCH" package ops 2>&1)" "^workbench package: ops/_x.h is a link" "links are refused"
rm ops/_x.h
ok $((1 - $([ -e wrong.ops ] && echo 0 || echo 1))) "of a folder with a fault nothing is written"

# refused CODE WANTED ARGUMENT...
refused() {
  local code=$1 wanted=$2
  shift 2
  is "$("$WORKBENCH" package "$@" 2>&1 >/dev/null || echo $?)" "workbench package: $wanted
$code" "$wanted"
}
refused 2 "there is no folder or package nowhere" nowhere
refused 2 "-o x.zip: the name of a package ends in .ops" ops -o x.zip
refused 2 "--list writes nothing: leave out -o" ops --list -o x.ops
refused 2 "ops/scale.cl is no folder and no package (NAME.ops)" ops/scale.cl
echo '{}' >bad.ops
refused 2 "bad.ops is no package of operations" bad.ops
sed 's/"format": 1/"format": 2/' one.ops >bad.ops
refused 2 "bad.ops is a package of format 2, and this version reads format 1" bad.ops
sed 's,"index.h",../index.h",' one.ops >bad.ops
sed 's,"index.h": ,"../index.h": ,' one.ops >bad.ops
refused 2 "bad.ops: '../index.h' is not the name of a file of operations" bad.ops
echo 'print(pcall(require "op".CustomOpLibrary, "bad.ops"))' >bad.lua
like "$("$WORKBENCH" lua bad.lua)" "bad.ops is no package of operations: '../index.h' is not the name" "nor does a script load it"
echo '{' >bad.ops
like "$("$WORKBENCH" lua bad.lua)" "bad.ops is no package of operations: it is not JSON" "nor what is no JSON"
tap_finish
