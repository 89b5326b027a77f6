#include "authoring/book/steps.h"

#include <stdlib.h>
#include <string.h>

#include "report/array_shape.h"
#include "report/drawing.h"
#include "text/columns.h"
#include "text/html.h"

/* Of a phase with more turns only the first ones have pictures of their own; of a launch only so
 * many phases. */
enum { MOST_TURNS = 8, FIRST_TURNS = 4, MOST_PICTURES = 40 };

/* Steps of a playback that one picture shows: a turn, or several. */
struct turn {
  size_t first, end; /* the steps */
  size_t shown;      /* the step that the picture ends with */
  uint32_t phase;
  size_t count; /* how many turns it is */
};
struct turns {
  struct turn *items;
  size_t count, capacity;
};

struct show {
  struct wb_str *out;
  struct wb_playback *playback;
  const struct wb_result *result;
  const char *prefix;
  uint64_t *rows; /* beside the playback's arrays */
  struct turns turns;
};

/* ---- which pictures -------------------------------------------------------------------- */

static bool begins_turn(const struct turns *turns, const struct wb_step *step,
                        const struct wb_step *before) {
  return turns->count == 0 || before->kind == WB_TRACE_PASS || step->item != before->item;
}

/* What ends a turn is part of it: the barrier that all have come to. */
static void add_step(struct turns *turns, const struct wb_playback *playback, size_t index) {
  const struct wb_step step = wb_playback_step(playback, index);
  struct wb_step before = {0};
  if (turns->count > 0) before = wb_playback_step(playback, index - 1);
  if (step.kind != WB_TRACE_PASS && begins_turn(turns, &step, &before)) {
    turns->items =
        wb_grow(turns->items, &turns->capacity, turns->count + 1, sizeof turns->items[0]);
    turns->items[turns->count++] =
        (struct turn){.first = index, .shown = index, .phase = step.phase, .count = 1};
  }
  if (turns->count == 0) return;
  struct turn *turn = &turns->items[turns->count - 1];
  turn->end = index + 1;
  if (step.kind != WB_TRACE_PASS && step.kind != WB_TRACE_ITEM_END) turn->shown = index;
}

/* A turn in which a work-item only ends shows nothing. */
static bool has_something(const struct wb_playback *playback, const struct turn *turn) {
  return wb_playback_step(playback, turn->shown).kind != WB_TRACE_ITEM_END;
}

static size_t turns_of_phase(const struct turns *turns, size_t first) {
  size_t end = first;
  while (end < turns->count && turns->items[end].phase == turns->items[first].phase) end++;
  return end - first;
}

/* Makes one of the turns from `first` up to but without `end`, at `to`. */
static void join_turns(struct turns *turns, size_t to, size_t first, size_t end) {
  struct turn joined = turns->items[first];
  joined.count = 0;
  for (size_t i = first; i < end; i++) joined.count += turns->items[i].count;
  joined.end = turns->items[end - 1].end;
  joined.shown = turns->items[end - 1].shown;
  joined.phase = turns->items[end - 1].phase;
  turns->items[to] = joined;
}

static void drop_empty_turns(struct turns *turns, const struct wb_playback *playback) {
  size_t kept = 0;
  for (size_t i = 0; i < turns->count; i++)
    if (has_something(playback, &turns->items[i])) turns->items[kept++] = turns->items[i];
  turns->count = kept;
}

static void join_long_phases(struct turns *turns) {
  size_t kept = 0;
  for (size_t i = 0; i < turns->count;) {
    const size_t many = turns_of_phase(turns, i);
    const size_t alone = many > MOST_TURNS ? FIRST_TURNS : many;
    for (size_t k = 0; k < alone; k++) turns->items[kept++] = turns->items[i + k];
    if (alone < many) join_turns(turns, kept++, i + alone, i + many);
    i += many;
  }
  turns->count = kept;
  if (turns->count > MOST_PICTURES) {
    join_turns(turns, MOST_PICTURES - 1, MOST_PICTURES - 1, turns->count);
    turns->count = MOST_PICTURES;
  }
}

static void find_turns(struct show *show) {
  const struct wb_playback_group *group = wb_playback_group(show->playback, 0);
  for (size_t i = 0; i < group->count; i++)
    add_step(&show->turns, show->playback, group->first + i);
  drop_empty_turns(&show->turns, show->playback);
  join_long_phases(&show->turns);
}

