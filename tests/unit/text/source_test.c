#include <stdlib.h>

#include "show.h"
#include "tap.h"

static void check_in(enum wb_source_kind language, const char *source, const char *expected) {
  struct wb_document document = {0};
  wb_source_render(language, source, strlen(source), &document);
  char *shown = show(&document, true);
  CHECK_STRING(shown, expected);
  free(shown);
  wb_document_release(&document);
}

static void check(const char *source, const char *expected) {
  check_in(WB_SOURCE_OPENCL_C, source, expected);
}

static void words_have_their_styles(void) {
  check("__kernel void f(global float4 *a) {",
        "{keyword:__kernel} {type:void} f({keyword:global} {type:float4} *a) {\n");
  check("uint i = get_global_id(0);", "{type:uint} i = {builtin:get_global_id}({number:0});\n");
  check("float5 floaty as_int4 vload3 barrier(CLK_LOCAL_MEM_FENCE)",
        "float5 floaty {builtin:as_int4} {builtin:vload3} "
        "{builtin:barrier}({builtin:CLK_LOCAL_MEM_FENCE})\n");
  check("image2d_t x; half8 h; size_t n; uchar16 c;",
        "{type:image2d_t} x; {type:half8} h; {type:size_t} n; {type:uchar16} c;\n");
}

static void numbers_are_whole(void) {
  check("1.0f+0x1Fp-3 .5e+2 3ul a1 x.s0",
        "{number:1.0f}+{number:0x1Fp-3} {number:.5e+2} {number:3ul} a1 x.s0\n");
}

static void strings_end_with_their_quote_or_line(void) {
  check("\"a\\\"b\" 'c' \"open\nif",
        "{string:\"a\\\"b\"} {string:'c'} {string:\"open}\n{keyword:if}\n");
  check("\"/* no */\"", "{string:\"/* no */\"}\n");
}

static void comments_span_lines(void) {
  check("a /* x\n if\n*/ b // c \\\nd\ne",
        "a {comment:/* x}\n{comment: if}\n{comment:*/} b {comment:// c \\}\n{comment:d}\ne\n");
  check("/*/ x */ y", "{comment:/*/ x */} y\n");
  check("/* open", "{comment:/* open}\n");
}

static void directives_are_marked(void) {
  check("#define N 4\n  # include <a.h>\n#include \"b\"\nx # y\n + # z",
        "{directive:#define} N {number:4}\n  {directive:# include} {string:<a.h>}\n"
        "{directive:#include} {string:\"b\"}\nx # y\n + # z\n");
}

static void cuda_has_words_of_its_own(void) {
  check_in(WB_SOURCE_CUDA, "__global__ void f(float *a) { a[threadIdx.x] = 1; }",
           "{builtin:__global__} {type:void} f({type:float} *a) { a[{builtin:threadIdx}.x] = "
           "{number:1}; }\n");
  check("threadIdx", "threadIdx\n");
}

static void mojo_has_comments_texts_and_keywords(void) {
  check_in(WB_SOURCE_MOJO, "fn f(n: Int): # if\n  var i2 = 12\n  print(\"# in\", i)",
           "{keyword:fn} f(n: Int): {comment:# if}\n  {keyword:var} i2 = {number:12}\n"
           "  print({string:\"# in\"}, i)\n");
  check_in(WB_SOURCE_MOJO, "\"open\nif", "{string:\"open}\n{keyword:if}\n");
  check_in(WB_SOURCE_MOJO, "#", "{comment:#}\n");
}

static void lines_are_those_of_the_file(void) {
  check("", "");
  check("a", "a\n");
  check("a\n", "a\n");
  check("a\n\nb\n", "a\n\nb\n");
  check("a\r\n\tb\r\n", "a\n    b\n");
}

