/* A picture as SVG: the title, the panels beside each other, the lines of the
 * source that they name, and what the marks mean. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/drawing_plan.h"
#include "report/write.h"
#include "text/columns.h"

static const double MARGIN = 28, PAGE = 1500;
enum { MOST_SOURCE = 12, NOTE_COLUMNS = 104 };

/* ---- panels ------------------------------------------------------------------------------ */

static double draw_barrier(struct wb_svg *svg, double x, double y, double h,
                           const struct wb_picture_panel *panel) {
  struct wb_str text;
  wb_str_init(&text);
  wb_drawing_barrier(panel, &text);
  const struct wb_svg_look wall = {.fill = "#30363d", .radius = 5};
  const struct wb_svg_look open = {
      .fill = "#fdf3f3", .stroke = WB_ALARM, .stroke_width = 2, .dash = "6 4", .radius = 5};
  wb_svg_rectangle(svg, x + 8, y, 20, h, panel->stuck ? &open : &wall);
  wb_svg_text(svg, x + 22.5, y + h / 2,
              &(struct wb_svg_font){.size = 12,
                                    .fill = panel->stuck ? WB_ALARM : "#ffffff",
                                    .anchor = WB_SVG_MIDDLE,
                                    .bold = true,
                                    .turned = -90},
              text.data);
  wb_str_release(&text);
  return x + 36;
}

static void draw_phase_name(struct wb_svg *svg, const struct wb_plan *plan) {
  char text[48];
  const struct wb_picture *picture = plan->d->picture;
  snprintf(text, sizeof text, "phase %u", plan->panel->phase + 1);
  wb_svg_rectangle(svg, plan->all.x, plan->all.y - 22, plan->all.w, plan->all.h + 40,
                   &(struct wb_svg_look){.fill = "#fbfcfd", .stroke = "#e3e7eb", .radius = 8});
  if (wb_playback_group(picture->playback, picture->group)->phases > 1)
    wb_svg_text(svg, plan->all.x + 10, plan->all.y - 5,
                &(struct wb_svg_font){.size = 12, .bold = true, .fill = WB_FAINT}, text);
}

/* Beside each other as far as the page goes; returns where the last row ends. */
static double draw_panels(const struct wb_drawing *d, struct wb_svg *svg, double y) {
  const struct wb_picture *picture = d->picture;
  struct wb_plan *plans = wb_alloc((picture->n_panels + 1) * sizeof *plans);
  double bottom = y;
  for (size_t i = 0; i < picture->n_panels; i++)
    wb_plan_make(&plans[i], d, &picture->panels[i], svg);
  for (size_t i = 0, next = 0; i < picture->n_panels; i = next) {
    double x = MARGIN, height = 0;
    for (next = i; next < picture->n_panels; next++) {
      if (next > i && x + plans[next].all.w > PAGE) break;
      x += plans[next].all.w + 36;
      if (picture->panels[next].stuck && plans[next].all.h < 190) plans[next].all.h = 190;
      if (plans[next].all.h > height) height = plans[next].all.h;
    }
    x = MARGIN;
    for (size_t k = i; k < next; k++) {
      wb_plan_move(&plans[k], x, y + 24);
      plans[k].all.y = y + 24;
      plans[k].all.h = height;
      draw_phase_name(svg, &plans[k]);
      wb_panel_draw(&plans[k]);
      x += plans[k].all.w;
      if (k + 1 < picture->n_panels || picture->panels[k].stuck)
        x = draw_barrier(svg, x, y + 2, height + 40, &picture->panels[k]);
    }
    y += height + 66;
    bottom = y;
  }
  for (size_t i = 0; i < picture->n_panels; i++) wb_plan_release(&plans[i]);
  free(plans);
  return bottom;
}

/* ---- the page ---------------------------------------------------------------------------- */

/* A word on its colour; returns where it ends. */
static double draw_verdict(struct wb_svg *svg, double x, double y, enum wb_verdict verdict) {
  const char *word = wb_verdict_name(verdict);
  const double width = wb_svg_text_width(word, WB_VALUE_SIZE) + 24;
  wb_svg_rectangle(svg, x, y - 17, width, 24,
                   &(struct wb_svg_look){
                       .fill = verdict == WB_VERDICT_ACCEPTED ? WB_GOOD : WB_ALARM, .radius = 12});
  wb_svg_text(svg, x + width / 2, y - 0.5,
              &(struct wb_svg_font){
                  .size = WB_VALUE_SIZE, .bold = true, .fill = "#ffffff", .anchor = WB_SVG_MIDDLE},
              word);
  return x + width + 12;
}

