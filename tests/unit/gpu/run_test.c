/* Host programs in Lua: what they print, what they fail with, and where. */
#include "gpu/run.h"

#include "base/str.h"
#include "tap.h"

/* What a run came to. */
struct seen {
  enum wb_status status;
  struct wb_error error;
  struct wb_str output;
  struct wb_gpu_result result;
};

static void add_output(void *data, const char *bytes, size_t length) {
  wb_str_add_bytes(data, bytes, length);
}

static const struct wb_gpu_file files[] = {
    {"add.cl",
     "__kernel void scalar_add(__global float *a, int n, float b) {\n"
     "  int i = get_global_id(0);\n"
     "  if (i < n) a[i] += b;\n"
     "}\n",
     122},
};

/* A script whose text is given, changed as `how` says before. */
static struct seen run_as(const char *text, struct wb_gpu_script script) {
  struct seen seen = {.status = WB_OK};
  static struct wb_gpu_file given[1];
  given[0] = files[0];
  given[0].length = strlen(given[0].bytes);
  wb_str_init(&seen.output);
  script.text = text;
  script.length = strlen(text);
  script.label = "test.lua";
  script.files = given;
  script.n_files = 1;
  script.host.cancel_fd = -1;
  script.write = add_output;
  script.data = &seen.output;
  wb_gpu_run(&script, &seen.result);
  seen.status = seen.result.status;
  seen.error = seen.result.error;
  return seen;
}

static void show_findings(const struct seen *seen) {
  size_t count = 0;
  const struct wb_finding *findings =
      seen->result.host != NULL ? wb_host_findings(seen->result.host, &count) : NULL;
  for (size_t i = 0; i < count; i++)
    printf("# line %u: %s of %s: %s\n", findings[i].host_line + findings[i].line,
           wb_finding_kind_name(findings[i].kind), findings[i].array, findings[i].message);
}

static void release(struct seen *seen) {
  wb_gpu_result_release(&seen->result);
  wb_str_release(&seen->output);
}

/* Whether a script ends well and prints this, sandboxed or not. */
static void prints(const char *text, const char *expected) {
  for (int sandboxed = 0; sandboxed < 2; sandboxed++) {
    struct seen seen = run_as(text, (struct wb_gpu_script){.sandboxed = sandboxed != 0});
    if (!CHECK_STRING(seen.output.data, expected)) show_findings(&seen);
    if (!CHECK(seen.status == WB_OK)) printf("# %s: %s\n", seen.error.where, seen.error.message);
    release(&seen);
  }
}

/* Whether a script fails so: `words` are in the message. */
static void fails(const char *text, enum wb_status status, const char *where, const char *words) {
  struct seen seen = run_as(text, (struct wb_gpu_script){.sandboxed = true});
  CHECK_STRING(wb_status_name(seen.status), wb_status_name(status));
  CHECK_STRING(seen.error.where, where);
  if (!CHECK(strstr(seen.error.message, words) != NULL)) printf("# %s\n", seen.error.message);
  release(&seen);
}

#define BEGIN                   \
  "local gpu = require 'gpu'\n" \
  "local ctx = gpu.DeviceContext()\n"

static void the_program_of_the_manual_runs(void) {
  struct seen seen = run_as(
      "local gpu = require 'gpu'\n"
      "if not gpu.has_accelerator() then print 'No GPU detected' else print 'GPU detected' end\n"
      "local ctx = gpu.DeviceContext()\n"
      "local host = ctx:enqueue_create_host_buffer('float', 20)\n"
      "ctx:synchronize()\n"
      "for i = 0, #host - 1 do host[i] = i end\n"
      "print('Original host buffer:', host)\n"
      "local dev = ctx:enqueue_create_buffer('float', 20)\n"
      "ctx:enqueue_copy { src = host, dst = dev }\n"
      "local scalar_add = ctx:compile_function('add.cl', 'scalar_add')\n"
      "ctx:enqueue_function(scalar_add, dev, 20, 20.0, { grid_dim = 1, block_dim = 20 })\n"
      "ctx:enqueue_copy { src = dev, dst = host }\n"
      "ctx:synchronize()\n"
      "print('Modified host buffer:', host)\n",
      (struct wb_gpu_script){.sandboxed = true});
  size_t count;
  if (!CHECK(seen.status == WB_OK)) printf("# %s: %s\n", seen.error.where, seen.error.message);
  CHECK(strstr(seen.output.data,
               "Modified host buffer:\tHostBuffer([20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, "
               "28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0])\n") !=
        NULL);
  wb_host_findings(seen.result.host, &count);
  CHECK_INT(count, 0);
  show_findings(&seen);
  release(&seen);
}

