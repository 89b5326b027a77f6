#include "cli/trace_draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/file.h"
#include "cli/print.h"
#include "report/drawing.h"
#include "report/array_shape.h"
#include "report/timeline.h"
#include "report/trace_json.h"

enum { SVG_MAX = 64 << 20, NARROWEST = 40 };

/* ---- the file -------------------------------------------------------------------------- */

/* A drawing may take the place of a drawing, and of nothing else: `--svg map.cl`
 * must not cost anybody a kernel. */
static bool looks_like_svg(const struct wb_str *bytes) {
  return bytes->length == 0 || strstr(bytes->data, "<svg") != NULL;
}

enum wb_status wb_cli_check_svg_target(const struct wb_invocation *invocation,
                                       struct wb_error *err) {
  const char *path = wb_cli_value(invocation, "svg");
  if (wb_cli_wants_json(invocation) && (path != NULL || wb_cli_flag(invocation, "text")))
    return wb_fail(err, WB_ERR_USAGE, "--format json cannot be combined with --svg or --text");
  return wb_cli_check_svg_file(path, err);
}

enum wb_status wb_cli_check_svg_file(const char *path, struct wb_error *err) {
  struct wb_str bytes;
  enum wb_status status = WB_OK;
  if (path == NULL || strcmp(path, "-") == 0 || !wb_file_exists(path)) return WB_OK;
  if (!wb_is_regular_file(path))
    return wb_fail(err, WB_ERR_USAGE, "%s is not a file that can be written", path);
  wb_str_init(&bytes);
  status = wb_file_read(path, SVG_MAX, &bytes, err);
  if (status == WB_OK && !looks_like_svg(&bytes))
    status = wb_fail(err, WB_ERR_USAGE, "%s already exists and is not an SVG; choose another name",
                     path);
  wb_str_release(&bytes);
  return status;
}

/* ---- which group, which step ------------------------------------------------------------- */

static const struct wb_case_result *case_of(const struct wb_result *result) {
  return result != NULL && result->trace_case < result->n_cases ? &result->cases[result->trace_case]
                                                                : NULL;
}

static void apply_findings(struct wb_playback *playback, const struct wb_result *result) {
  const struct wb_case_result *judged = case_of(result);
  if (result != NULL && result->traced_file != NULL)
    wb_playback_name_file(playback, result->traced_file);
  if (judged != NULL)
    wb_playback_apply_findings(playback, judged->findings, judged->n_findings,
                               judged->findings_dropped == 0, result->trace_launch);
}

static size_t group_of_step(const struct wb_playback *playback, size_t step) {
  return step == WB_PLAYBACK_NONE ? WB_PLAYBACK_NONE : wb_playback_step(playback, step).group;
}

/* The element that the judge found wrong first, as an element of an array. */
struct target {
  bool there;
  size_t array;
  uint64_t element;
};

static struct target find_target(const struct wb_playback *playback,
                                 const struct wb_result *result) {
  const struct wb_case_result *judged = case_of(result);
  struct target target = {0};
  /* Of several launches the outputs are those of the last, and names of parameters no arrays'. */
  if (judged == NULL || !judged->first_mismatch.present || result->trace_launch > 0 ||
      result->traced_file != NULL)
    return target;
  for (size_t a = 0; a < wb_playback_arrays(playback) && !target.there; a++) {
    const struct wb_playback_array *array = wb_playback_array(playback, a);
    if (strcmp(array->name, judged->first_mismatch.array) != 0) continue;
    target.there = judged->first_mismatch.index < array->elements;
    target.array = a;
    target.element = judged->first_mismatch.index;
  }
  return target;
}

/* An element that nobody wrote would have been the work of the work-item at its
 * place, in most kernels. */
static size_t group_beside(const struct wb_playback *playback, uint64_t element, uint64_t row) {
  const struct wb_trace_launch *launch = wb_playback_launch(playback);
  uint64_t group[3] = {element / launch->local[0], 0, 0};
  if (launch->dimensions > 1 && row > 0) {
    group[0] = element % row / launch->local[0];
    group[1] = element / row / launch->local[1];
  }
  return wb_playback_find_group(playback, group);
}

static size_t group_of_target(const struct wb_playback *playback, const struct target *target,
                              const uint64_t *rows) {
  struct wb_step_list touches = {0};
  size_t found = WB_PLAYBACK_NONE;
  if (!target->there) return found;
  wb_playback_touches(playback, 0, target->array, target->element, &touches);
  if (touches.count > 0)
    found = group_of_step(playback, touches.steps[touches.count - 1]);
  else
    found = group_beside(playback, target->element, rows[target->array]);
  wb_step_list_release(&touches);
  return found;
}

/* The group that explains the result best: that of the first finding, of the
 * first collision or refusal, of the first mismatch; else the first. */
