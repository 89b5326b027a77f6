/* Drawings of hostile and damaged traces: always text, always XML. */
#include "report/drawing.h"

#include <stdlib.h>

#include "unit/playback/made.h"

static const struct wb_trace_launch cube = {.kernel = "<k> & \"k\"",
                                            .dimensions = 3,
                                            .global = {2, 2, 4},
                                            .local = {2, 1, 2},
                                            .subgroup = 32};

/* Elements are closed in order, and every ampersand begins an entity. */
static bool is_xml(const char *text) {
  const char *open[32];
  size_t lengths[32], depth = 0;
  const char *at = strstr(text, "?>");
  bool good = at != NULL;
  at = good ? at + 2 : text;
  for (; good && *at != '\0'; at++) {
    if (*at == '&') {
      const size_t length = strcspn(at, ";");
      good = length < 7 &&
             (at[1] == '#' || strncmp(at, "&lt;", 4) == 0 || strncmp(at, "&gt;", 4) == 0 ||
              strncmp(at, "&amp;", 5) == 0 || strncmp(at, "&quot;", 6) == 0);
    }
    if ((unsigned char)*at < ' ' && *at != '\n') good = false;
    if (*at != '<') continue;
    const char *end = strchr(at, '>');
    if (end == NULL) return false;
    const bool closes = at[1] == '/';
    const char *name = at + 1 + closes;
    const size_t length = strcspn(name, " />");
    if (closes)
      good = depth > 0 && lengths[--depth] == length && strncmp(open[depth], name, length) == 0;
    else if (end[-1] != '/' && depth < 32)
      open[depth] = name, lengths[depth++] = length;
    at = end;
  }
  return good && depth == 0;
}

static void draw_both(const struct wb_playback *p, size_t group_index, size_t step) {
  struct wb_picture picture;
  struct wb_document text = {0};
  struct wb_str svg;
  const struct wb_drawing drawing = {.picture = &picture, .source = "one\ntwo <&>\n"};
  wb_str_init(&svg);
  wb_picture_make(&picture, p, &(struct wb_picture_wish){.group = group_index, .step = step});
  wb_drawing_svg(&drawing, &svg);
  wb_drawing_text(&drawing, 60, &text);
  if (!CHECK(is_xml(svg.data))) printf("# %.300s\n", svg.data);
  CHECK(text.n_lines > 1);
  wb_document_release(&text);
  wb_str_release(&svg);
  wb_picture_release(&picture);
}

static void make(struct made *made) {
  const struct wb_trace_array odd = {"a\xff<\"&'", WB_MEMORY_GLOBAL, 4, 400, true, {0}};
  made_begin(made, &cube);
  const struct wb_trace_place place = {.line = 2,
                                       .array = wb_trace_put_array(&made->writer, &odd),
                                       .bytes = 4,
                                       .access = WB_ACCESS_WRITE,
                                       .lane_bytes = 4};
  const uint32_t writes = wb_trace_put_place(&made->writer, &place);
  for (uint64_t g = 0; g < 2; g++) {
    group(made, g);
    for (uint64_t i = 0; i < 4; i++) {
      item(made, i);
      touch(made, READ + A, i, 3);
      touch(made, WRITE + TILE, i & 1, 4);
      touch(made, writes, 20 * i, 1);
      refuse(made, READ + OUT, (int64_t)i - 9000000);
      wait_here(made);
    }
    put(made, WB_TRACE_PASS);
    for (uint64_t i = 0; i < 4; i++) {
      item(made, i);
      touch(made, UPDATE, 7, 1);
    }
  }
  wb_trace_finish(&made->writer);
}

static void names_are_escaped(void) {
  struct made made;
  struct wb_playback *p = NULL;
  make(&made);
  CHECK(wb_playback_open(&p, made.bytes, (size_t)made.length, NULL) == WB_OK);
  for (size_t g = 0; g < wb_playback_groups(p); g++) draw_both(p, g, WB_PLAYBACK_NONE);
  for (size_t i = 0; i < wb_playback_steps(p); i++) draw_both(p, wb_playback_step(p, i).group, i);
  wb_playback_free(p);
}

static void damaged_traces_are_drawn_as_far_as_they_go(void) {
  struct made made;
  uint64_t seed = 88172645463325252U;
  make(&made);
  for (int round = 0; round < 600; round++) {
    struct wb_playback *p = NULL;
    const size_t length = (size_t)made.length;
    unsigned char *copy = malloc(length);
    memcpy(copy, made.bytes, length);
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    copy[seed % length] = (unsigned char)(seed >> 32);
    if (wb_playback_open(&p, copy, length, NULL) == WB_OK && wb_playback_groups(p) > 0)
      draw_both(p, 0, WB_PLAYBACK_NONE);
    wb_playback_free(p);
    free(copy);
  }
}

int main(void) {
  tap_run("names are escaped", names_are_escaped);
  tap_run("damaged traces are drawn as far as they go", damaged_traces_are_drawn_as_far_as_they_go);
  return tap_finish();
}
