#include "report/array_shape.h"

#include <string.h>

#include "finding/trace.h"
#include "tap.h"

/* A trace with one array, "tile", of 12 ints, that is touched once. */
static struct wb_playback *open_made(void) {
  static unsigned char bytes[512];
  static const struct wb_trace_array tile = {"tile", WB_MEMORY_LOCAL, 4, 48, true, {0}};
  static const struct wb_trace_place place = {
      .line = 3, .column = 3, .bytes = 4, .access = WB_ACCESS_WRITE, .lane_bytes = 4};
  const struct wb_trace_launch launch = {
      .kernel = "sum", .dimensions = 1, .global = {2, 1, 1}, .local = {2, 1, 1}, .subgroup = 32};
  struct wb_trace_writer writer;
  struct wb_playback *playback = NULL;
  uint64_t length = 0;
  const int value = 1;
  wb_trace_begin(&writer, bytes, sizeof bytes, &length, &launch);
  wb_trace_put_array(&writer, &tile);
  wb_trace_put_place(&writer, &place);
  wb_trace_put(&writer, WB_TRACE_GROUP, 0);
  wb_trace_put(&writer, WB_TRACE_ITEM, 0);
  wb_trace_put_access(&writer, 0, 0, &value, sizeof value, 0);
  wb_trace_finish(&writer);
  CHECK_INT(wb_playback_open(&playback, bytes, (size_t)length, NULL), WB_OK);
  return playback;
}

static void check_row(const char *source, uint64_t expected) {
  struct wb_playback *playback = open_made();
  const struct wb_array_facts facts = {.playback = playback, .source = source};
  if (playback == NULL) return;
  CHECK_INT(wb_array_row_length(&facts, 0), expected);
  wb_playback_free(playback);
}

static void a_declaration_says_how_long_rows_are(void) {
  check_row("__local float tile[3][4];", 4);
  check_row("#define WIDE 3\n#define W (WIDE + 1)\n__local float tile[3][W];", 4);
  check_row("__local float tile[12];", 0);
  check_row("#define A B\n#define B A\n__local float tile[2][A];", 0);
  check_row("#define A B+B+B+B+B\n#define B C+C+C+C+C\n#define C 1\n__local float tile[2][A];", 0);
}

static void comments_and_strings_declare_nothing(void) {
  check_row("// tile[2][6] of a block\n__local float tile[3][4];", 4);
  check_row("/* tile[2][6] */ __local float tile /* [2] */ [3][4 /* + 2 */];", 4);
  check_row("printf(\"tile[2][6]\"); __local float tile[3][4];", 4);
  check_row("/*\n#define W 6\n*/\n#define W 4\n__local float tile[3][W];", 4);
}

static void a_source_has_the_names_of_its_code(void) {
  CHECK(wb_source_has_name("__kernel void sum(int n) {}", "sum"));
  CHECK(!wb_source_has_name("__kernel void sums(int n) {} // sum, \"sum\"", "sum"));
  CHECK(!wb_source_has_name("\"sum\" /* sum */", "sum"));
}

int main(void) {
  tap_run("a declaration says how long rows are", a_declaration_says_how_long_rows_are);
  tap_run("comments and strings declare nothing", comments_and_strings_declare_nothing);
  tap_run("a source has the names of its code", a_source_has_the_names_of_its_code);
  return tap_finish();
}