/* ---- words ----------------------------------------------------------------------------- */

static void describe_who(const struct show *show, size_t step, struct wb_str *out) {
  const struct wb_item_id who = wb_playback_item(show->playback, step);
  wb_item_words(&who, out);
}

/* The turns of one phase are those of as many work-items. */
static void add_title(const struct show *show, const struct turn *turn) {
  const bool one_phase = wb_playback_step(show->playback, turn->first).phase == turn->phase;
  if (turn->count == 1)
    describe_who(show, turn->first, show->out);
  else if (one_phase)
    wb_str_addf(show->out, "the turns of %zu more work-items", turn->count);
  else
    wb_str_addf(show->out, "%zu more turns", turn->count);
}

/* "reads a[1]: 1", where the heading says who it is. */
static void add_description(const struct show *show, size_t index) {
  const struct wb_step step = wb_playback_step(show->playback, index);
  struct wb_str text, who;
  wb_str_init(&text);
  wb_str_init(&who);
  wb_playback_describe(show->playback, index, &text);
  describe_who(show, index, &who);
  wb_str_add_char(&who, ' ');
  const size_t skipped = wb_starts_with(text.data, who.data) ? who.length : 0;
  wb_str_add(show->out, "<li>");
  if (step.place != NULL) wb_str_addf(show->out, "line %u: ", (unsigned)step.place->line);
  wb_html_text(show->out, text.data + skipped);
  wb_str_add(show->out, "</li>\n");
  wb_str_release(&who);
  wb_str_release(&text);
}

static void add_list(const struct show *show, const struct turn *turn) {
  wb_str_add(show->out, "<ul>\n");
  for (size_t i = turn->first; i < turn->end; i++)
    if (wb_playback_step(show->playback, i).kind != WB_TRACE_ITEM_END) add_description(show, i);
  wb_str_add(show->out, "</ul>\n");
}

static size_t count_accesses(const struct show *show, const struct turn *turn) {
  size_t count = 0;
  for (size_t i = turn->first; i < turn->end; i++) {
    const enum wb_trace_kind kind = wb_playback_step(show->playback, i).kind;
    count += kind == WB_TRACE_ACCESS || kind == WB_TRACE_REFUSED;
  }
  return count;
}

static void add_words(const struct show *show, const struct turn *turn) {
  if (turn->count == 1)
    add_list(show, turn);
  else
    wb_str_addf(show->out, "<p>They read and write %zu times.</p>\n", count_accesses(show, turn));
}

/* ---- pictures -------------------------------------------------------------------------- */

static void add_picture(const struct show *show, const struct turn *turn) {
  struct wb_picture picture = {0};
  struct wb_str words;
  const struct wb_picture_wish wish = {.group = 0, .step = turn->shown, .rows = show->rows};
  const struct wb_drawing drawing = {.picture = &picture, .result = show->result};
  wb_str_init(&words);
  wb_str_add(&words,
             "Arrows lead from the elements that are read, on the left, to the work-items, and on "
             "to the elements that they write, on the right, up to this step.");
  wb_picture_make(&picture, show->playback, &wish);
  wb_str_add(show->out, "<figure>");
  if (picture.n_panels > 0)
    wb_drawing_panel_svg(&drawing, picture.n_panels - 1, words.data, show->out);
  wb_str_add(show->out, "</figure>\n");
  wb_picture_release(&picture);
  wb_str_release(&words);
}

/* The labels of the steps before and after; they are for eyes and fingers, as keys have the radio
 * buttons themselves. */
static void add_ways_on(const struct show *show, size_t index) {
  wb_str_add(show->out, "<p class=\"ways\">");
  if (index > 0)
    wb_str_addf(show->out, "<label for=\"%sstep-%zu\">← Back</label> ", show->prefix, index);
  if (index + 1 < show->turns.count)
    wb_str_addf(show->out, "<label for=\"%sstep-%zu\">Next →</label>", show->prefix, index + 2);
  wb_str_add(show->out, "</p>\n");
}

