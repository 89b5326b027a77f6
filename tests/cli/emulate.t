#!/usr/bin/env bash
# emulate: any kernel, its arguments as words, its findings as a compiler's.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
cd "$TMP" || exit 1

cat >add.cl <<'END'
__kernel void add(__global const float *a, __global const float *b, __global float *out, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = a[i] + b[i];
}
END
cat >many.cl <<'END'
#ifndef STEP
#define STEP 1
#endif
struct pair { int a; float b; };
__kernel void stray(__global float *x) {
  x[get_global_id(0) + STEP] = 1;
}
__kernel void race(__global int *sum) {
  int before = sum[0];
  sum[0] = before + (int)get_global_id(0);
}
__kernel void structs(struct pair p, __global struct pair *all) { all[get_global_id(0)] = p; }
__kernel void tile(__global int *out, __local int *t) {
  t[get_local_id(0)] = (int)get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[get_local_size(0) - 1 - get_local_id(0)];
}
__kernel void nulls(__global int *p, __global int *out) { out[0] = p == 0 ? 7 : p[0]; }
__kernel void places(__global int *x) {
  size_t i = get_global_id(0) - get_global_offset(0), j = get_global_id(1) - get_global_offset(1),
         k = get_global_id(2) - get_global_offset(2);
  x[(k * get_global_size(1) + j) * get_global_size(0) + i] =
      (int)(100 * get_global_id(2) + 10 * get_global_id(1) + get_global_id(0));
}
__kernel void wide(double16 v, __global float3 *out, long8 w, half h) {
  out[0] = (float3)(convert_float(v.s0), convert_float(v.sf), convert_float(w.s7));
}
__kernel __attribute__((reqd_work_group_size(4, 2, 1))) void sized(__global int *out) {
  out[get_global_linear_id()] = (int)get_local_size(0);
}
__kernel void says(void) { printf("item %d\033[31m\n", (int)get_global_id(0)); }
__kernel void forever(__global volatile int *x) {
  int i = 0;
  while (i >= 0) i = (i + 1) & 1023;
  x[0] = i;
}
__kernel void waits(__global volatile int *x) {
  while (x[0] == 0)
    ;
}
END
sed -i 's/get_global_linear_id()/get_global_id(1) * get_global_size(0) + get_global_id(0)/' many.cl
sed -i 's/, half h)/, ushort h)/' many.cl

# emulate WORDS...: into $out, $err and $code.
emulate() {
  out=$("$WORKBENCH" emulate "$@" 2>"$TMP/err")
  code=$?
  err=$(cat "$TMP/err")
}
add=(add.cl -k add --global 8 --arg 'const float[8]=range' --arg 'float[8]=(1,2,...)')

emulate "${add[@]}" --arg 'float[8]' --arg uint=8 --dump out
is "$code" 0 "a clean kernel exits with 0"
like "$out" '^   0:   1  3  4  5  6  7  8  9$' "its output can be printed"
like "$out" '^✓ clean  add$' "the last lines sum up"
like "$out" 'global 8, local 8 \(chosen\)' "and say what was launched"
is "$err" "" "a pipe sees no progress"

cat >cuda.cl <<'END'
__global__ void add(int *out) {
  __shared__ int tile[64];
  out[threadIdx.x] = blockDim.x;
}
END
emulate cuda.cl --global 8
is "$code" 1 "a text in CUDA does not compile"
words=$(tr -s ' \n' ' ' <<<"$out")
like "$words" "'__global__'; CUDA's __global__ is __kernel here" "and is told OpenCL's word for a function"
like "$words" "CUDA's __shared__ is __local here" "for a place"
like "$words" "CUDA's threadIdx.x is get_local_id\(0\) here" "for a work-item"
like "$words" "CUDA's blockDim.x is get_local_size\(0\) here" "for a group"
printf '__kernel void f(__global int *a) {\n  __syncthreads();\n  a[0] = 1;\n}\n' >syncs.cl
emulate syncs.cl --global 4 --json
like "$out" "CUDA's __syncthreads is barrier here" "for a barrier, in JSON as well"

