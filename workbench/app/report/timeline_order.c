#include "report/timeline_order.h"

#include <stdlib.h>

#include "report/drawing_plan.h"
#include "report/svg.h"
#include "report/timeline.h"
#include "text/columns.h"

/* ---- the order ---------------------------------------------------------------------------- */

static bool is_wait(const struct wb_timeline_entry *entry) {
  return wb_timeline_is_of_host(entry->kind) && entry->kind != WB_TIMELINE_COMPILE;
}

/* An event is only a place in its queue. */
static bool is_command(const struct wb_timeline_entry *entry) {
  return entry->kind <= WB_TIMELINE_FILL;
}

static uint32_t later_of(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* The last column of what the entry waits for by events. */
static uint32_t column_before(const struct wb_timeline_steps *steps,
                              const struct wb_timeline *timeline,
                              const struct wb_timeline_entry *entry) {
  uint32_t column = 0;
  for (size_t i = 0; i < entry->n_after; i++) {
    const struct wb_timeline_entry *earlier =
        wb_timeline_steps_before(steps, timeline, entry->after[i]);
    if (earlier != NULL)
      column = later_of(column, steps->items[earlier - timeline->entries].column);
  }
  return column;
}

/* The last column of a context's queues: the host waits for them. */
static uint32_t column_of_context(const struct wb_timeline *timeline, const uint32_t *reached,
                                  uint32_t context) {
  uint32_t column = 0;
  for (size_t lane = 1; lane < timeline->n_lanes; lane++)
    if (timeline->lanes[lane].context == context) column = later_of(column, reached[lane]);
  return column;
}

void wb_timeline_steps_make(struct wb_timeline_steps *steps, const struct wb_timeline *timeline) {
  uint32_t *reached = wb_alloc((timeline->n_lanes + 1) * sizeof *reached); /* columns of lanes */
  size_t *last = wb_alloc((timeline->n_lanes + 1) * sizeof *last);
  *steps = (struct wb_timeline_steps){
      .items = wb_alloc((timeline->n_entries + 1) * sizeof *steps->items)};
  for (size_t i = 0; i < timeline->n_entries; i++) {
    const struct wb_timeline_entry *entry = &timeline->entries[i];
    struct wb_timeline_step *step = &steps->items[i];
    uint32_t *own = &reached[entry->lane];
    *own = later_of(*own, column_before(steps, timeline, entry));
    /* What the program asks for after a wait comes after it. */
    if (is_command(entry))
      *own = later_of(*own, reached[0]);
    else if (is_wait(entry))
      *own = later_of(*own, column_of_context(timeline, reached, entry->context));
    if (is_command(entry) || is_wait(entry)) {
      step->number = ++steps->shown;
      step->column = ++*own;
      last[entry->lane] = i + 1;
      steps->columns = later_of(steps->columns, step->column);
    }
    step->command = last[entry->lane];
  }
  free(last);
  free(reached);
}

void wb_timeline_steps_release(struct wb_timeline_steps *steps) {
  free(steps->items);
  *steps = (struct wb_timeline_steps){.items = NULL};
}

const struct wb_timeline_entry *wb_timeline_steps_before(const struct wb_timeline_steps *steps,
                                                         const struct wb_timeline *timeline,
                                                         uint64_t id) {
  const struct wb_timeline_entry *entry = wb_timeline_entry(timeline, id);
  if (entry == NULL) return NULL;
  return wb_timeline_entry(timeline, steps->items[entry - timeline->entries].command);
}

/* ---- the picture ---------------------------------------------------------------------------- */

/* Pixels. */
static const double BOX_WIDTH = 128, BOX_HEIGHT = 42, GAP = 26, ROW = 62, PAD = 8;

struct picture {
  const struct wb_timeline *timeline;
  const struct wb_timeline_steps *steps;
  struct wb_svg svg;
  double left;      /* of the first column */
  uint32_t columns; /* that are drawn */
};

static double x_of(const struct picture *picture, uint32_t column) {
  return picture->left + GAP / 2 + (BOX_WIDTH + GAP) * (column - 1);
}

static double y_of(uint32_t lane) { return ROW * lane + (ROW - BOX_HEIGHT) / 2; }

static const char *fill_of(const struct wb_timeline_entry *entry) {
  if (entry->kind == WB_TIMELINE_KERNEL) return "#0a7d5a";
  if (entry->kind == WB_TIMELINE_FILL) return "#6b4bc0";
  return is_wait(entry) ? "#555b66" : "#0b63a5";
}

/* A box has two lines: what it is, and of how much. */
static const char *first_line(const struct wb_timeline_entry *entry) {
  static const char *const words[WB_TIMELINE_KIND_COUNT] = {
      [WB_TIMELINE_COPY_TO_DEVICE] = "copy to device",
      [WB_TIMELINE_COPY_TO_HOST] = "copy to host",
      [WB_TIMELINE_COPY_ON_DEVICE] = "copy",
      [WB_TIMELINE_COPY_BETWEEN] = "copy across",
      [WB_TIMELINE_COPY_ON_HOST] = "copy on host",
      [WB_TIMELINE_FILL] = "fill",
      [WB_TIMELINE_SYNCHRONIZE] = "waits",
      [WB_TIMELINE_EVENT_WAIT] = "waits",
      [WB_TIMELINE_MAP] = "waits"};
  return entry->kind == WB_TIMELINE_KERNEL ? entry->name : words[entry->kind];
}

static void add_second_line(const struct picture *picture, const struct wb_timeline_entry *entry,
                            struct wb_str *out) {
  if (entry->kind == WB_TIMELINE_KERNEL)
    wb_str_addf(out, "launch %u", wb_timeline_launch_number(picture->timeline, entry));
  else if (entry->kind == WB_TIMELINE_SYNCHRONIZE)
    wb_str_addf(out, "for context %u", entry->context);
  else if (entry->kind == WB_TIMELINE_EVENT_WAIT)
    wb_str_add(out, "for an event");
  else
    wb_str_addf(out, "%s%llu bytes", entry->kind == WB_TIMELINE_MAP ? "map " : "",
                (unsigned long long)entry->bytes);
}

static void draw_line(struct picture *picture, double x, double y, bool bold, struct wb_str *text) {
  const double letter = wb_svg_text_width("m", WB_SMALL_SIZE);
  const size_t room = (size_t)((BOX_WIDTH - 12) / letter);
  if (wb_text_width(text->data) > room) {
    text->length = wb_text_fit(text->data, room - 1);
    text->data[text->length] = '\0';
    wb_str_add(text, "…");
  }
  wb_svg_text(&picture->svg, x + 7, y,
              &(struct wb_svg_font){.size = WB_SMALL_SIZE, .fill = "#ffffff", .bold = bold},
              text->data);
}

static void draw_box(struct picture *picture, const struct wb_timeline_entry *entry) {
  const struct wb_timeline_step *step = &picture->steps->items[entry - picture->timeline->entries];
  const double x = x_of(picture, step->column), y = y_of(entry->lane);
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "%u: ", step->number);
  wb_timeline_label(entry, &text);
  wb_svg_begin(&picture->svg, text.data);
  wb_svg_rectangle(&picture->svg, x, y, BOX_WIDTH, BOX_HEIGHT,
                   &(struct wb_svg_look){.fill = fill_of(entry), .radius = 5});
  wb_str_clear(&text);
  wb_str_addf(&text, "%u %s", step->number, first_line(entry));
  draw_line(picture, x, y + 17, true, &text);
  wb_str_clear(&text);
  add_second_line(picture, entry, &text);
  draw_line(picture, x, y + 33, false, &text);
  wb_svg_end(&picture->svg);
  wb_str_release(&text);
}