static void elements_of_all_types_are_read_and_written(void) {
  prints(
      BEGIN
      "for _, t in ipairs { 'char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong',\n"
      "                     'half', 'float', 'double' } do\n"
      "  for _, lanes in ipairs { '', '2', '3', '4', '8', '16' } do\n"
      "    local b = ctx:enqueue_create_host_buffer(t .. lanes, 3)\n"
      "    local value = {}\n"
      "    for i = 1, tonumber(lanes) or 1 do value[i] = i end\n"
      "    b[0] = lanes == '' and 1 or value\n"
      "    b[2] = 7\n"
      "    assert(#b == 3 and b:type() == t .. lanes)\n"
      "    local got = lanes == '' and { b[0] } or b[0]\n"
      "    for i = 1, #value do assert(got[i] == i) end\n"
      "    assert(#got == #value)\n"
      "    assert((lanes == '' and b[2] or b[2][#value]) == 7)\n"
      "  end\n"
      "end\n"
      "print 'good'",
      "good\n");
}

static void buffers_print_what_they_hold(void) {
  prints(BEGIN
         "local f = ctx:enqueue_create_host_buffer('float', 4)\n"
         "f[0] = 1 f[1] = -2.5 f[2] = 1e30 f[3] = 1/0\n"
         "print(f)\n"
         "local v = ctx:enqueue_create_host_buffer('float3', 1)\n"
         "v[0] = { 1, 2, 3.5 }\n"
         "print(v)\n"
         "local i = ctx:enqueue_create_host_buffer('ulong', 2)\n"
         "i[0] = 3 i[1] = -1\n"
         "print(i)\n"
         "local s = ctx:enqueue_create_host_buffer('struct', 1, { format = '<i2B' })\n"
         "s[0] = string.pack('<i2B', 258, 255)\n"
         "print(s, (string.unpack('<i2B', s[0])))\n"
         "print(ctx:enqueue_create_host_buffer('int', 0))\n"
         "print(ctx:enqueue_create_buffer('int4', 7))\n"
         "local many = ctx:enqueue_create_host_buffer('int', 1001)\n"
         "many:load(require 'tensor'.range('int', 1001))\n"
         "print(many)\n",
         "HostBuffer([1.0, -2.5, 1e+30, inf])\n"
         "HostBuffer([(1.0, 2.0, 3.5)])\n"
         "HostBuffer([3, 18446744073709551615])\n"
         "HostBuffer([0201ff])\t258\n"
         "HostBuffer([])\n"
         "DeviceBuffer(7 of int4, on the device)\n"
         "HostBuffer([0, 1, 2, …, 998, 999, 1000])\n");
}

static void tensors_go_in_and_out_without_a_loop(void) {
  prints(BEGIN
         "local tensor = require 'tensor'\n"
         "local t = tensor.range('float', { 2, 3 })\n"
         "local dev = ctx:enqueue_create_buffer('float', 6)\n"
         "ctx:enqueue_copy { src = t, dst = dev }\n"
         "print(dev:tensor { 2, 3 }:equal(t))\n"
         "local back = tensor.zeros('float', { 3, 2 })\n"
         "dev:enqueue_copy_to(back)\n"
         "print(back:at(2, 1))\n"
         "dev:enqueue_copy_from(t + 1)\n"
         "local part = dev:create_sub_buffer('float', 2, 2)\n"
         "print(part:tensor())\n"
         "ctx:enqueue_memset(part, 9)\n"
         "print(dev:tensor())\n"
         "dev:map_to_host(function(host) host[0] = 100 end)\n"
         "print(dev:map_to_host(function(host) return host[0], #host end))\n",
         "true\n5.0\nfloat[2]{3, 4}\nfloat[6]{1, 2, 9, 9, 5, 6}\n100.0\t6\n");
}