emulate "${add[@]}" --arg 'float[8]' --arg uint=7 --dump 3
like "$out" '4 of 32 bytes never written' "what nobody wrote is counted"
like "$out" '8  unset$' "and marked"

# own[0] counts from what was never set, own[1] from 0, own[2] is set after all; out[3] begins with
# nothing; the others are as they should be.
cat >own.cl <<'CL'
kernel void own(global int *out, local char *bytes) {
  bytes[get_local_id(0)] = 1;
  out[get_global_id(0)] = bytes[get_local_id(0)];
}
CL
cat >counts.cl <<'CL'
kernel void counts(global int *out, global int2 *pairs, global uchar *narrow) {
  local int own[4];
  const size_t l = get_local_id(0);
  int2 pair = { 1, 2 };
  if (l == 1 || l == 3) own[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&own[l]);
  atomic_inc(&own[l]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 2) own[l] = 7;
  if (l < 3) out[l] = own[l];
  if (l == 3) { atomic_add(&out[l], 1); atomic_add(&out[l], 1); }
  if (l == 0) pair.y = own[l];
  pairs[l] = pair;
  narrow[l] = (uchar)own[l];
}
CL
emulate counts.cl -g 4 -l 4 -a 'int[4]' -a 'int2[4]' -a 'uchar[4]' --dump 1 --dump 2 --dump 3
like "$out" '^   0: +unset +2 +7 +unset$' "an element that is made of what was never set is unset"
like "$out" '^   0: +unset( +\(1, 2\)){3}$' "and so is a vector of which a part is"
like "$out" '^   0: +unset +2 +7 +2$' "whatever its type"
is "$(grep -c 'error: uninitialized-read' <<<"$out")" 2 "the atomic operations are reported, and not what follows from them"
emulate counts.cl -g 4 -l 4 -a 'int[4]' -a 'int2[4]' -a 'uchar[4]' --dump 1 --json
is "$(perl -MJSON::PP -0777 -ne 'print join ",", map { $_ // "null" } @{decode_json($_)->{args}[0]{values}}' <<<"$out")" \
  "null,2,7,null" "it is null in JSON"

emulate many.cl -k stray -g 8 -a 'float[8]=zeros'
is "$code" 1 "findings exit with 1"
like "$out" '^many.cl:6:[0-9]+: error: out-of-bounds: ' "a finding begins with its place"
like "$out" '^    6 │   x\[get_global_id' "its line is quoted"
like "$out" '^      │ +\^' "with a caret"
like "$out" '^✗ runtime-error  stray  1 error$' "the last lines count"

emulate many.cl -k race -g 8 -l 4 -a 'int[1]=zeros'
like "$out" '^many.cl:(9|10):[0-9]+: error: data-race: ' "a race is an error"
like "$out" '^many.cl:(9|10):[0-9]+: note: the other access is this (read|write) by work-item [0-9]' \
  "its other side is a note"
like "$out" '      = [0-9]+ times, by [0-9]+ work-items, first by work-items 1, ' "it says how often, and to how many"
emulate many.cl -k race -g 8 -l 4 -a 'int[1]=zeros' --max-findings 0
unlike "$out" 'data-race' "--max-findings caps what is shown"
like "$out" 'errors? \([0-9]+ not shown\)' "and counts the rest"

