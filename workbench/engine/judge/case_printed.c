#include "judge/case_printed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/str.h"

enum { LINE_SHOWN = 160 /* bytes */ };

/* A line, without its break. */
struct line {
  const char *text;
  size_t length, place; /* from 0 */
  bool matched, unfinished, torn;
};

struct lines {
  struct line *items;
  size_t count, capacity;
};

static void add_line(struct lines *lines, const char *text, size_t length) {
  lines->items = wb_grow(lines->items, &lines->capacity, lines->count + 1, sizeof *lines->items);
  lines->items[lines->count] = (struct line){.text = text, .length = length, .place = lines->count};
  lines->count++;
}

static struct lines lines_of_names(const struct wb_names *names) {
  struct lines lines = {0};
  for (size_t i = 0; i < names->count; i++)
    add_line(&lines, names->items[i], strlen(names->items[i]));
  return lines;
}

/* There may be any bytes in it. */
static struct lines lines_of_text(const char *text, size_t length) {
  struct lines lines = {0};
  size_t start = 0;
  while (start < length) {
    const char *end = memchr(text + start, '\n', length - start);
    const size_t stop = end != NULL ? (size_t)(end - text) : length;
    add_line(&lines, text + start, stop - start);
    lines.items[lines.count - 1].unfinished = end == NULL;
    start = stop + 1;
  }
  return lines;
}

/* ---- comparing ------------------------------------------------------------------------- */