static size_t main_group(const struct wb_playback *playback, const struct wb_result *result,
                         const struct target *target, const uint64_t *rows) {
  const struct wb_case_result *judged = case_of(result);
  size_t found = WB_PLAYBACK_NONE;
  for (size_t i = 0; judged != NULL && i < judged->n_findings && found == WB_PLAYBACK_NONE; i++)
    if (wb_finding_is_of_launch(&judged->findings[i], result->trace_launch))
      found = group_of_step(playback, wb_playback_find(playback, &judged->findings[i]));
  for (size_t g = 0; g < wb_playback_groups(playback) && found == WB_PLAYBACK_NONE; g++)
    found = group_of_step(
        playback, wb_playback_next(playback, g, WB_PLAYBACK_START, WB_STRIDE_TROUBLE, true));
  if (found == WB_PLAYBACK_NONE) found = group_of_target(playback, target, rows);
  return found != WB_PLAYBACK_NONE ? found : 0;
}

static enum wb_status choose_group(const struct wb_invocation *invocation,
                                   const struct wb_playback *playback, size_t telling,
                                   size_t *group, struct wb_error *err) {
  const struct wb_trace_launch *launch = wb_playback_launch(playback);
  size_t wanted[3];
  uint64_t id[3];
  if (wb_cli_sizes(invocation, "group", 0, wanted) == 0) {
    *group = telling;
    return WB_OK;
  }
  for (int d = 0; d < 3; d++) {
    const uint64_t groups = launch->global[d] / launch->local[d];
    id[d] = wanted[d];
    if (id[d] >= groups)
      return wb_fail(err, WB_ERR_USAGE,
                     "there is no group %zu,%zu,%zu: in dimension %d they end at %" PRIu64,
                     wanted[0], wanted[1], wanted[2], d, groups - 1);
  }
  *group = wb_playback_find_group(playback, id);
  if (*group == WB_PLAYBACK_NONE)
    return wb_fail(
        err, WB_ERR_USAGE, "group %zu,%zu,%zu is not in the trace: %s", wanted[0], wanted[1],
        wanted[2],
        wb_playback_missing(playback) != NULL ? wb_playback_missing(playback) : "it never ran");
  return WB_OK;
}

static enum wb_status choose_step(const struct wb_invocation *invocation,
                                  const struct wb_playback *playback, size_t group, size_t *step,
                                  struct wb_error *err) {
  const uint64_t wanted = wb_cli_number(invocation, "step", 0);
  const size_t count = wb_playback_numbers(playback, group);
  *step = WB_PLAYBACK_NONE;
  if (wanted > count)
    return wb_fail(err, WB_ERR_USAGE, "the group has %zu steps; there is no step %" PRIu64, count,
                   wanted);
  if (wanted > 0) *step = wb_playback_numbered(playback, group, (size_t)wanted);
  return WB_OK;
}

/* ---- drawing ----------------------------------------------------------------------------- */

/* A file's name may hold what controls a terminal. */
static void say_written(const char *path) {
  struct wb_str shown;
  wb_str_init(&shown);
  wb_clean_text(&shown, path, strlen(path));
  fprintf(stderr, "Wrote %s.\n", shown.data);
  wb_str_release(&shown);
}

/* To the file that --svg names. */
static enum wb_status write_svg(const struct wb_invocation *invocation, const struct wb_str *svg,
                                struct wb_error *err) {
  const char *path = wb_cli_value(invocation, "svg");
  enum wb_status status = WB_OK;
  if (strcmp(path, "-") == 0) {
    fwrite(svg->data, 1, svg->length, stdout);
  } else {
    status = wb_file_write_atomic(path, svg->data, svg->length, err);
    if (status == WB_OK) say_written(path);
  }
  return status;
}

static enum wb_status draw_svg(const struct wb_invocation *invocation,
                               const struct wb_drawing *drawing, struct wb_error *err) {
  struct wb_str out;
  wb_str_init(&out);
  wb_drawing_svg(drawing, &out);
  const enum wb_status status = write_svg(invocation, &out, err);
  wb_str_release(&out);
  return status;
}

static void print_text(const struct wb_invocation *invocation, const struct wb_drawing *drawing) {
  const struct wb_report_style style = wb_cli_style(invocation);
  struct wb_document text = {0};
  const unsigned width = style.width > 0 ? style.width : 80;
  wb_drawing_text(drawing, width > NARROWEST ? width : NARROWEST, &text);
  wb_cli_print(invocation, &text);
}

static const char *text_of(const struct wb_result *result) {
  return result != NULL ? wb_result_traced_text(result) : NULL;
}