emulate many.cl -k stray -g 7 -a 'float[8]=undef' -D STEP=0 -D X='"a b"'
is "$code" 0 "-D defines macros"
emulate many.cl -k tile -g 8 -l 4 -a 'int[8]' -a 'local int[4]' --dump all --stats
is "$code" 0 "local arguments are given by their size"
like "$out" '^   0:   3  2  1  0  3  2  1  0$' "and work"
like "$out" 'writes to local memory +8   at most 1 by one work-item' "--stats has counters in words"
emulate many.cl -k nulls -g 1 -a null -a 'int[1]' --dump 2
like "$out" '^   0:   7$' "null is a null pointer"
emulate many.cl -k places -g 4,3,2 --offset 1,2,3 -a 'int[4*3*2]' --dump x
is "$code" 0 "three dimensions and an offset run clean"
like "$out" ' 321 +322 ' "ids begin at the offset"
like "$out" 'offset 1,2,3' "and the report says so"
emulate many.cl -k structs -g 2 -a 'bytes[8]=(1,2,3,4,5,6,7,8)' -a 'bytes[16]' --dump all
like "$out" '^ +0:   01  02  03  04  05  06  07  08  01  02' "structs are bytes, by value and in buffers"
emulate many.cl -k wide -g 1 -a 'double16=range' -a 'float3[1]' -a 'long8=-5' -a ushort=3 --dump out
like "$out" '\(0, 15, -5\)' "long vectors are passed whole"
emulate many.cl -k sized -g 8x2 -a 'int[16]' --dump 1
is "$code" 0 "a required group size is chosen"
emulate many.cl -k says -g 2
like "$out" '^The kernel printed:$' "what the kernel prints is told apart"
like "$out" '^  item 1' "and shown"
unlike "$out" $'\033' "without what could command a terminal"
emulate own.cl -g 4 -l 4 -a 'int[4]' -a 'local char[65536]'
is "$code" 0 "a group may have all of 64 KiB of local memory"
emulate own.cl -g 4 -l 4 -a 'int[4]' -a 'local char[65537]'
like "$out" 'the kernel needs 65537 bytes of local' "and no more"
emulate many.cl -k forever -g 1 -a 'int[1]=zeros' --time-limit 0.3
is "$code" 1 "an endless loop ends"
like "$out" 'time-limit' "with its verdict"
like "$out" 'loop of line 34' "and its line"
emulate many.cl -k waits -g 1 -a 'int[1]=zeros'
is "$code" 1 "a wait that cannot end does"
like "$out" 'error: deadlock: waits for x\[0\]' "and says for what"
for schedule in reverse shuffle:5; do
  emulate "${add[@]}" --arg 'float[8]' --arg uint=8 --schedule $schedule --subgroup 8
  is "$code" 0 "--schedule $schedule is clean, too"
done
emulate "${add[@]}" -a 'float[8]' -a uint=8 --trace trace.bin
is "$code" 0 "--trace runs"
[ -s trace.bin ]
ok $? "and writes its file"
like "$out" 'trace of [0-9]+ records in trace.bin' "and says how much is in it"
emulate "${add[@]}" -a 'float[8]' -a uint=8 --trace trace.txt
like "$(cat trace.txt)" 'out\[7\]' "a trace can be text"

# ---- what was asked for cannot be ------------------------------------------------
refuse() {
  local pattern=$1
  shift
  emulate "$@"
  is "$code" 2 "emulate ${*:0:6} exits with 2"
  is "$out" "" "and prints nothing"
  like "$err" "$pattern" "but says: $pattern"
}
refuse '^workbench emulate: the kernel takes 4 arguments and none is given' add.cl -g 8
like "$err" 'add\(__global const float \*a, __global const float \*b, __global float \*out, uint n\)' \
  "the signature is quoted"
like "$err" "^  --arg 'const float\[8\]=range' .* --arg 'float\[8\]' --arg uint=8$" \
  "and arguments that would do"
