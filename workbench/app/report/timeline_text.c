/* A timeline as text: the lanes over time, and a table of what was done. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/timeline.h"
#include "report/write.h"
#include "text/columns.h"

enum {
  FILE_COLUMNS = 120,
  LEAST_CHART = 20,
  MOST_LABEL = 20,
  TIME_COLUMNS = 9,
  MOMENT_COLUMNS = 13,
  MOMENTS_FROM = 72
};

/* ---- moments ------------------------------------------------------------------------------ */

/* In one unit, unlike durations: they are compared with each other. */
static void put_moment(struct wb_document *document, uint64_t ns) {
  wb_put(document, WB_STYLE_PLAIN, "%*.3f ms", MOMENT_COLUMNS - 3, (double)ns / 1e6);
}

/* ---- the chart ---------------------------------------------------------------------------- */

/* How entries look. In ASCII every one is another letter, too. */
struct look {
  const char *mark, *ascii;
  enum wb_style style;
  const char *words;
};

enum look_of { LOOK_KERNEL, LOOK_COPY, LOOK_FILL, LOOK_COMPILE, LOOK_WAIT, LOOK_COUNT };

static const struct look looks[LOOK_COUNT] = {
    [LOOK_KERNEL] = {"█", "#", WB_STYLE_GOOD, "kernel"},
    [LOOK_COPY] = {"▓", "=", WB_STYLE_HEADING, "copy"},
    [LOOK_FILL] = {"▒", "+", WB_STYLE_KEYWORD, "fill"},
    [LOOK_COMPILE] = {"▞", "c", WB_STYLE_NUMBER, "compile"},
    [LOOK_WAIT] = {"░", "-", WB_STYLE_DIM, "the host waits"},
};

/* LOOK_COUNT: it is not seen in a chart. */
static enum look_of look_of_kind(enum wb_timeline_kind kind) {
  if (kind == WB_TIMELINE_KERNEL) return LOOK_KERNEL;
  if (kind >= WB_TIMELINE_COPY_TO_DEVICE && kind <= WB_TIMELINE_COPY_ON_HOST) return LOOK_COPY;
  if (kind == WB_TIMELINE_FILL) return LOOK_FILL;
  if (kind == WB_TIMELINE_COMPILE) return LOOK_COMPILE;
  return wb_timeline_is_of_host(kind) ? LOOK_WAIT : LOOK_COUNT;
}

/* One cell: how much of it each look fills, and whether something in it failed. */
struct cell {
  double share[LOOK_COUNT];
  bool failed;
};

struct chart {
  const struct wb_timeline *timeline;
  const struct wb_report_style *style;
  struct wb_time_axis axis;
  unsigned label, columns;
  struct cell *cells; /* of the lane that is drawn */
  bool seen[LOOK_COUNT], failed;
};

static void fill_cells(struct chart *chart, const struct wb_timeline_entry *entry) {
  const enum look_of look = look_of_kind(entry->kind);
  if (!entry->has_ended || look == LOOK_COUNT) return;
  const double from = wb_time_axis_place(&chart->axis, entry->started) * chart->columns;
  const double to = wb_time_axis_place(&chart->axis, entry->ended) * chart->columns;
  const unsigned last = chart->columns - 1;
  for (unsigned i = from < last ? (unsigned)from : last; i <= last && (double)i <= to; i++) {
    const double begin = from > i ? from : i, end = to < i + 1 ? to : i + 1;
    /* What is too short for any share is seen all the same, where nothing else is. */
    if (end - begin <= 0 && to > from && i > from) continue;
    chart->cells[i].share[look] += end - begin + 1e-9;
    chart->cells[i].failed |= entry->state == WB_TIMELINE_FAILED;
  }
  chart->seen[look] = true;
  chart->failed |= entry->state == WB_TIMELINE_FAILED;
}

static enum look_of look_of_cell(const struct cell *cell) {
  enum look_of best = LOOK_COUNT;
  for (unsigned i = 0; i < LOOK_COUNT; i++)
    if (cell->share[i] > 0 && (best == LOOK_COUNT || cell->share[i] > cell->share[best]))
      best = (enum look_of)i;
  return best;
}