static void launches_take_values_by_their_parameters(void) {
  prints(
      BEGIN
      "local source = [[__kernel void f(__global float *out, int n, float x, float4 v, uchar c,\n"
      "  __local float *l, __global float *none) {\n"
      "  l[0] = x; out[0] = n + N; out[1] = l[0]; out[2] = v.w; out[3] = c; out[4] = none == 0; "
      "}]]\n"
      "local f = ctx:compile_function({ source = source }, 'f', { defines = { N = 4 } })\n"
      "print(f)\n"
      "local out = ctx:enqueue_create_buffer('float', 5)\n"
      "ctx:enqueue_function(f, out, 20, 20, { 1, 2, 3, 4 }, 200, gpu.Local('float', 1), gpu.null,\n"
      "  { global = 1, ['local'] = 1 })\n"
      "print(out:tensor())\n"
      "print(pcall(ctx.enqueue_function, ctx, f, out, 20.5, { grid_dim = 1, block_dim = 1 }))\n",
      "f(__global float *out, int n, float x, float4 v, uchar c, __local float *l, __global float "
      "*none)\nfloat[5]{24, 20, 4, 200, 1}\n"
      "false\tinvalid-argument: argument 2 of f (int n): 20.5 is not a whole number, as int "
      "needs\n");
}

static void mistakes_are_errors_with_their_line(void) {
  fails(BEGIN "local b = ctx:enqueue_create_host_buffer('float', 4)\nb[4] = 1", WB_ERR_SPEC,
        "test.lua:4", "index 4 is out of range: the buffer has 4 elements, counted from 0");
  fails(BEGIN "local b = ctx:enqueue_create_host_buffer('flaot', 4)", WB_ERR_SPEC, "test.lua:3",
        "did you mean 'float'?");
  fails(BEGIN "local b = ctx:enqueue_create_bufer('float', 4)", WB_ERR_SPEC, "test.lua:3",
        "did you mean 'enqueue_create_buffer'?");
  fails(BEGIN "local b = ctx:enqueue_create_host_buffer('int', 4)\nb[0] = 0.5", WB_ERR_SPEC,
        "test.lua:4", "0.5 is not a whole number");
  fails(BEGIN "ctx:compile_function('none.cl', 'f')", WB_ERR_NOT_FOUND, "test.lua:3",
        "there is no file 'none.cl'");
  fails(BEGIN "ctx:compile_function({ source = 'kernel void f() { x; }' }, 'f')", WB_ERR_COMPILE,
        "test.lua:3", "undeclared");
  fails("require 'gpu'.DeviceContext(99)", WB_ERR_USAGE, "test.lua:1", "99");
  fails("require 'gpu'.DeviceContext { api = 'cuda' }", WB_ERR_USAGE, "test.lua:1", "cuda");
  fails(BEGIN "local b = ctx:enqueue_create_buffer('int', 4)\nprint(b[0])", WB_ERR_USAGE,
        "test.lua:4", "lies on the device");
  fails(BEGIN
        "local f = ctx:compile_function('add.cl', 'scalar_add')\n"
        "ctx:enqueue_function(f, { grid = 1, block_dim = 1 })",
        WB_ERR_SPEC, "test.lua:4", "there is no 'grid'");
  fails(BEGIN "gpu.save('x.npy', ctx:enqueue_create_host_buffer('int', 0))", WB_ERR_REFUSED,
        "test.lua:3", "may write no files");
  fails("x = = 1", WB_ERR_SPEC, "test.lua:1", "unexpected symbol");
}

static void limits_end_a_script_that_catches_errors(void) {
  struct seen seen = run_as("while true do pcall(print, ('x'):rep(1000)) end",
                            (struct wb_gpu_script){.sandboxed = true, .output_bytes = 10000});
  CHECK(seen.status == WB_ERR_LIMIT);
  CHECK_INT(seen.output.length, 10000);
  CHECK_STRING(seen.error.where, "test.lua:1");
  release(&seen);
  seen = run_as("while true do pcall(error, 'x') end",
                (struct wb_gpu_script){.sandboxed = true, .time_ms = 100});
  CHECK(seen.status == WB_ERR_LIMIT);
  release(&seen);
  seen = run_as("local t = {} while true do t[#t + 1] = ('x'):rep(100000) .. #t end",
                (struct wb_gpu_script){.sandboxed = true, .memory_bytes = 10 << 20});
  CHECK(seen.status == WB_ERR_LIMIT);
  CHECK_STRING(seen.error.message, "the program uses more memory than it may (10 MiB)");
  release(&seen);
}