eval "set -- $(grep -- '--arg' <<<"$err")"
emulate add.cl -g 8 "$@"
is "$code" 0 "which they do"
refuse 'takes 4 arguments and 5 are given' "${add[@]}" -a 'float[8]' -a uint=8 -a int=1
refuse 'argument 4 is float=8, but the parameter is `uint n`' "${add[@]}" -a 'float[8]' -a float=8
refuse 'argument 3 is int\[8\], but' "${add[@]}" -a 'int[8]' -a uint=8
refuse 'argument 1, flaot\[8\]: "flaot" is not a type; did you mean "float"' add.cl -g 8 -a 'flaot[8]'
refuse '"float\[8\]=\(1,2\)": 2 values|2 values for an array of 8' add.cl -g 8 -a 'float[8]=(1,2)'
refuse "there is no kernel 'ad' in the file; did you mean 'add'" add.cl -k ad -g 8
refuse 'the file has [0-9]+ kernels; choose one with --kernel: stray, race' many.cl -g 8
refuse '--global is missing' add.cl
refuse '--global takes one to three whole numbers' add.cl -g 8,
refuse '--local has 2 sizes, but --global 8 has 1' add.cl -g 8 -l 4,2
refuse '--subgroup takes 1\|2\|4' add.cl -g 8 --subgroup 5
refuse '--time-limit takes a number of seconds' add.cl -g 8 --time-limit soon
refuse "did you mean 'out'" "${add[@]}" -a 'float[8]' -a uint=8 --dump ot
refuse 'there is no buffer of that name or number' "${add[@]}" -a 'float[8]' -a uint=8 --dump 4
refuse 'FILE.cl is missing' -g 8
refuse 'cannot open none.cl: No such file' none.cl -g 8
refuse 'is not a regular file' "$TMP" -g 8
refuse 'there is no such folder' add.cl -g 8 -I none
refuse 'the buffers need more than' many.cl -k stray -g 8 -a 'float[999999999999]'
printf 'abc' >three.raw
refuse 'three.raw has 3 bytes; float\[8\] takes 32' many.cl -k stray -g 8 -a 'float[8]=@three.raw'
refuse 'cannot open none.raw' many.cl -k stray -g 8 -a 'float[8]=@none.raw'
if [ "$(id -u)" -eq 0 ]; then
  skip "root reads everything" "a file without permission is named"
else
  install -m 000 add.cl closed.cl
  refuse 'cannot open closed.cl: Permission denied' closed.cl -g 8
fi
emulate add.cl -g 8 --device nothing-like-it
is "$code" 4 "a device that is not there exits with 4"

# ---- files ------------------------------------------------------------------------
: >empty.cl
emulate empty.cl -g 1
is "$code" 1 "an empty file is not accepted"
like "$out" '^empty.cl:1: error: the file is empty' "and named"
printf '__kernel\0' >binary.cl
emulate binary.cl -g 1
like "$out" 'NUL byte' "a binary is told from source"
printf 'int f(void) { return 1; }\n' >none.cl
emulate none.cl -g 1
like "$out" 'the file has no kernel' "a file without a kernel says so"
printf '__kernel void bad(__global int *x) {\n  x[0] = y;\n}\n' >bad.cl
emulate bad.cl -g 1
is "$code" 1 "what does not compile exits with 1"
like "$out" "^bad.cl:2:10: error: use of undeclared identifier 'y'" "in clang's words"
like "$out" '^      │ +\^' "with a caret"
like "$out" '^✗ compile-error  bad.cl  1 error$' "and a last line"
mkdir -p "in clude" deep
printf 'static inline void set(__global int *p) {\n  p[3] = 1;\n}\n' >"in clude/set.h"
printf '#include "beside.h"\n' >deep/one.cl
printf '#include <set.h>\n#include "../many.cl"\n' >deep/beside.h
printf '__kernel void one(__global int *x) { set(x); }\n' >>deep/one.cl
emulate deep/one.cl -k one -g 1 -a 'int[1]=zeros' -I "in clude"
is "$code" 1 "files are included from beside the kernel and from -I"
like "$out" 'set\.h:2:[0-9]+: error: out-of-bounds' "a finding in one of them names it"
like "$out" '    2 │   p\[3\] = 1;' "and quotes its line"
out=$("$WORKBENCH" emulate - -g 1 <add.cl 2>&1)
like "$out" 'the kernel takes 4 arguments' "- is standard input"
printf '1 2 3 # three\n4\n' >four.txt
emulate add.cl -g 4 -a 'float[]=@four.txt' -a 'float[4]=10' -a 'float[4]' -a uint=4 --dump out
like "$out" '11  12  13  14$' "numbers come from text files"