static bool is_in_break(const struct chart *chart, unsigned column) {
  const double middle = (column + 0.5) / chart->columns;
  for (size_t i = 0; i < chart->axis.count; i++) {
    const struct wb_time_piece *piece = &chart->axis.pieces[i];
    if (piece->is_break && middle >= piece->from && middle < piece->to) return true;
  }
  return false;
}

static void draw_cell(const struct chart *chart, unsigned column, struct wb_document *document) {
  const struct cell *cell = &chart->cells[column];
  const enum look_of look = look_of_cell(cell);
  const bool unicode = chart->style->unicode;
  if (look == LOOK_COUNT)
    wb_write(document, WB_STYLE_DIM, is_in_break(chart, column) ? " " : unicode ? "·" : ".");
  else
    wb_write(document, cell->failed ? WB_STYLE_BAD : looks[look].style,
             cell->failed && !unicode ? "!"
             : unicode                ? looks[look].mark
                                      : looks[look].ascii);
}

static void draw_lane(struct chart *chart, uint32_t lane, struct wb_document *document) {
  const struct wb_timeline *timeline = chart->timeline;
  struct wb_str label;
  wb_str_init(&label);
  memset(chart->cells, 0, chart->columns * sizeof *chart->cells);
  for (size_t i = 0; i < timeline->n_entries; i++)
    if (timeline->entries[i].lane == lane) fill_cells(chart, &timeline->entries[i]);
  wb_timeline_lane_label(timeline, lane, &label);
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_PLAIN, "%-*s ", (int)chart->label, label.data);
  for (unsigned i = 0; i < chart->columns; i++) draw_cell(chart, i, document);
  wb_str_release(&label);
}

/* Times under the chart, as many as there is room for. */
static void draw_times(const struct chart *chart, struct wb_document *document) {
  struct wb_str line, text;
  const unsigned step = 2 * TIME_COLUMNS;
  wb_str_init(&line);
  wb_str_init(&text);
  for (unsigned i = 0; i + TIME_COLUMNS <= chart->columns; i += step) {
    wb_str_clear(&text);
    wb_str_add(&text, chart->style->unicode ? "└" : "'");
    wb_report_timeline_moment(wb_time_axis_time(&chart->axis, (double)i / chart->columns), &text);
    wb_str_add(&line, text.data);
    for (size_t used = wb_text_width(text.data); used < step; used++) wb_str_add_char(&line, ' ');
  }
  while (line.length > 0 && line.data[line.length - 1] == ' ') line.data[--line.length] = '\0';
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_DIM, "%*s %s", (int)chart->label, "", line.data);
  wb_str_release(&text);
  wb_str_release(&line);
}

static bool has_break(const struct chart *chart) {
  bool found = false;
  for (size_t i = 0; i < chart->axis.count; i++) found |= chart->axis.pieces[i].is_break;
  return found;
}

/* On the next line where this one has no room for it. */
static void put_legend(const struct chart *chart, enum wb_style style, const char *mark,
                       const char *words, struct wb_document *document) {
  const size_t used = wb_line_width(&document->lines[document->n_lines - 1]);
  const size_t width = wb_text_width(mark) + wb_text_width(words) + 3;
  if (used > chart->label && used + width > chart->style->width) {
    wb_document_add_line(document);
    wb_put(document, WB_STYLE_DIM, "%*s", (int)chart->label, "");
  }
  wb_put(document, style, "%s%s", used > chart->label + 1 ? "  " : " ", mark);
  wb_put(document, WB_STYLE_DIM, " %s", words);
}

static void draw_legend(const struct chart *chart, struct wb_document *document) {
  const bool unicode = chart->style->unicode;
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_DIM, "%*s", (int)chart->label, "");
  for (unsigned i = 0; i < LOOK_COUNT; i++)
    if (chart->seen[i])
      put_legend(chart, looks[i].style, unicode ? looks[i].mark : looks[i].ascii, looks[i].words,
                 document);
  if (chart->failed) put_legend(chart, WB_STYLE_BAD, unicode ? "red" : "!", "failed", document);
  if (has_break(chart))
    wb_write_paragraph(document, chart->style->width, chart->label + 1, "", WB_STYLE_DIM,
                       "Gap in all lanes: no device worked for longer than is drawn.");
}

