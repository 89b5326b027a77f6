/* A timeline as SVG: a row for each lane, boxes for what ran, thin lines for what waited, arrows
 * for what it waited for. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/drawing_plan.h"
#include "report/timeline.h"
#include "report/write.h"
#include "text/columns.h"

/* Pixels. */
static const double MARGIN = 28, CHART = 1100, ROW = 46, BOX = 26, LEAST_BOX = 2;
/* Beyond these a picture is too large for who reads it. */
enum { MOST_BOXES = 2000, MOST_ARROWS = 200 };

struct picture {
  const struct wb_timeline *timeline;
  struct wb_time_axis axis;
  struct wb_svg svg;
  double left, top; /* of the chart */
};

/* ---- colours ------------------------------------------------------------------------------ */

static const struct colour {
  const char *fill, *ink, *words;
} colours[] = {
    {"#11703c", "#ffffff", "kernel"},         {"#0b63a5", "#ffffff", "copy"},
    {"#6b4fa0", "#ffffff", "fill"},           {"#8a5a00", "#ffffff", "compile"},
    {"#d0d5dc", "#1b1f24", "the host waits"}, {"#6a737d", "#ffffff", "event"},
};
enum { N_COLOURS = sizeof colours / sizeof colours[0] };

static size_t colour_of(enum wb_timeline_kind kind) {
  if (kind == WB_TIMELINE_KERNEL) return 0;
  if (kind >= WB_TIMELINE_COPY_TO_DEVICE && kind <= WB_TIMELINE_COPY_ON_HOST) return 1;
  if (kind == WB_TIMELINE_FILL) return 2;
  if (kind == WB_TIMELINE_COMPILE) return 3;
  return wb_timeline_is_of_host(kind) ? 4 : 5;
}

/* ---- places ------------------------------------------------------------------------------- */

static double x_of(const struct picture *picture, uint64_t ns) {
  return picture->left + CHART * wb_time_axis_place(&picture->axis, ns);
}

static double y_of(const struct picture *picture, uint32_t lane) {
  return picture->top + ROW * lane + (ROW - BOX) / 2;
}

/* ---- entries ------------------------------------------------------------------------------ */

static void add_moment(struct wb_str *out, const char *word, uint64_t ns) {
  wb_str_addf(out, "\n%s %.3f ms", word, (double)ns / 1e6);
}

/* What is said when it is pointed at. */
static void entry_title(const struct wb_timeline_entry *entry, size_t number, struct wb_str *out) {
  wb_str_addf(out, "%zu: ", number);
  wb_timeline_label(entry, out);
  if (entry->line > 0) wb_str_add_char(out, '\n');
  wb_timeline_place(entry, out);
  if (entry->enqueued < entry->started || !entry->has_started)
    add_moment(out, "enqueued at", entry->enqueued);
  if (entry->has_started) add_moment(out, "started at", entry->started);
  if (entry->has_ended) {
    wb_str_add(out, "\ntook ");
    wb_write_time(out, entry->ended - entry->started);
  }
  for (size_t i = 0; i < entry->n_after; i++)
    wb_str_addf(out, "%s%" PRIu64, i == 0 ? "\nafter " : ", ", entry->after[i]);
  if (entry->findings > 0) wb_str_addf(out, "\nfindings: %u", entry->findings);
  if (entry->state != WB_TIMELINE_DONE)
    wb_str_addf(out, "\n%s", entry->state == WB_TIMELINE_FAILED ? "failed" : "did not end");
}

/* As much of its label as the box has room for. */
static void draw_label(struct picture *picture, const struct wb_timeline_entry *entry, double x,
                       double y, double width, const char *ink) {
  struct wb_str label;
  wb_str_init(&label);
  wb_timeline_label(entry, &label);
  const double letter = wb_svg_text_width("m", WB_SMALL_SIZE);
  const size_t room = width > 10 ? (size_t)((width - 8) / letter) : 0;
  if (wb_text_width(label.data) > room && room >= 4) {
    label.length = wb_text_fit(label.data, room - 1);
    label.data[label.length] = '\0';
    wb_str_add(&label, "…");
  }
  if (room >= 4)
    wb_svg_text(&picture->svg, x + 5, y + BOX / 2 + 4,
                &(struct wb_svg_font){.size = WB_SMALL_SIZE, .fill = ink}, label.data);
  wb_str_release(&label);
}