static void add_turn(const struct show *show, size_t index) {
  const struct turn *turn = &show->turns.items[index];
  wb_str_addf(show->out,
              "<input type=\"radio\" name=\"%sstep\" id=\"%sstep-%zu\"%s/>"
              "<label class=\"choice\" for=\"%sstep-%zu\"><span class=\"unseen\">Step "
              "</span>%zu</label>\n",
              show->prefix, show->prefix, index + 1, index == 0 ? " checked=\"checked\"" : "",
              show->prefix, index + 1, index + 1);
  wb_str_addf(show->out, "<div class=\"step\">\n<p class=\"where\"><b>Step %zu of %zu: ", index + 1,
              show->turns.count);
  add_title(show, turn);
  wb_str_add(show->out, "</b></p>\n");
  add_picture(show, turn);
  add_words(show, turn);
  if (show->turns.count > 1) add_ways_on(show, index);
  wb_str_add(show->out, "</div>\n");
}

/* ---- all of it ------------------------------------------------------------------------- */

static const struct wb_case_result *traced_case(const struct wb_result *result) {
  return result->trace_case < result->n_cases ? &result->cases[result->trace_case] : NULL;
}

static void find_rows(struct show *show, const struct wb_puzzle_summary *puzzle) {
  const size_t count = wb_playback_arrays(show->playback);
  const struct wb_array_facts facts = {.playback = show->playback,
                                       .source = wb_result_traced_text(show->result),
                                       .parameters = puzzle->parameters,
                                       .n_parameters = puzzle->n_parameters,
                                       .judged = traced_case(show->result)};
  show->rows = wb_alloc((count + 1) * sizeof *show->rows);
  for (size_t a = 0; a < count; a++) show->rows[a] = wb_array_row_length(&facts, a);
}

/* "Launch 1 of 3: scan_groups of scan.cl. ", where a host program made it. */
static void add_launch(const struct show *show) {
  const struct wb_result *result = show->result;
  const uint32_t number = result->trace_launch > 0 ? result->trace_launch : 1;
  const struct wb_timeline_entry *launch =
      result->has_timeline ? wb_timeline_launch(&result->timeline, number) : NULL;
  if (launch == NULL || result->traced_file == NULL) return;
  wb_str_addf(show->out, "Launch %u of %u: ", number,
              result->trace_launch > 0 ? traced_case(result)->launches : 1);
  wb_html_text(show->out, launch->name);
  const bool is_of_file = launch->kernel_file != NULL && launch->kernel_file[0] != '\0';
  wb_str_add(show->out, is_of_file ? " of " : ", whose text is the program's");
  if (is_of_file) wb_html_text(show->out, launch->kernel_file);
  wb_str_add(show->out, ". ");
}

static void add_legend(const struct show *show) {
  const struct wb_case_result *judged = traced_case(show->result);
  const size_t groups = wb_playback_groups(show->playback);
  wb_str_add(show->out, "<fieldset class=\"steps\"><legend>Step by step</legend>\n<p>");
  if (judged != NULL) {
    wb_str_add(show->out, "The case “");
    wb_html_text(show->out, judged->name != NULL ? judged->name : "");
    wb_str_add(show->out, "”. ");
    add_launch(show);
  }
  wb_str_addf(show->out, "The work-items of %s, in the order in which the emulator ran them.</p>\n",
              groups > 1 ? "the first group" : "the group");
}

void wb_book_steps(struct wb_str *out, const struct wb_puzzle_summary *puzzle,
                   const struct wb_result *result, const char *prefix) {
  struct show show = {.out = out, .result = result, .prefix = prefix};
  const struct wb_case_result *judged = traced_case(result);
  if (result->trace == NULL ||
      wb_playback_open(&show.playback, result->trace, result->trace_length, NULL) != WB_OK)
    return;
  if (result->traced_file != NULL) wb_playback_name_file(show.playback, result->traced_file);
  if (judged != NULL)
    wb_playback_apply_findings(show.playback, judged->findings, judged->n_findings,
                               judged->findings_dropped == 0, result->trace_launch);
  if (wb_playback_groups(show.playback) > 0) find_turns(&show);
  if (show.turns.count > 0) {
    find_rows(&show, puzzle);
    add_legend(&show);
    wb_str_add(out, "<div class=\"choices\">\n");
    for (size_t i = 0; i < show.turns.count; i++) add_turn(&show, i);
    wb_str_add(out, "</div>\n</fieldset>\n");
  }
  free(show.rows);
  free(show.turns.items);
  wb_playback_free(show.playback);
}