static unsigned label_columns(const struct wb_timeline *timeline) {
  unsigned columns = 4;
  struct wb_str label;
  wb_str_init(&label);
  for (uint32_t i = 0; i < timeline->n_lanes; i++) {
    wb_str_clear(&label);
    wb_timeline_lane_label(timeline, i, &label);
    if (wb_text_width(label.data) > columns) columns = (unsigned)wb_text_width(label.data);
  }
  wb_str_release(&label);
  return columns < MOST_LABEL ? columns : MOST_LABEL;
}

void wb_report_timeline_chart(const struct wb_timeline *timeline,
                              const struct wb_report_style *style, struct wb_document *document) {
  struct chart chart = {.timeline = timeline, .style = style, .label = label_columns(timeline)};
  const unsigned room = style->width > chart.label + 1 ? style->width - chart.label - 1 : 0;
  chart.columns = room > LEAST_CHART ? room : LEAST_CHART;
  chart.cells = wb_alloc(chart.columns * sizeof *chart.cells);
  wb_time_axis_make(&chart.axis, timeline);
  for (uint32_t i = 0; i < timeline->n_lanes; i++) draw_lane(&chart, i, document);
  draw_times(&chart, document);
  draw_legend(&chart, document);
  wb_time_axis_release(&chart.axis);
  free(chart.cells);
}

/* ---- the table ---------------------------------------------------------------------------- */

static void put_time(struct wb_document *document, enum wb_style style, bool known, uint64_t ns) {
  struct wb_str text;
  wb_str_init(&text);
  if (known) wb_write_time(&text, ns);
  const size_t width = wb_text_width(text.data);
  wb_put(document, style, "%*s%s", width < TIME_COLUMNS ? (int)(TIME_COLUMNS - width) : 0, "",
         text.data);
  wb_str_release(&text);
}

void wb_report_timeline_entry(const struct wb_timeline_entry *entry, struct wb_str *out) {
  wb_timeline_label(entry, out);
  for (size_t i = 0; i < entry->n_after; i++)
    wb_str_addf(out, "%s%" PRIu64, i == 0 ? ", after " : ", ", entry->after[i]);
  if (entry->findings > 0)
    wb_str_addf(out, ", %u finding%s", entry->findings, entry->findings == 1 ? "" : "s");
  if (entry->state == WB_TIMELINE_FAILED && entry->findings == 0) wb_str_add(out, ", failed");
  if (entry->state == WB_TIMELINE_PENDING) wb_str_add(out, ", did not end");
}

struct columns {
  int number, lane, place;
  bool one_file; /* the table says the line alone */
  bool moments;  /* there is room for them */
};

static bool has_one_file(const struct wb_timeline *timeline) {
  const char *file = NULL;
  for (size_t i = 0; i < timeline->n_entries; i++) {
    const struct wb_timeline_entry *entry = &timeline->entries[i];
    if (entry->line == 0) continue;
    if (file != NULL && strcmp(file, entry->file) != 0) return false;
    file = entry->file;
  }
  return true;
}

static void add_place(const struct columns *columns, const struct wb_timeline_entry *entry,
                      struct wb_str *out) {
  if (!columns->one_file)
    wb_timeline_place(entry, out);
  else if (entry->line > 0)
    wb_str_addf(out, "%*u", columns->place, entry->line);
}

static struct columns measure_columns(const struct wb_timeline *timeline,
                                      const struct wb_report_style *style) {
  struct columns columns = {.lane = (int)label_columns(timeline),
                            .place = 4,
                            .one_file = has_one_file(timeline),
                            .moments = style->width >= MOMENTS_FROM};
  struct wb_str place;
  wb_str_init(&place);
  columns.number = wb_digits(timeline->n_entries);
  for (size_t i = 0; i < timeline->n_entries; i++) {
    wb_str_clear(&place);
    add_place(&columns, &timeline->entries[i], &place);
    const size_t width = wb_text_width(place.data);
    if (width > (size_t)columns.place) columns.place = width < 24 ? (int)width : 24;
  }
  wb_str_release(&place);
  return columns;
}

static void put_padded(struct wb_document *document, enum wb_style style, const char *text,
                       int columns) {
  const int width = (int)wb_text_width(text);
  wb_write(document, style, text);
  wb_put(document, style, "%*s", width < columns ? columns - width : 0, "");
}