static void draw_entry(struct picture *picture, size_t index) {
  const struct wb_timeline_entry *entry = &picture->timeline->entries[index];
  const struct colour *colour = &colours[colour_of(entry->kind)];
  const bool failed = entry->state == WB_TIMELINE_FAILED, ran = entry->has_ended;
  const double y = y_of(picture, entry->lane), queued = x_of(picture, entry->enqueued);
  const double x = ran ? x_of(picture, entry->started) : queued;
  double width = ran ? x_of(picture, entry->ended) - x : 6;
  struct wb_str title;
  wb_str_init(&title);
  entry_title(entry, index + 1, &title);
  if (width < LEAST_BOX) width = LEAST_BOX;
  wb_svg_begin(&picture->svg, title.data);
  if (queued + 1 < x)
    wb_svg_line(&picture->svg, queued, y + BOX + 3, x, y + BOX + 3,
                &(struct wb_svg_look){.stroke = colour->fill, .stroke_width = 1.5});
  wb_svg_rectangle(&picture->svg, x, y, width, BOX,
                   &(struct wb_svg_look){.fill = ran ? colour->fill : "#ffffff",
                                         .stroke = failed ? WB_ALARM
                                                   : ran  ? "#ffffff"
                                                          : colour->fill,
                                         .stroke_width = failed ? 3 : 0.6,
                                         .dash = ran ? NULL : "3 2",
                                         .radius = width > 8 ? 3 : 0});
  draw_label(picture, entry, x, y, width, colour->ink);
  wb_svg_end(&picture->svg);
  wb_str_release(&title);
}

/* From the end of what it waited for. */
static void draw_arrows(struct picture *picture, const struct wb_timeline_entry *entry,
                        size_t *arrows) {
  for (size_t i = 0; i < entry->n_after; i++) {
    const struct wb_timeline_entry *earlier = wb_timeline_entry(picture->timeline, entry->after[i]);
    if (!entry->has_started || !earlier->has_ended || earlier->lane == entry->lane) continue;
    if ((*arrows)++ >= MOST_ARROWS) return;
    const struct wb_svg_end from = {.x = x_of(picture, earlier->ended),
                                    .y = y_of(picture, earlier->lane) + BOX / 2};
    const struct wb_svg_end to = {.x = x_of(picture, entry->started),
                                  .y = y_of(picture, entry->lane) + BOX / 2};
    wb_svg_route(&picture->svg, &from, &to,
                 &(struct wb_svg_look){.stroke = WB_INK, .stroke_width = 1.3}, false);
  }
}

/* ---- around them -------------------------------------------------------------------------- */

static void draw_lane(struct picture *picture, uint32_t lane) {
  const double y = picture->top + ROW * lane;
  struct wb_str label;
  wb_str_init(&label);
  wb_timeline_lane_label(picture->timeline, lane, &label);
  wb_svg_rectangle(&picture->svg, picture->left, y + 3, CHART, ROW - 6,
                   &(struct wb_svg_look){.fill = "#f4f6f8", .radius = 4});
  wb_svg_text(&picture->svg, picture->left - 10, y + ROW / 2 + 4.5,
              &(struct wb_svg_font){.size = 13, .bold = true, .anchor = WB_SVG_END}, label.data);
  wb_str_release(&label);
}

static void draw_breaks(struct picture *picture) {
  const double height = ROW * (double)picture->timeline->n_lanes;
  for (size_t i = 0; i < picture->axis.count; i++) {
    const struct wb_time_piece *piece = &picture->axis.pieces[i];
    struct wb_str title;
    if (!piece->is_break) continue;
    wb_str_init(&title);
    wb_str_add(&title, "for ");
    wb_write_time(&title, piece->end - piece->begin);
    wb_str_add(&title, " no device works: drawn shorter");
    wb_svg_begin(&picture->svg, title.data);
    wb_svg_rectangle(&picture->svg, picture->left + CHART * piece->from, picture->top,
                     CHART * (piece->to - piece->from), height,
                     &(struct wb_svg_look){.fill = "url(#hatch)", .opacity = 0.5});
    wb_svg_end(&picture->svg);
    wb_str_release(&title);
  }
}

static void draw_times(struct picture *picture) {
  const double bottom = picture->top + ROW * (double)picture->timeline->n_lanes;
  enum { TICKS = 10 };
  for (int i = 0; i <= TICKS; i++) {
    const double place = (double)i / TICKS, x = picture->left + CHART * place;
    struct wb_str text;
    wb_str_init(&text);
    wb_report_timeline_moment(wb_time_axis_time(&picture->axis, place), &text);
    wb_svg_line(&picture->svg, x, picture->top, x, bottom + 5,
                &(struct wb_svg_look){.stroke = "#c3c8cf", .stroke_width = 0.8});
    wb_svg_text(&picture->svg, x, bottom + 18,
                &(struct wb_svg_font){.size = WB_SMALL_SIZE,
                                      .fill = WB_FAINT,
                                      .anchor = i < TICKS ? WB_SVG_MIDDLE : WB_SVG_END},
                text.data);
    wb_str_release(&text);
  }
}

static double draw_swatch(struct wb_svg *svg, double x, double y, const struct wb_svg_look *look,
                          const char *words) {
  wb_svg_rectangle(svg, x, y - 10, 22, 14, look);
  wb_svg_text(svg, x + 29, y + 1.5, &(struct wb_svg_font){.size = 11.5, .fill = WB_FAINT}, words);
  return x + 29 + 0.9 * wb_svg_text_width(words, 11.5) + 22;
}