/* A line of a megabyte takes no longer than its bytes. */
static void long_lines_are_quick(void) {
  size_t length = 1 << 20;
  char *source = wb_alloc(length + 1);
  struct wb_document document = {0};
  for (size_t i = 0; i < length; i++) source[i] = ";)a+1 ("[i % 7];
  wb_source_render(WB_SOURCE_OPENCL_C, source, length, &document);
  CHECK_INT(document.n_lines, 1);
  CHECK_INT(wb_line_width(&document.lines[0]), length);
  wb_document_release(&document);
  free(source);
}

static void odd_bytes_are_harmless(void) { check("\x1b[2J \xff é", "␛[{number:2J} \uFFFD é\n"); }

static void check_lua(const char *source, const char *expected) {
  check_in(WB_SOURCE_LUA, source, expected);
}

static void lua_has_words_of_its_own(void) {
  check_lua("local case = ...", "{keyword:local} case = ...\n");
  check_lua("if not x then return nil end",
            "{keyword:if} {keyword:not} x {keyword:then} {keyword:return} {keyword:nil} "
            "{keyword:end}\n");
  check_lua("float int static end_of", "float int static end_of\n");
  check_lua("case.x // 2 #t", "case.x // {number:2} #t\n");
}

static void lua_has_comments_and_strings_of_its_own(void) {
  check_lua("x -- for 'one\ny", "x {comment:-- for 'one}\ny\n");
  check_lua("--[[ if\nif ]] x --[==[ ]] ]==] y -- z",
            "{comment:--[[ if}\n{comment:if ]]} x {comment:--[==[ ]] ]==]} y {comment:-- z}\n");
  check_lua("f [[if\nend]] t[t[1]]", "f {string:[[if}\n{string:end]]} t[t[{number:1}]]\n");
  check_lua("'a\\'b' \"c", "{string:'a\\'b'} {string:\"c}\n");
  check_lua("--[[ open\nif", "{comment:--[[ open}\n{comment:if}\n");
  check_lua("[=", "[=\n");
  check_lua("-", "-\n");
}

static void lua_has_numbers_of_its_own(void) {
  check_lua("0x1Fp-3 1e+5 .5 3..4 a..1 2-1",
            "{number:0x1Fp-3} {number:1e+5} {number:.5} {number:3..4} a..{number:1} "
            "{number:2}-{number:1}\n");
}

static void files_have_languages(void) {
  CHECK_INT(wb_source_kind_of_file("a/b.lua"), WB_SOURCE_LUA);
  CHECK_INT(wb_source_kind_of_file("accepted.cu"), WB_SOURCE_CUDA);
  CHECK_INT(wb_source_kind_of_file("accepted.mojo"), WB_SOURCE_MOJO);
  CHECK_INT(wb_source_kind_of_file("a.lua/b.cl"), WB_SOURCE_OPENCL_C);
  CHECK_INT(wb_source_kind_of_file(NULL), WB_SOURCE_OPENCL_C);
}

int main(void) {
  tap_run("words of C alone are no keywords in Lua", lua_has_words_of_its_own);
  tap_run("comments and strings of Lua have their styles", lua_has_comments_and_strings_of_its_own);
  tap_run("numbers of Lua are whole", lua_has_numbers_of_its_own);
  tap_run("a file's ending says its language", files_have_languages);

  tap_run("keywords, types and builtins have their styles", words_have_their_styles);
  tap_run("numbers are whole, with exponents and suffixes", numbers_are_whole);
  tap_run("strings end with their quote or their line", strings_end_with_their_quote_or_line);
  tap_run("comments span lines", comments_span_lines);
  tap_run("directives begin lines only", directives_are_marked);
  tap_run("CUDA has words of its own", cuda_has_words_of_its_own);
  tap_run("Mojo has comments, texts and keywords", mojo_has_comments_texts_and_keywords);
  tap_run("a document has the lines of the file", lines_are_those_of_the_file);
  tap_run("long lines are quick", long_lines_are_quick);
  tap_run("odd bytes are harmless", odd_bytes_are_harmless);
  return tap_finish();
}