static int by_text(const struct line *a, const struct line *b) {
  const size_t length = a->length < b->length ? a->length : b->length;
  const int order = length > 0 ? memcmp(a->text, b->text, length) : 0;
  return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static int by_text_and_place(const void *a, const void *b) {
  const struct line *x = *(const struct line *const *)a, *y = *(const struct line *const *)b;
  const int order = by_text(x, y);
  return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

static bool is_same(const struct line *a, const struct line *b) { return by_text(a, b) == 0; }

static struct line **sorted_lines(struct lines *lines) {
  struct line **sorted = wb_alloc(lines->count * sizeof *sorted);
  for (size_t i = 0; i < lines->count; i++) sorted[i] = &lines->items[i];
  qsort(sorted, lines->count, sizeof *sorted, by_text_and_place);
  return sorted;
}

/* Each line with one that is the same, the first ones first. What is no line matches none. */
static void match_lines(struct lines *wanted, struct lines *got) {
  struct line **a = sorted_lines(wanted), **b = sorted_lines(got);
  size_t i = 0, k = 0;
  while (i < wanted->count && k < got->count) {
    const int order = by_text(a[i], b[k]);
    const bool counts = !b[k]->unfinished && !b[k]->torn;
    if (order == 0 && counts) a[i]->matched = b[k]->matched = true;
    i += order < 0 || (order == 0 && counts);
    k += order > 0 || order == 0;
  }
  free(a);
  free(b);
}

static const struct line *first_unmatched(const struct lines *lines, uint64_t *count) {
  const struct line *first = NULL;
  *count = 0;
  for (size_t i = 0; i < lines->count; i++) {
    const struct line *line = &lines->items[i];
    if (line->matched || line->torn) continue;
    if (first == NULL) first = line;
    ++*count;
  }
  return first;
}

static uint64_t count_same(const struct lines *lines, const struct line *line) {
  uint64_t count = 0;
  for (size_t i = 0; i < lines->count; i++) count += is_same(&lines->items[i], line);
  return count;
}

static const struct line *first_swapped(const struct lines *wanted, const struct lines *got) {
  const struct line *first = NULL;
  for (size_t i = 0; i < wanted->count && i < got->count && first == NULL; i++)
    if (!is_same(&wanted->items[i], &got->items[i])) first = &got->items[i];
  return first;
}

/* ---- who printed it ---------------------------------------------------------------------- */

/* The call that printed the byte at `at`; text->n_prints: not known. */
static size_t call_at(const struct wb_case_text *text, uint64_t at) {
  size_t low = 0, high = text->n_prints;
  if (text->n_prints == 0 || at >= text->told) return text->n_prints;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (text->prints[middle].start <= at)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static bool is_same_item(const struct wb_print *a, const struct wb_print *b) {
  return memcmp(&a->who, &b->who, sizeof a->who) == 0;
}

static bool is_same_group(const struct wb_print *a, const struct wb_print *b) {
  return memcmp(a->who.group, b->who.group, sizeof a->who.group) == 0;
}

/* In a launch nothing but a barrier of their group puts what two work-items print in an order. */
static bool may_come_between(const struct wb_print *a, const struct wb_print *b) {
  return a->launch == b->launch && !is_same_item(a, b) &&
         (!is_same_group(a, b) || a->phase == b->phase);
}

/* Whether some call could come between those from `first` to `last`. */
static bool is_torn(const struct wb_case_text *text, size_t first, size_t last) {
  bool torn = false;
  for (size_t i = 0; i < text->n_prints && !torn; i++)
    for (size_t k = first; k <= last && !torn; k++)
      torn = may_come_between(&text->prints[i], &text->prints[k]);
  return torn;
}

static bool prints_alone(const struct wb_case_text *text) {
  bool alone = true;
  for (size_t i = 1; i < text->n_prints && alone; i++)
    alone = is_same_item(&text->prints[0], &text->prints[i]);
  return alone;
}

static void find_torn(const struct wb_case_text *text, struct lines *got) {
  if (prints_alone(text)) return;
  for (size_t i = 0; i < got->count; i++) {
    struct line *line = &got->items[i];
    const uint64_t start = (uint64_t)(line->text - text->text.data);
    const size_t first = call_at(text, start), last = call_at(text, start + line->length);
    if (first < last && last < text->n_prints && !line->unfinished)
      line->torn = is_torn(text, first, last);
  }
}

/* ---- what to say ------------------------------------------------------------------------- */

static char *shown(const struct line *line) {
  struct wb_str clean;
  wb_str_init(&clean);
  wb_clean_text(&clean, line->text, line->length < LINE_SHOWN ? line->length : LINE_SHOWN);
  if (line->length > LINE_SHOWN) wb_str_add(&clean, "…");
  return wb_str_detach(&clean);
}

static void tell_lines(struct wb_printed_lines *told, const struct line *line, uint64_t count,
                       const struct lines *wanted, const struct lines *got) {
  if (line == NULL) return;
  *told = (struct wb_printed_lines){.present = true,
                                    .count = count,
                                    .line = shown(line),
                                    .wanted = count_same(wanted, line),
                                    .times = count_same(got, line)};
}

static void tell_item(struct wb_printed_lines *told, const struct line *line,
                      const struct wb_case_text *text) {
  const size_t at =
      line != NULL ? call_at(text, (uint64_t)(line->text - text->text.data)) : text->n_prints;
  told->has_item = at < text->n_prints;
  if (told->has_item) told->who = text->prints[at].who;
}

/* Whether the line is two expected ones or more, one right after the other. */
static bool is_run_together(const struct lines *wanted, const struct line *line) {
  enum { LONGEST = 4096, MOST_LINES = 256 };
  bool *reached = NULL;
  if (line->length > LONGEST || wanted->count > MOST_LINES || line->length == 0) return false;
  reached = wb_alloc((line->length + 1) * sizeof *reached);
  reached[0] = true;
  for (size_t at = 0; at < line->length; at++)
    for (size_t i = 0; i < wanted->count && reached[at]; i++) {
      const struct line *one = &wanted->items[i];
      if (one->length > 0 && one->length < line->length && one->length <= line->length - at &&
          memcmp(line->text + at, one->text, one->length) == 0)
        reached[at + one->length] = true;
    }
  const bool whole = reached[line->length];
  free(reached);
  return whole;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Whether two lines that differ do so in blanks and in capital letters alone; which of them. */
static bool is_nearly(const struct line *a, const struct line *b, bool *blanks, bool *capitals) {
  size_t i = 0, k = 0;
  bool same = true;
  *blanks = *capitals = false;
  while (same && (i < a->length || k < b->length)) {
    if (i < a->length && k < b->length && lower(a->text[i]) == lower(b->text[k])) {
      *capitals |= a->text[i] != b->text[k];
      i++, k++;
    } else if (i < a->length && is_blank(a->text[i])) {
      *blanks = true;
      i++;
    } else if (k < b->length && is_blank(b->text[k])) {
      *blanks = true;
      k++;
    } else {
      same = false;
    }
  }
  return same;
}

static const char *nearly_words(const struct line *missing, const struct line *extra) {
  bool blanks, capitals;
  if (missing == NULL || extra == NULL || !is_nearly(missing, extra, &blanks, &capitals)) return "";
  if (blanks && capitals) return "The two differ in spaces and capital letters alone.";
  return blanks ? "The two differ in spaces alone." : "The two differ in capital letters alone.";
}

static const char *note_of(const struct lines *wanted, const struct lines *got,
                           const struct line *missing, const struct line *extra) {
  const struct line *last = got->count > 0 ? &got->items[got->count - 1] : NULL;
  if (extra != NULL && is_run_together(wanted, extra))
    return "That is several lines in one: each line ends with a line break, \\n, in the call of "
           "printf that prints it.";
  if (last != NULL && last->unfinished)
    return "What is printed last has no line break at its end: each line ends with \\n.";
  return nearly_words(missing, extra);
}

/* What a puzzle says where there is nothing else. */
static char *in_short(const struct wb_printed_mismatch *printed) {
  const struct wb_printed_lines *extra = &printed->extra;
  if (printed->got == 0) return wb_strdup("nothing was printed");
  if (printed->torn.present)
    return wb_format("the line \"%s\" is printed in pieces", printed->torn.line);
  if (extra->present && extra->wanted > 0 && extra->times > extra->wanted)
    return wb_format("the line \"%s\" was printed %" PRIu64 " times, expected %" PRIu64,
                     extra->line, extra->times, extra->wanted);
  if (printed->missing.present)
    return wb_format("the line \"%s\" was not printed", printed->missing.line);
  if (extra->present) return wb_format("the line \"%s\" is not expected", extra->line);
  return wb_format("line %" PRIu64 " is \"%s\", expected \"%s\"", printed->place,
                   printed->got_there, printed->expected_there);
}

/* ---- all of it --------------------------------------------------------------------------- */

static bool is_any_order(const struct wb_puzzle *puzzle) {
  return puzzle->printed != NULL && strcmp(puzzle->printed, "any") == 0;
}

static void tell_mismatch(const struct wb_case_text *text, struct lines *wanted, struct lines *got,
                          struct wb_printed_mismatch *printed) {
  uint64_t missing = 0, extra = 0, torn = 0;
  const struct line *first_missing = first_unmatched(wanted, &missing);
  const struct line *first_extra = first_unmatched(got, &extra), *first_torn = NULL;
  for (size_t i = 0; i < got->count; i++) {
    if (got->items[i].torn && first_torn == NULL) first_torn = &got->items[i];
    torn += got->items[i].torn;
  }
  printed->wanted = wanted->count;
  printed->got = got->count;
  printed->note = wb_strdup(note_of(wanted, got, first_missing, first_extra));
  /* Nothing is wrong with it but its end, of which the note speaks. */
  if (extra == 1 && first_extra->unfinished && first_missing != NULL &&
      is_same(first_missing, first_extra))
    first_extra = NULL;
  /* What is torn is missing, too, and more of a help. */
  tell_lines(&printed->missing, first_torn == NULL ? first_missing : NULL, missing, wanted, got);
  tell_lines(&printed->extra, first_extra, extra, wanted, got);
  tell_lines(&printed->torn, first_torn, torn, wanted, got);
  tell_item(&printed->extra, first_extra, text);
  tell_item(&printed->torn, first_torn, text);
}

static void tell_swapped(const struct line *swapped, const struct lines *wanted,
                         const struct lines *got, struct wb_printed_mismatch *printed) {
  printed->wanted = wanted->count;
  printed->got = got->count;
  printed->swapped = true;
  printed->place = swapped->place + 1;
  printed->got_there = shown(swapped);
  printed->expected_there = shown(&wanted->items[swapped->place]);
  printed->note = wb_strdup("");
}

static bool all_matched(const struct lines *lines) {
  bool all = true;
  for (size_t i = 0; i < lines->count; i++) all &= lines->items[i].matched;
  return all;
}

/* Where the order is given, that and the schedules of the judge say more than the calls do. */
static void compare_lines(const struct wb_puzzle *puzzle, const struct wb_case *made,
                          const struct wb_case_text *text, struct wb_printed_mismatch *printed) {
  struct lines wanted = lines_of_names(&made->printed);
  struct lines got = lines_of_text(text->text.data, text->text.length);
  printed->any_order = is_any_order(puzzle);
  if (printed->any_order) find_torn(text, &got);
  match_lines(&wanted, &got);
  const struct line *swapped = printed->any_order ? NULL : first_swapped(&wanted, &got);
  if (!all_matched(&wanted) || !all_matched(&got)) {
    printed->present = true;
    tell_mismatch(text, &wanted, &got, printed);
  } else if (swapped != NULL) {
    printed->present = true;
    tell_swapped(swapped, &wanted, &got, printed);
  }
  free(wanted.items);
  free(got.items);
}

static bool has_outputs(const struct wb_puzzle *puzzle) {
  bool has = false;
  for (size_t i = 0; i < puzzle->n_params; i++) has |= wb_param_is_judged(puzzle->params[i].kind);
  return has;
}

void wb_case_compare_printed(const struct wb_puzzle *puzzle, const struct wb_case *made,
                             const struct wb_case_text *text, struct wb_case_result *result) {
  struct wb_printed_mismatch *printed = &result->printed;
  if (puzzle->printed == NULL) return;
  result->prints_judged = true;
  result->prints_alone = !has_outputs(puzzle);
  if (text->lacks) {
    wb_case_verdict(result, WB_VERDICT_OUTPUT_LIMIT,
                    "the device does not tell all that the kernel printed");
    return;
  }
  compare_lines(puzzle, made, text, printed);
  if (!printed->present) return;
  char *words = in_short(printed);
  wb_case_verdict(result, WB_VERDICT_WRONG_ANSWER, "%s", words);
  free(words);
}

bool wb_case_lines_fit(const struct wb_puzzle *puzzle, const struct wb_case *made,
                       const struct wb_names *lines) {
  struct lines wanted = lines_of_names(&made->printed), got = lines_of_names(lines);
  match_lines(&wanted, &got);
  const bool fit = all_matched(&wanted) && all_matched(&got) &&
                   (is_any_order(puzzle) || first_swapped(&wanted, &got) == NULL);
  free(wanted.items);
  free(got.items);
  return fit;
}