/* On as many lines as it needs; returns where the last one stands. */
static double draw_note(struct wb_svg *svg, double y, const char *text) {
  struct wb_document lines = {0};
  wb_write_paragraph(&lines, NOTE_COLUMNS, 0, "", WB_STYLE_PLAIN, text);
  for (size_t i = 0; i < lines.n_lines; i++) {
    if (i > 0) y += 18;
    if (lines.lines[i].n_spans > 0)
      wb_svg_text(svg, MARGIN, y, &(struct wb_svg_font){.size = 13, .fill = WB_INK},
                  lines.lines[i].spans[0].text);
  }
  wb_document_release(&lines);
  return y;
}

static double draw_top(const struct wb_drawing *d, struct wb_svg *svg) {
  const struct wb_case_result *judged = wb_drawing_case(d);
  struct wb_str notes[WB_DRAWING_MOST_NOTES], text;
  double x = MARGIN, y = MARGIN + 14;
  wb_str_init(&text);
  wb_drawing_title(d, &text);
  wb_svg_text(svg, MARGIN, y, &(struct wb_svg_font){.size = 21, .bold = true}, text.data);
  y += 30;
  if (judged != NULL) x = draw_verdict(svg, x, y, judged->verdict);
  wb_str_clear(&text);
  wb_drawing_subtitle(d, &text);
  wb_svg_text(svg, x, y, &(struct wb_svg_font){.size = 13, .fill = WB_FAINT}, text.data);
  const size_t count = wb_drawing_notes(d, notes);
  for (size_t i = 0; i < count; i++) {
    y = draw_note(svg, y + (i == 0 ? 26 : 20), notes[i].data);
    wb_str_release(&notes[i]);
  }
  wb_str_release(&text);
  return y + 22;
}

static double draw_source(const struct wb_drawing *d, struct wb_svg *svg, double y) {
  struct wb_picture_lines lines;
  const char *at = d->source;
  int64_t number = 1;
  wb_drawing_source_lines(d, &lines);
  for (size_t i = 0; i < lines.count && i < MOST_SOURCE && at != NULL; i++) {
    char label[24];
    struct wb_str clean;
    for (; number < lines.at[i] && at != NULL; number++) {
      at = strchr(at, '\n');
      at = at != NULL ? at + 1 : NULL;
    }
    if (at == NULL) break;
    wb_str_init(&clean);
    wb_text_expand_line(&clean, at, strcspn(at, "\r\n"), NULL);
    snprintf(label, sizeof label, "%lld", (long long)number);
    wb_svg_text(
        svg, MARGIN + 26, y,
        &(struct wb_svg_font){.size = 13, .fill = WB_FAINT, .code = true, .anchor = WB_SVG_END},
        label);
    wb_svg_text(svg, MARGIN + 38, y, &(struct wb_svg_font){.size = 13, .code = true}, clean.data);
    wb_str_release(&clean);
    y += 19;
  }
  free(lines.at);
  return y;
}

/* What is in the picture, and how it looks. */
struct legend {
  bool refused, collides, never_written, atomic, wrong, waits, ended;
};

static struct legend look_for(const struct wb_drawing *d) {
  struct legend legend = {0};
  for (size_t p = 0; p < d->picture->n_panels; p++) {
    const struct wb_picture_panel *panel = &d->picture->panels[p];
    for (size_t i = 0; i < d->picture->n_items; i++) {
      legend.waits = legend.waits || panel->waits[i] > 0;
      legend.ended = legend.ended || panel->ended[i];
    }
    for (size_t i = 0; i < panel->n_links; i++)
      legend.atomic = legend.atomic || panel->links[i].access == WB_ACCESS_ATOMIC;
    for (size_t a = 0; a < panel->n_arrays; a++)
      for (size_t i = 0; i < panel->arrays[a].grid.count; i++) {
        const struct wb_picture_cell *cell = &panel->arrays[a].cells[i];
        legend.refused = legend.refused || cell->refused;
        legend.collides = legend.collides || cell->collides;
        legend.never_written = legend.never_written || cell->never_written;
        legend.wrong = legend.wrong || wb_drawing_expected(d, panel, &panel->arrays[a], i) != NULL;
      }
  }
  return legend;
}