static void draw_legend(struct picture *picture, double y) {
  const struct wb_timeline *timeline = picture->timeline;
  bool seen[N_COLOURS] = {false}, failed = false, pending = false;
  double x = picture->left;
  for (size_t i = 0; i < timeline->n_entries; i++) {
    seen[colour_of(timeline->entries[i].kind)] = true;
    failed |= timeline->entries[i].state == WB_TIMELINE_FAILED;
    pending |= timeline->entries[i].state == WB_TIMELINE_PENDING;
  }
  for (size_t i = 0; i < N_COLOURS; i++)
    if (seen[i])
      x = draw_swatch(&picture->svg, x, y,
                      &(struct wb_svg_look){.fill = colours[i].fill, .stroke = "#6a737d"},
                      colours[i].words);
  if (failed)
    x = draw_swatch(&picture->svg, x, y,
                    &(struct wb_svg_look){.fill = "#ffffff", .stroke = WB_ALARM, .stroke_width = 3},
                    "failed");
  if (pending)
    x = draw_swatch(&picture->svg, x, y, &(struct wb_svg_look){.stroke = WB_FAINT, .dash = "3 2"},
                    "did not end");
  wb_svg_line(&picture->svg, x, y - 3, x + 22, y - 3,
              &(struct wb_svg_look){.stroke = WB_FAINT, .stroke_width = 1.5});
  wb_svg_text(&picture->svg, x + 29, y + 1.5, &(struct wb_svg_font){.size = 11.5, .fill = WB_FAINT},
              "below a box: in the queue");
}

static void draw_top(struct picture *picture, const char *title) {
  const struct wb_timeline *timeline = picture->timeline;
  struct wb_str text;
  double y = MARGIN + 14;
  wb_str_init(&text);
  wb_str_addf(&text, "Timeline of %s", title);
  wb_svg_text(&picture->svg, MARGIN, y, &(struct wb_svg_font){.size = 21, .bold = true}, text.data);
  for (size_t i = 1; i < timeline->n_lanes; i++) {
    const struct wb_timeline_lane *lane = &timeline->lanes[i];
    if (lane->context == timeline->lanes[i - 1].context) continue;
    wb_str_clear(&text);
    wb_str_addf(&text, "context %u: %s", lane->context, lane->device);
    wb_svg_text(&picture->svg, MARGIN, y += 20, &(struct wb_svg_font){.size = 13, .fill = WB_FAINT},
                text.data);
  }
  const size_t shown = timeline->n_entries < MOST_BOXES ? timeline->n_entries : MOST_BOXES;
  const uint64_t left = timeline->n_entries - shown + timeline->dropped;
  wb_str_clear(&text);
  wb_str_addf(&text, "%" PRIu64 " more are not drawn", left);
  if (left > 0)
    wb_svg_text(&picture->svg, MARGIN, y += 20, &(struct wb_svg_font){.size = 13, .fill = WB_ALARM},
                text.data);
  picture->top = y + 24;
  wb_str_release(&text);
}

double wb_timeline_labels_width(const struct wb_timeline *timeline) {
  double width = 0;
  struct wb_str label;
  wb_str_init(&label);
  for (uint32_t i = 0; i < timeline->n_lanes; i++) {
    wb_str_clear(&label);
    wb_timeline_lane_label(timeline, i, &label);
    const double wide = wb_svg_text_width(label.data, 13);
    if (wide > width) width = wide;
  }
  wb_str_release(&label);
  return width;
}

void wb_report_timeline_svg(const struct wb_timeline *timeline, const char *title,
                            struct wb_str *out) {
  struct picture picture = {.timeline = timeline};
  struct wb_str name;
  size_t *order = wb_timeline_order(timeline), arrows = 0;
  wb_svg_init(&picture.svg);
  wb_str_init(&name);
  wb_time_axis_make(&picture.axis, timeline);
  picture.left = MARGIN + wb_timeline_labels_width(timeline) + 10;
  draw_top(&picture, title);
  for (uint32_t i = 0; i < timeline->n_lanes; i++) draw_lane(&picture, i);
  draw_times(&picture);
  draw_breaks(&picture);
  for (size_t i = 0; i < timeline->n_entries && i < MOST_BOXES; i++) draw_entry(&picture, order[i]);
  for (size_t i = 0; i < timeline->n_entries && i < MOST_BOXES; i++)
    draw_arrows(&picture, &timeline->entries[order[i]], &arrows);
  draw_legend(&picture, picture.top + ROW * (double)timeline->n_lanes + 44);
  wb_str_addf(&name, "Timeline of %s", title);
  wb_svg_finish(&picture.svg, name.data, MARGIN - 8, out);
  wb_str_release(&name);
  wb_time_axis_release(&picture.axis);
  free(order);
}