/* With any limit of memory a program comes to its end or is stopped by it. */
static void any_limit_of_memory_ends_in_an_error_or_not_at_all(void) {
  static const char text[] = BEGIN
      "local tensor = require 'tensor'\n"
      "local f = ctx:compile_function('add.cl', 'scalar_add', { defines = { A = 1, B = 2 } })\n"
      "local dev = ctx:enqueue_create_buffer('float', 4)\n"
      "dev:enqueue_copy_from(tensor.range('float', 4))\n"
      "dev:map_to_host(function(host) host[0] = 5 return tostring(host) end)\n"
      "ctx:enqueue_function(f, dev, 4, 1, { global = 4 })\n"
      "ctx:record_event():synchronize()\n"
      "local big = ('x'):rep(100000)\n"
      "print(dev:tensor(), dev:create_sub_buffer('int', 0, 2), ctx:create_queue())\n";
  int stopped = 0, ended = 0;
  for (uint64_t limit = 1000; limit < 420000; limit += 4993) {
    struct wb_gpu_script script = {.sandboxed = true, .memory_bytes = limit};
    struct seen seen = run_as(text, script);
    if (seen.status == WB_OK)
      ended++;
    else if (CHECK(seen.status == WB_ERR_LIMIT || (limit < 10000 && seen.status == WB_ERR_NOMEM)))
      stopped++;
    else
      printf("# %llu: %s\n", (unsigned long long)limit, seen.error.message);
    release(&seen);
  }
  CHECK(stopped > 10 && ended > 3);
  printf("# %d stopped, %d ended\n", stopped, ended);
}

static void the_last_write_counts_for_the_limit(void) {
  struct seen seen =
      run_as("print 'abc'", (struct wb_gpu_script){.sandboxed = true, .output_bytes = 3});
  CHECK(seen.status == WB_ERR_LIMIT);
  CHECK_STRING(seen.output.data, "abc");
  release(&seen);
  seen = run_as("print 'abc'", (struct wb_gpu_script){.sandboxed = true, .output_bytes = 4});
  CHECK(seen.status == WB_OK);
  release(&seen);
}

static void os_exit_ends_the_script_whatever_it_catches(void) {
  struct seen seen =
      run_as("print 'a'\npcall(os.exit, 3)\nprint 'b'", (struct wb_gpu_script){.sandboxed = false});
  CHECK(seen.status == WB_OK);
  CHECK_INT(seen.result.exit_code, 3);
  CHECK_STRING(seen.output.data, "a\n");
  release(&seen);
}

static void own_scripts_have_all_of_lua_and_others_do_not(void) {
  const char *const args[] = {"one", "two"};
  struct seen seen = run_as(
      "print(type(io.open), type(load), type(coroutine.wrap), type(string.dump), ...)\n"
      "print(arg[0], arg[2], #arg)",
      (struct wb_gpu_script){.args = args, .n_args = 2});
  CHECK_STRING(seen.output.data,
               "function\tfunction\tfunction\tfunction\tone\ttwo\ntest.lua\ttwo\t2\n");
  release(&seen);
  seen = run_as(
      "print(io, os, load, coroutine, string.dump, debug, dofile, ...)\n"
      "print(arg[0], arg[2], #arg)",
      (struct wb_gpu_script){.sandboxed = true, .args = args, .n_args = 2});
  CHECK_STRING(seen.output.data, "nil\tnil\tnil\tnil\tnil\tnil\tnil\tone\ttwo\ntest.lua\ttwo\t2\n");
  release(&seen);
}

int main(void) {
  tap_run("the program of the manual runs", the_program_of_the_manual_runs);
  tap_run("elements of all types are read and written", elements_of_all_types_are_read_and_written);
  tap_run("buffers print what they hold", buffers_print_what_they_hold);
  tap_run("tensors go in and out without a loop", tensors_go_in_and_out_without_a_loop);
  tap_run("launches take values by their parameters", launches_take_values_by_their_parameters);
  tap_run("mistakes are errors with their line", mistakes_are_errors_with_their_line);
  tap_run("limits end a script that catches errors", limits_end_a_script_that_catches_errors);
  tap_run("any limit of memory ends in an error, or not at all",
          any_limit_of_memory_ends_in_an_error_or_not_at_all);
  tap_run("the last write counts for the limit", the_last_write_counts_for_the_limit);
  tap_run("os.exit ends the script, whatever it catches",
          os_exit_ends_the_script_whatever_it_catches);
  tap_run("own scripts have all of Lua, and others do not",
          own_scripts_have_all_of_lua_and_others_do_not);
  return tap_finish();
}
