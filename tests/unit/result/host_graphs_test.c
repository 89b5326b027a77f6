/* What is said of graphs on its way from a program's process: cleaned, cut, and part of the JSON.
 */
#include "base/str.h"
#include "result/host_result.h"
#include "tap.h"

static void one_after_the_other(void) {
  struct wb_str graphs;
  wb_str_init(&graphs);
  wb_host_graphs_add(&graphs, "one", 3);
  wb_host_graphs_add(&graphs, "two\n\n  more\n", 12);
  CHECK_STRING(graphs.data, "one\n\ntwo\n\n  more\n");
  wb_str_release(&graphs);
}

static void commands_no_terminal(void) {
  struct wb_str graphs;
  wb_str_init(&graphs);
  wb_host_graphs_add(&graphs, "a\33[31m\r\n\0\xff", 10);
  CHECK_STRING(graphs.data, "a␛[31m\n␀�\n");
  wb_str_release(&graphs);
}

/* Pieces of so many bytes, of lines of so many, each of which is `letter`. */
static void fills_up(size_t piece, size_t line, const char *letter, size_t times) {
  static const char last[] = "Nothing more is shown of the graphs.\n";
  struct wb_str text, graphs;
  wb_str_init(&text);
  wb_str_init(&graphs);
  while (text.length < piece) {
    wb_str_add(&text, letter);
    if (line > 0 && text.length % line == 0) wb_str_add_char(&text, '\n');
  }
  for (size_t i = 0; i < times; i++) wb_host_graphs_add(&graphs, text.data, text.length);
  CHECK(graphs.length <= WB_HOST_GRAPHS_MAX);
  CHECK(wb_ends_with(graphs.data, last));
  CHECK(strstr(graphs.data, last) == graphs.data + graphs.length - strlen(last));
  if (line > 0) CHECK(graphs.length > WB_HOST_GRAPHS_MAX - 4 * line - piece % WB_HOST_GRAPHS_MAX);
  wb_str_release(&text);
  wb_str_release(&graphs);
}

static void has_an_end(void) {
  fills_up(1000, 50, "x", 100);
  fills_up(200000, 50, "x", 1);
  fills_up(200000, 0, "x", 3);
  fills_up(200000, 0, "\r\n", 2);
  fills_up(60000, 0, "\33", 2);
  fills_up(WB_HOST_GRAPHS_MAX + 1, 64, "y", 1);
}

static char *json_with(const char *graphs) {
  struct wb_host_result result = {.script = wb_strdup("a.lua"),
                                  .detail = wb_strdup(""),
                                  .file = wb_strdup(""),
                                  .output = wb_strdup(""),
                                  .graphs = graphs != NULL ? wb_strdup(graphs) : NULL};
  struct wb_str out;
  wb_str_init(&out);
  wb_host_result_print(&result, &out);
  wb_host_result_release(&result);
  return wb_str_detach(&out);
}

static void comes_back(const char *graphs, const char *expected) {
  char *json = json_with(graphs);
  struct wb_host_result result;
  CHECK(wb_host_result_read(json, strlen(json), &result, NULL) == WB_OK);
  if (expected == NULL)
    CHECK(result.graphs == NULL);
  else
    CHECK_STRING(result.graphs, expected);
  CHECK((strstr(json, "\"graphs\"") == NULL) == (graphs == NULL));
  wb_host_result_release(&result);
  free(json);
}

static void travels_as_json(void) {
  comes_back(NULL, NULL);
  comes_back("", NULL);
  comes_back("\n", NULL);
  comes_back("Graph a\n\nkernel  1\n", "Graph a\n\nkernel  1\n");
  comes_back("Graph \33[2J", "Graph ␛[2J\n");
}

int main(void) {
  tap_run("texts follow each other, an empty line between them", one_after_the_other);
  tap_run("what is in them commands no terminal", commands_no_terminal);
  tap_run("there is an end, which says so once", has_an_end);
  tap_run("they travel as JSON, and are cleaned where they come from", travels_as_json);
  return tap_finish();
}