static void put_entry(const struct wb_timeline *timeline, size_t index,
                      const struct columns *columns, struct wb_document *document) {
  const struct wb_timeline_entry *entry = &timeline->entries[index];
  const bool failed = entry->state == WB_TIMELINE_FAILED;
  const enum wb_style style = failed                                ? WB_STYLE_BAD
                              : entry->state == WB_TIMELINE_PENDING ? WB_STYLE_WARNING
                              : wb_timeline_is_of_host(entry->kind) ? WB_STYLE_DIM
                                                                    : WB_STYLE_PLAIN;
  struct wb_str text;
  wb_str_init(&text);
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_DIM, "%*zu", columns->number, index + 1);
  if (columns->moments) put_moment(document, entry->has_started ? entry->started : entry->enqueued);
  put_time(document, WB_STYLE_STRONG, entry->has_ended, entry->ended - entry->started);
  wb_write(document, WB_STYLE_PLAIN, "  ");
  wb_timeline_lane_label(timeline, entry->lane, &text);
  put_padded(document, WB_STYLE_PLAIN, text.data, columns->lane);
  wb_write(document, WB_STYLE_PLAIN, "  ");
  wb_str_clear(&text);
  add_place(columns, entry, &text);
  put_padded(document, WB_STYLE_PLAIN, text.data, columns->place);
  wb_write(document, WB_STYLE_PLAIN, "  ");
  wb_str_clear(&text);
  wb_report_timeline_entry(entry, &text);
  wb_write(document, style, text.data);
  wb_str_release(&text);
}

void wb_report_timeline_table(const struct wb_timeline *timeline,
                              const struct wb_report_style *style, size_t most,
                              struct wb_document *document) {
  const struct columns columns = measure_columns(timeline, style);
  size_t *order = wb_timeline_order(timeline);
  const size_t shown = most > 0 && most < timeline->n_entries ? most : timeline->n_entries;
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_STRONG, "%*s", columns.number, "#");
  if (columns.moments) wb_put(document, WB_STYLE_STRONG, "%*s", MOMENT_COLUMNS, "at");
  wb_put(document, WB_STYLE_STRONG, "%*s  %-*s  %-*s  %s", TIME_COLUMNS, "for", columns.lane,
         "where", columns.place, "line", "what");
  for (size_t i = 0; i < shown; i++) put_entry(timeline, order[i], &columns, document);
  const uint64_t left = timeline->n_entries - shown + timeline->dropped;
  if (left > 0)
    wb_put_line(document, WB_STYLE_DIM, "… %" PRIu64 " more%s", left,
                timeline->dropped > 0 ? ", of which not all were kept" : "");
  free(order);
}

/* ---- the whole ---------------------------------------------------------------------------- */

static void write_title(const struct wb_timeline *timeline, const char *title,
                        struct wb_document *document) {
  struct wb_str whole;
  wb_str_init(&whole);
  wb_write_time(&whole, timeline->ended);
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_HEADING, "Timeline of %s", title);
  wb_put(document, WB_STYLE_DIM, ": %s", whole.data);
  wb_str_release(&whole);
  for (size_t i = 1; i < timeline->n_lanes; i++) {
    const struct wb_timeline_lane *lane = &timeline->lanes[i];
    if (lane->context != timeline->lanes[i - 1].context)
      wb_put_line(document, WB_STYLE_DIM, "  context %u: %s", lane->context, lane->device);
  }
}

void wb_report_timeline(const struct wb_timeline *timeline, const char *title,
                        const struct wb_report_style *style, size_t most,
                        struct wb_document *document) {
  write_title(timeline, title, document);
  wb_document_add_line(document);
  wb_report_timeline_chart(timeline, style, document);
  wb_document_add_line(document);
  wb_report_timeline_table(timeline, style, most, document);
}

void wb_report_timeline_text(const struct wb_timeline *timeline, const char *title,
                             struct wb_str *out) {
  const struct wb_report_style style = {.unicode = true, .width = FILE_COLUMNS};
  struct wb_document document = {0};
  wb_report_timeline(timeline, title, &style, 0, &document);
  wb_styled_to_ansi(&document, &style, out);
  wb_document_release(&document);
}