/* How the arrays lie. The caller frees. */
static uint64_t *rows_of(const struct wb_playback *playback, const struct wb_result *result,
                         const struct wb_puzzle_summary *puzzle) {
  const size_t count = wb_playback_arrays(playback);
  uint64_t *rows = wb_alloc((count + 1) * sizeof *rows);
  const struct wb_array_facts facts = {.playback = playback,
                                       .source = text_of(result),
                                       .parameters = puzzle != NULL ? puzzle->parameters : NULL,
                                       .n_parameters = puzzle != NULL ? puzzle->n_parameters : 0,
                                       .judged = case_of(result)};
  for (size_t a = 0; a < count; a++) rows[a] = wb_array_row_length(&facts, a);
  return rows;
}

static enum wb_status draw_trace(const struct wb_invocation *invocation,
                                 struct wb_playback *playback, const struct wb_result *result,
                                 const struct wb_puzzle_summary *puzzle, struct wb_error *err) {
  struct wb_picture picture = {0};
  const bool svg = wb_cli_value(invocation, "svg") != NULL;
  const struct target target = find_target(playback, result);
  uint64_t *rows = rows_of(playback, result, puzzle);
  struct wb_picture_wish wish = {.rows = rows,
                                 .has_target = target.there,
                                 .target_array = target.array,
                                 .target = target.element};
  apply_findings(playback, result);
  const size_t telling = main_group(playback, result, &target, rows);
  enum wb_status status = choose_group(invocation, playback, telling, &wish.group, err);
  /* Another group than the one that explains it need not show what is wrong. */
  wish.has_target = wish.has_target && wish.group == telling;
  if (status == WB_OK) status = choose_step(invocation, playback, wish.group, &wish.step, err);
  if (status == WB_OK) {
    const struct wb_drawing drawing = {
        .picture = &picture, .result = result, .source = text_of(result)};
    wb_picture_make(&picture, playback, &wish);
    if (svg) status = draw_svg(invocation, &drawing, err);
    if (status == WB_OK && (!svg || wb_cli_flag(invocation, "text")))
      print_text(invocation, &drawing);
    wb_picture_release(&picture);
  }
  free(rows);
  return status;
}

void wb_cli_print_trace_json(const struct wb_trace_json *what) {
  struct wb_str text;
  wb_str_init(&text);
  wb_report_trace_json(what, &text);
  wb_cli_print_text(&text);
}

/* All groups, unless one is asked for. */
static enum wb_status print_json(const struct wb_invocation *invocation,
                                 struct wb_playback *playback, const struct wb_result *result,
                                 struct wb_error *err) {
  struct wb_trace_json what = {
      .playback = playback, .result = result, .most = wb_cli_number(invocation, "max", 0)};
  apply_findings(playback, result);
  enum wb_status status = choose_group(invocation, playback, WB_PLAYBACK_NONE, &what.group, err);
  if (status == WB_OK) wb_cli_print_trace_json(&what);
  return status;
}

enum wb_status wb_cli_print_drawing(const struct wb_invocation *invocation, const void *trace,
                                    size_t length, const struct wb_result *result,
                                    const struct wb_puzzle_summary *puzzle, struct wb_error *err) {
  struct wb_playback *playback = NULL;
  enum wb_status status = wb_playback_open(&playback, trace, length, err);
  if (status == WB_OK && wb_cli_wants_json(invocation))
    status = print_json(invocation, playback, result, err);
  else if (status == WB_OK && wb_playback_groups(playback) == 0)
    status = wb_fail(err, WB_ERR_USAGE, "no work-group ran: there is nothing to draw");
  else if (status == WB_OK)
    status = draw_trace(invocation, playback, result, puzzle, err);
  wb_playback_free(playback);
  return status;
}

/* ---- the timeline of a host program ------------------------------------------------------- */

enum wb_status wb_cli_print_timeline(const struct wb_invocation *invocation,
                                     const struct wb_result *result, struct wb_error *err) {
  const bool svg = wb_cli_value(invocation, "svg") != NULL;
  const struct wb_report_style style = wb_cli_style(invocation);
  struct wb_document text = {0};
  struct wb_str title, picture;
  enum wb_status status = WB_OK;
  wb_str_init(&title);
  wb_str_init(&picture);
  wb_drawing_case_title(result, &title);
  wb_str_addf(&title, ": %s", wb_verdict_name(result->cases[result->trace_case].verdict));
  if (svg) {
    wb_report_timeline_svg(&result->timeline, title.data, &picture);
    status = write_svg(invocation, &picture, err);
  }
  if (status == WB_OK && (!svg || wb_cli_flag(invocation, "text"))) {
    wb_report_timeline(&result->timeline, title.data, &style, WB_TIMELINE_ROWS, &text);
    wb_cli_print(invocation, &text);
  }
  wb_str_release(&picture);
  wb_str_release(&title);
  return status;
}