/* From what it waits for in another queue. */
static void draw_arrows(struct picture *picture, const struct wb_timeline_entry *entry) {
  const struct wb_timeline *timeline = picture->timeline;
  const uint32_t column = picture->steps->items[entry - timeline->entries].column;
  for (size_t i = 0; i < entry->n_after; i++) {
    const struct wb_timeline_entry *earlier =
        wb_timeline_steps_before(picture->steps, timeline, entry->after[i]);
    if (earlier == NULL || earlier->lane == entry->lane) continue;
    const uint32_t from = picture->steps->items[earlier - timeline->entries].column;
    wb_svg_route(
        &picture->svg,
        &(struct wb_svg_end){.x = x_of(picture, from) + BOX_WIDTH,
                             .y = y_of(earlier->lane) + BOX_HEIGHT / 2},
        &(struct wb_svg_end){.x = x_of(picture, column), .y = y_of(entry->lane) + BOX_HEIGHT / 2},
        &(struct wb_svg_look){.stroke = WB_INK, .stroke_width = 1.3}, false);
  }
}

static void draw_lane(struct picture *picture, uint32_t lane) {
  struct wb_str label;
  wb_str_init(&label);
  wb_timeline_lane_label(picture->timeline, lane, &label);
  wb_svg_rectangle(&picture->svg, picture->left, ROW * lane + 3,
                   (BOX_WIDTH + GAP) * picture->columns, ROW - 6,
                   &(struct wb_svg_look){.fill = "#f3f5f7", .radius = 4});
  wb_svg_text(&picture->svg, picture->left - PAD, ROW * lane + ROW / 2 + 4.5,
              &(struct wb_svg_font){.size = 13, .fill = WB_INK, .bold = true, .anchor = WB_SVG_END},
              label.data);
  wb_str_release(&label);
}

static bool is_drawn(const struct picture *picture, size_t index) {
  const struct wb_timeline_step *step = &picture->steps->items[index];
  return step->number > 0 && step->column <= picture->columns;
}

void wb_timeline_steps_svg(const struct wb_timeline_steps *steps,
                           const struct wb_timeline *timeline, struct wb_str *out) {
  struct picture picture = {.timeline = timeline,
                            .steps = steps,
                            .left = wb_timeline_labels_width(timeline) + PAD,
                            .columns = steps->columns < WB_TIMELINE_MOST_COLUMNS
                                           ? steps->columns
                                           : (uint32_t)WB_TIMELINE_MOST_COLUMNS};
  wb_svg_init(&picture.svg);
  picture.svg.in_page = true;
  for (uint32_t lane = 0; lane < timeline->n_lanes; lane++) draw_lane(&picture, lane);
  for (size_t i = 0; i < timeline->n_entries; i++)
    if (is_drawn(&picture, i)) draw_box(&picture, &timeline->entries[i]);
  for (size_t i = 0; i < timeline->n_entries; i++)
    if (is_drawn(&picture, i)) draw_arrows(&picture, &timeline->entries[i]);
  wb_svg_finish_inline(&picture.svg,
                       "The commands of each queue from left to right, each as far left as what it "
                       "has to wait for allows; the list below says the same in words.",
                       out);
}