static double draw_label(struct wb_svg *svg, double x, double y, const char *text) {
  wb_svg_text(svg, x, y + 4, &(struct wb_svg_font){.size = 11.5, .fill = WB_FAINT}, text);
  return x + 0.9 * wb_svg_text_width(text, 11.5) + 24;
}

static double draw_swatch(struct wb_svg *svg, double x, double y, const struct wb_svg_look *look) {
  wb_svg_rectangle(svg, x, y - 8, 24, 16, look);
  return x + 31;
}

static void draw_legend(const struct wb_drawing *d, struct wb_svg *svg, double y) {
  const struct legend legend = look_for(d);
  const struct wb_svg_look line = {.stroke = "#0b63a5", .stroke_width = 1.7};
  double x = MARGIN;
  wb_svg_dot(svg, x + 2, y, 2.6, "#0b63a5");
  wb_svg_line(svg, x, y, x + 24, y, &line);
  wb_svg_head(svg, x + 30, y, true, "#0b63a5");
  x = draw_label(svg, x + 37, y, "reads on the left, writes on the right");
  if (legend.atomic) {
    wb_svg_line(svg, x + 4, y, x + 24, y, &line);
    wb_svg_head(svg, x, y, false, "#0b63a5");
    wb_svg_head(svg, x + 30, y, true, "#0b63a5");
    x = draw_label(svg, x + 37, y, "updates atomically");
  }
  if (legend.waits) {
    wb_svg_rectangle(svg, x, y - 8, 4, 16, &(struct wb_svg_look){.fill = "#30363d"});
    x = draw_label(svg, x + 10, y, "waits at the barrier");
  }
  if (legend.ended) {
    wb_svg_line(svg, x, y, x + 18, y,
                &(struct wb_svg_look){.stroke = WB_FAINT, .stroke_width = 1.6});
    x = draw_label(svg, x + 24, y, "has ended");
  }
  if (legend.collides) {
    x = draw_swatch(
        svg, x, y,
        &(struct wb_svg_look){.fill = "url(#alarm)", .stroke = WB_ALARM, .stroke_width = 2.4});
    x = draw_label(svg, x, y, "collision: no barrier between");
  }
  if (legend.refused) {
    wb_svg_cross(svg, x + 12, y, 4, WB_ALARM);
    x = draw_swatch(svg, x, y,
                    &(struct wb_svg_look){.stroke = WB_ALARM, .stroke_width = 1.6, .dash = "4 3"});
    x = draw_label(svg, x, y, "refused access");
  }
  if (legend.never_written) {
    x = draw_swatch(svg, x, y, &(struct wb_svg_look){.fill = "url(#hatch)", .stroke = "#c3c8cf"});
    x = draw_label(svg, x, y, "nobody wrote it");
  }
  if (legend.wrong) {
    x = draw_swatch(
        svg, x, y,
        &(struct wb_svg_look){.fill = "#ffffff", .stroke = WB_ALARM, .stroke_width = 2.4});
    draw_label(svg, x, y, "wrong, and what it should be");
  }
}

void wb_drawing_svg(const struct wb_drawing *drawing, struct wb_str *out) {
  struct wb_svg svg;
  struct wb_str title;
  wb_svg_init(&svg);
  wb_str_init(&title);
  double y = draw_top(drawing, &svg);
  y = draw_panels(drawing, &svg, y);
  y = draw_source(drawing, &svg, y + 12);
  draw_legend(drawing, &svg, y + 10);
  wb_drawing_title(drawing, &title);
  wb_svg_finish(&svg, title.data, MARGIN - 8, out);
  wb_str_release(&title);
}

void wb_drawing_panel_svg(const struct wb_drawing *drawing, size_t panel, const char *words,
                          struct wb_str *out) {
  struct wb_svg svg;
  struct wb_plan plan;
  wb_svg_init(&svg);
  svg.in_page = true;
  wb_plan_make(&plan, drawing, &drawing->picture->panels[panel], &svg);
  wb_plan_move(&plan, 1, 24);
  plan.all.y = 24;
  draw_phase_name(&svg, &plan);
  wb_panel_draw(&plan);
  wb_plan_release(&plan);
  wb_svg_finish_inline(&svg, words, out);
}