# ---- for programs --------------------------------------------------------------------
json() { perl -MJSON::PP -e 'local $/; my $r = decode_json(<STDIN>);
  print eval($ARGV[0]) // "undef"' "$1" <<<"$out"; }
emulate many.cl -k race -g 8 -l 4 -a 'int[1]=zeros' --json --dump sum
is "$code" 1 "--json has the same exit code"
is "$(json '"$r->{verdict} $r->{kernel} $r->{findings}[0]{kind}"')" "runtime-error race data-race" \
  "--json has verdict and findings"
is "$(json '"$r->{args}[0]{name} $r->{args}[0]{number} $r->{args}[0]{type}"')" "sum 1 int" \
  "and the dumps"
is "$(json '$r->{launch}{local}[0]')" 4 "and the launch"
is "$(json '$r->{counters}{items}')" 8 "and the counters"
emulate many.cl -k wide -g 1 -a 'double16=(nan,1,2,3,4,5,6,7,8,9,10,11,12,13,14,-inf)' \
  -a 'float3[2]' -a 'long8=-5' -a ushort=3 --json --dump all
is "$(json 'join ",", @{$r->{args}[0]{values}[0]}')" "nan,-inf,-5" "values are texts, a vector's a list"
is "$(json '$r->{args}[0]{values}[1]')" "undef" "what nobody wrote is null"
emulate add.cl -g 8 --json
is "$(json '"$r->{verdict} $r->{cause}"')" "judge-error usage" "wrong arguments give an object, too"
emulate many.cl -k race -g 8 -l 4 -a 'int[1]=zeros' --json --max-findings 0
is "$(json 'scalar(@{$r->{findings}})')" 0 "--max-findings holds for --json"
emulate bad.cl -g 1 --json
is "$(json '"$r->{verdict} $r->{compile}{diagnostics}[0]{line}"')" "compile-error 2" \
  "--json has the compiler's words"

# ---- names, sizes and texts of all kinds ----------------------------------------------
long=$(printf 'k%.0s' {1..300})
printf '\xef\xbb\xbf__kernel void %s(__global int4 *x) { x[get_global_id(0)] = 1; }\n' "$long" >long.cl
emulate long.cl -k "$long" -g 1 -a 'bytes[16]'
is "$code" 0 "a file may begin with a byte order mark, a kernel's name have 300 letters"
emulate long.cl -g 2 -a 'bytes[20]'
like "$out" 'out-of-bounds' "bytes[20] do for an int4 *, and hold one"
unlike "$out" 'invalid-argument' "with no word about another type"
for option in '-cl-denorms-are-zero' '-cl-no-subgroup-ifp' '-cl-opt-disable -g'; do
  emulate long.cl -g 1 -a 'bytes[16]' --build "-Werror $option"
  is "$code" 0 "--build '$option' is taken, also with -Werror"
done
emulate long.cl -g 1 -a 'bytes[16]' --build '-I headers'
like "$out" "'-I' is not supported: headers are found" "--build -I says where headers go"
emulate long.cl -g 1 -a 'bytes[16]' --build '-cl-std=CLC++'
like "$out" 'C\+\+ for OpenCL is another language' "and -cl-std=CLC++ why not"

# ---- leaving early --------------------------------------------------------------------
"$WORKBENCH" emulate "${add[@]}" -a 'float[8]' -a uint=8 --dump all 2>"$TMP/err" | true
is "${PIPESTATUS[0]}" 0 "a reader that leaves is no error"
is "$(cat "$TMP/err")" "" "and no complaint"
setsid perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$WORKBENCH" emulate many.cl -k forever -g 1 \
  -a 'int[1]=zeros' --time-limit 60 >"$TMP/out" 2>"$TMP/err" &
child=$!
at_work() {
  pgrep -s "$child" -f 'workbench-emulator' >/dev/null && find "/proc/$child/fd" -lname '*signalfd*' | grep -q .
}
wait_until at_work
sleep 0.3
kill -INT "$child"
wait "$child"
is "$?" 130 "Ctrl-C exits with 130"
is "$(cat "$TMP/err")" "interrupted" "and says so"
is "$(cat "$TMP/out")" "" "and nothing else"
nothing_left() { ! pgrep -s "$child" >/dev/null; }
wait_until nothing_left
ok $? "and leaves no process"

tap_finish
