#!/usr/bin/env bash
# Values for parameters whose types have names of the program's own: every device knows how large they are,
# and what number they hold, also where its driver tells the name alone.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"

cat >"$TMP/types.lua" <<'END'
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local function try(what, types, parameter, value, element)
  local source = ("%s __kernel void f(__global float *o, %s) { o[get_global_id(0)] = %s; }"):format(types, parameter, element)
  local good, message = pcall(function()
    local f = ctx:compile_function { source = source }
    local out = ctx:enqueue_create_buffer("float", 2)
    ctx:enqueue_function(f, out, value, { global = 2 })
    return tostring(out:tensor())
  end)
  print(what .. ": " .. tostring(message):gsub("^[^ ]*%.lua:%d+: ", ""))
end
try("float", "typedef float real;", "real x", 2.5, "x")
try("double", "typedef double real;", "real x", 2.5, "x")
try("int", "typedef int real;", "real x", 2.5, "x")
try("long", "typedef long real;", "real x", -2, "x")
try("uchar", "typedef uchar real;", "real x", 200, "x")
try("char", "typedef char real;", "const real x", 200, "x")
try("ulong", "typedef ulong real;", "real x", 1 << 40, "x")
try("float4", "typedef float4 real;", "real x", { 1, 2, 3, 4 }, "x.s3 + x.s0")
try("float3", "typedef float3 real;", "real x", { 1, 2, 3 }, "x.s2 + x.s0")
try("three for float4", "typedef float4 real;", "real x", { 1, 2, 3 }, "x.s2")
try("ushort8", "typedef ushort8 real;", "real x", { 1, 2, 3, 4, 5, 6, 7, 65535 }, "x.s7 + (float)x.s0")
try("struct", "struct pair { float a; int b; };", "struct pair x", string.pack("fi4", 1.5, 2), "x.a + x.b")
try("short struct", "struct pair { float a; int b; };", "struct pair x", string.pack("f", 1.5), "x.a + x.b")
try("number for struct", "typedef struct { float a; int b; } pair;", "pair x", 2.5, "x.a + x.b")
try("enum", "enum kind { A, B };", "enum kind x", 1, "x")
try("typedef of typedef", "typedef float one; typedef one two;", "two x", 0.5, "x")
END
wanted='float: float[2]{2.5, 2.5}
double: float[2]{2.5, 2.5}
int: invalid-argument: argument 2 of f (real x): 2.5 is not a whole number, as int needs
long: float[2]{-2, -2}
uchar: float[2]{200, 200}
char: invalid-argument: argument 2 of f (real x): 200 does not fit char (-128 to 127)
ulong: float[2]{1099511600000, 1099511600000}
float4: float[2]{5, 5}
float3: float[2]{4, 4}
three for float4: invalid-argument: argument 2 of f (real x): a list of 3 numbers for float4
ushort8: float[2]{65536, 65536}
struct: float[2]{3.5, 3.5}
short struct: layout-mismatch: argument 2 of f, struct pair x, has 8 bytes in the kernel and 4 here
number for struct: layout-mismatch: argument 2 of f, pair x, has 8 bytes in the kernel and 4 here
enum: float[2]{1, 1}
typedef of typedef: float[2]{0.5, 0.5}'
is "$("$WORKBENCH" lua "$TMP/types.lua" --device emulator 2>/dev/null)" "$wanted" "on the emulator"
if ! "$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:'; then
  skip "no OpenCL device is here" "on an OpenCL device"
elif sample_part "on OpenCL devices"; then
  is "$("$WORKBENCH" lua "$TMP/types.lua" --device opencl 2>/dev/null)" "$wanted" "on an OpenCL device"
fi
tap_finish
