/* The hints of a puzzle: they climb from a nudge to nearly the answer, and stop short of it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/text_check.h"
#include "base/file.h"
#include "base/slug.h"
#include "base/str.h"
#include "base/tokens.h"

enum {
  SOLUTION_MAX = 4 << 20,
  RUN_MAX = 16,      /* so many tokens of a solution in a row are a part of it, not a hint */
  STATEMENT_MIN = 5, /* fewer say nothing yet */
};

/* ---- the code of a hint --------------------------------------------------------------------- */

/* The pieces of code of a hint: spans and blocks, each for itself; and behind them its paragraphs,
 * since code may stand there without a sign of it. Tokens point into the texts. */
struct hint_code {
  struct wb_tokens *pieces;
  char **texts;
  size_t count, capacity, texts_capacity;
  size_t marked; /* how many of the pieces are marked as code */
};

static void add_piece(struct hint_code *code, const char *text, size_t length) {
  char *copy = wb_strndup(text, length);
  code->pieces = wb_grow(code->pieces, &code->capacity, code->count + 1, sizeof *code->pieces);
  code->texts = wb_grow(code->texts, &code->texts_capacity, code->count + 1, sizeof *code->texts);
  code->texts[code->count] = copy;
  code->pieces[code->count] = (struct wb_tokens){0};
  wb_tokens_read(&code->pieces[code->count++], copy, length);
}

static void add_spans(struct hint_code *code, const char *text) {
  for (const char *at = strchr(text, '`'); at != NULL;) {
    const char *end = strchr(at + 1, '`');
    if (end == NULL) break;
    add_piece(code, at + 1, (size_t)(end - at) - 1);
    at = strchr(end + 1, '`');
  }
}

/* A paragraph without the signs of its spans. */
static void add_paragraph(struct hint_code *code, const char *text) {
  struct wb_str bare;
  wb_str_init(&bare);
  for (; *text != '\0'; text++)
    if (*text != '`') wb_str_add_char(&bare, *text);
  add_piece(code, bare.data, bare.length);
  wb_str_release(&bare);
}

static void read_hint(struct hint_code *code, const char *hint) {
  struct wb_markdown_parts parts = {0};
  wb_markdown_parts_read(&parts, hint, strlen(hint));
  for (size_t i = 0; i < parts.count; i++) {
    const struct wb_markdown_part *part = &parts.items[i];
    if (part->kind == WB_PART_PROSE || part->kind == WB_PART_HEADING)
      add_spans(code, part->text);
    else if (part->kind != WB_PART_LINK && part->kind != WB_PART_IMAGE)
      add_piece(code, part->text, strlen(part->text));
  }
  code->marked = code->count;
  for (size_t i = 0; i < parts.count; i++)
    if (parts.items[i].kind == WB_PART_PROSE) add_paragraph(code, parts.items[i].text);
  wb_markdown_parts_release(&parts);
}

static void release_code(struct hint_code *code) {
  for (size_t i = 0; i < code->count; i++) {
    wb_tokens_release(&code->pieces[i]);
    free(code->texts[i]);
  }
  free(code->pieces);
  free(code->texts);
}

/* ---- tokens that are alike ----------------------------------------------------------------- */

/* 10, 10.0f and 10u are one number to whoever copies it. */
static bool is_same_token(const struct wb_token *a, const struct wb_token *b) {
  if (a->kind != WB_TOKEN_NUMBER || b->kind != WB_TOKEN_NUMBER) return wb_token_equal(a, b);
  char *first = wb_strndup(a->text, a->length), *second = wb_strndup(b->text, b->length);
  const double x = strtod(first, NULL), y = strtod(second, NULL);
  free(first);
  free(second);
  return x <= y && x >= y;
}

static bool run_is_at(const struct wb_tokens *text, size_t at, const struct wb_token *run,
                      size_t count) {
  if (at + count > text->count) return false;
  for (size_t i = 0; i < count; i++)
    if (!is_same_token(&text->items[at + i], &run[i])) return false;
  return true;
}

static bool text_has_run(const struct wb_tokens *text, const struct wb_token *run, size_t count) {
  for (size_t at = 0; at + count <= text->count; at++)
    if (run_is_at(text, at, run, count)) return true;
  return false;
}

static bool hint_has_run(const struct hint_code *code, const struct wb_token *run, size_t count) {
  for (size_t i = 0; i < code->count; i++)
    if (text_has_run(&code->pieces[i], run, count)) return true;
  return false;
}

/* ---- what must not be in a hint
 * ------------------------------------------------------------------ */

/* What the hints are compared with. */
struct answer {
  struct wb_check_report *report;
  const struct wb_course *course;
  const struct wb_puzzle_summary *puzzle;
  struct hint_code *hints; /* beside the puzzle's */
  struct wb_tokens starter;
};

static void add_hint_fault(const struct answer *answer, size_t hint, const char *file,
                           const struct wb_token *run, size_t count) {
  char *spec = wb_format("puzzles/%s/puzzle.lua", answer->puzzle->slug);
  const struct wb_check_place place = {
      .puzzle = answer->puzzle->slug, .part = "hints", .file = spec};
  const struct wb_token *last = &run[count - 1];
  const size_t length = (size_t)(last->text + last->length - run[0].text);
  wb_check_fault(answer->report, "hints-closed", &place,
                 "Say what to think about, and leave the line itself to the learner.",
                 "hint %zu of %zu holds the solution: \"%.*s\" of %s", hint + 1,
                 answer->puzzle->n_hints, length < 80 ? (int)length : 80, run[0].text, file);
  free(spec);
}

/* Whether `name` is an array that the kernel writes: "output float out[n]" of the parameters. */
static bool is_output(const struct wb_puzzle_summary *puzzle, const struct wb_token *name) {
  for (size_t i = 0; i < puzzle->n_parameters; i++) {
    const char *text = puzzle->parameters[i];
    if (!wb_starts_with(text, "output ") && !wb_starts_with(text, "inout ")) continue;
    const size_t end = strcspn(text, "[");
    size_t begin = end;
    while (begin > 0 && text[begin - 1] != ' ') begin--;
    if (end - begin == name->length && memcmp(text + begin, name->text, name->length) == 0)
      return true;
  }
  return false;
}

/* The end of the parentheses that open at `at`; `at` where none do. */
static size_t after_parentheses(const struct wb_token *tokens, size_t at, size_t end) {
  size_t depth = 0, i = at;
  do {
    if (i == end) return at;
    depth += wb_token_is(&tokens[i], "(");
    depth -= wb_token_is(&tokens[i], ")") && depth > 0;
    i++;
  } while (depth > 0);
  return i > at + 1 ? i : at;
}

/* Where the statement itself begins, behind `if (…)`, `else` and `for (…)`. */
static size_t after_conditions(const struct wb_token *tokens, size_t at, size_t end) {
  static const char *const words[] = {"if", "for", "while"};
  while (at < end) {
    size_t next = at;
    if (wb_token_is(&tokens[at], "else"))
      next = at + 1;
    else if (WB_TOKEN_IS_ONE_OF(&tokens[at], words) && at + 1 < end &&
             wb_token_is(&tokens[at + 1], "("))
      next = after_parentheses(tokens, at + 1, end);
    if (next <= at + (wb_token_is(&tokens[at], "else") ? 0U : 1U)) break;
    at = next;
  }
  return at;
}

/* A statement that has to do with an output, and that the starter does not have. */
static void check_statement(const struct answer *answer, const char *file,
                            const struct wb_token *tokens, size_t begin, size_t end) {
  begin = after_conditions(tokens, begin, end);
  const size_t count = end - begin;
  bool writes = false;
  for (size_t i = begin; i < end; i++) writes = writes || is_output(answer->puzzle, &tokens[i]);
  if (!writes || count < STATEMENT_MIN || text_has_run(&answer->starter, tokens + begin, count))
    return;
  for (size_t h = 0; h < answer->puzzle->n_hints; h++)
    if (hint_has_run(&answer->hints[h], tokens + begin, count))
      add_hint_fault(answer, h, file, tokens + begin, count);
}

static void check_statements(const struct answer *answer, const char *file,
                             const struct wb_tokens *solution) {
  static const char *const ends[] = {";", "{", "}"};
  size_t begin = 0, depth = 0;
  for (size_t i = 0; i < solution->count; i++) {
    const struct wb_token *token = &solution->items[i];
    depth += wb_token_is(token, "(");
    depth -= wb_token_is(token, ")") && depth > 0;
    if (depth > 0 || !WB_TOKEN_IS_ONE_OF(token, ends)) continue;
    check_statement(answer, file, solution->items, begin, i);
    begin = i + 1;
  }
}

/* Long runs of a solution, whatever they do. One fault a hint is enough. */
static void check_runs(const struct answer *answer, const char *file,
                       const struct wb_tokens *solution) {
  for (size_t h = 0; h < answer->puzzle->n_hints; h++)
    for (size_t at = 0; at + RUN_MAX <= solution->count; at++) {
      const struct wb_token *run = &solution->items[at];
      if (!hint_has_run(&answer->hints[h], run, RUN_MAX) ||
          text_has_run(&answer->starter, run, RUN_MAX))
        continue;
      add_hint_fault(answer, h, file, run, RUN_MAX);
      break;
    }
}

static void check_against(const struct answer *answer, const char *path) {
  const char *file = wb_course_relative(answer->course, path);
  struct wb_tokens solution = {0};
  char *text = wb_file_read_text(path, SOLUTION_MAX, NULL);
  const size_t before = wb_check_count(answer->report, WB_CHECK_FAULT);
  if (text != NULL) wb_tokens_read(&solution, text, strlen(text));
  check_statements(answer, file, &solution);
  if (wb_check_count(answer->report, WB_CHECK_FAULT) == before) check_runs(answer, file, &solution);
  wb_tokens_release(&solution);
  free(text);
}

static void check_solutions(const struct answer *answer) {
  struct wb_names files;
  char *accepted = wb_course_solution(answer->course, answer->puzzle->slug);
  wb_names_init(&files);
  wb_names_add(&files, accepted);
  wb_course_right(answer->course, answer->puzzle->slug, &files, NULL);
  for (size_t i = 0; i < files.count; i++) check_against(answer, files.items[i]);
  wb_names_release(&files);
  free(accepted);
}

/* ---- climbing
 * ------------------------------------------------------------------------------------ */

/* How much a hint says: the different names and numbers of the solution in its code. Signs say
 * little. */
static size_t count_said(const struct hint_code *hint, const struct wb_tokens *solution) {
  const struct hint_code marked = {.pieces = hint->pieces, .count = hint->marked};
  size_t said = 0;
  for (size_t i = 0; i < solution->count; i++) {
    const struct wb_token *token = &solution->items[i];
    const struct wb_tokens before = {.items = solution->items, .count = i};
    const bool counts = token->kind == WB_TOKEN_NAME || token->kind == WB_TOKEN_NUMBER;
    if (counts && !text_has_run(&before, token, 1) && hint_has_run(&marked, token, 1)) said++;
  }
  return said;
}

static void check_climb(const struct answer *answer) {
  const size_t count = answer->puzzle->n_hints;
  char *spec = wb_format("puzzles/%s/puzzle.lua", answer->puzzle->slug);
  char *path = wb_course_solution(answer->course, answer->puzzle->slug);
  char *text = wb_file_read_text(path, SOLUTION_MAX, NULL);
  const struct wb_check_place place = {
      .puzzle = answer->puzzle->slug, .part = "hints", .file = spec};
  struct wb_tokens solution = {0};
  if (text != NULL) wb_tokens_read(&solution, text, strlen(text));
  const size_t last = count > 0 ? count_said(&answer->hints[count - 1], &solution) : 0;
  for (size_t h = 0; h + 1 < count; h++) {
    const size_t said = count_said(&answer->hints[h], &solution);
    if (said > last)
      wb_check_fault(answer->report, "hints-climb", &place,
                     "Hints go from a nudge to nearly the answer: the last says the most.",
                     "hint %zu has %zu names and numbers of the solution in its code, the last "
                     "hint only %zu",
                     h + 1, said, last);
  }
  wb_tokens_release(&solution);
  free(text);
  free(path);
  free(spec);
}

/* ---- each for itself
 * ------------------------------------------------------------------------------ */

/* Letters and digits in lower case: texts that differ in nothing else say the same. */
static char *bare_text(const char *hint) { return wb_slug_of(hint); }

static void check_each(const struct answer *answer) {
  const struct wb_puzzle_summary *puzzle = answer->puzzle;
  char *spec = wb_format("puzzles/%s/puzzle.lua", puzzle->slug);
  const struct wb_check_place place = {.puzzle = puzzle->slug, .part = "hints", .file = spec};
  if (puzzle->n_hints == 0)
    wb_check_fault(answer->report, "hints-present", &place, "Give at least one, for who is stuck.",
                   "the puzzle has no hints");
  for (size_t i = 0; i < puzzle->n_hints; i++) {
    char *text = bare_text(puzzle->hints[i]);
    if (text[0] == '\0')
      wb_check_fault(answer->report, "hints-present", &place, "Write it, or take it out.",
                     "hint %zu is empty", i + 1);
    for (size_t k = 0; k < i && text[0] != '\0'; k++) {
      char *other = bare_text(puzzle->hints[k]);
      if (strcmp(text, other) == 0)
        wb_check_fault(answer->report, "hints-present", &place, "Take one of them out.",
                       "hint %zu says the same as hint %zu", i + 1, k + 1);
      free(other);
    }
    free(text);
  }
  free(spec);
}

/* One of the three, and that it passed, where it did. */
static void run_check(const struct answer *answer, const char *check,
                      void (*look)(const struct answer *answer)) {
  const struct wb_check_place place = {.puzzle = answer->puzzle->slug, .part = "hints"};
  const size_t before = wb_check_count(answer->report, WB_CHECK_FAULT);
  look(answer);
  if (wb_check_count(answer->report, WB_CHECK_FAULT) == before)
    wb_check_passed(answer->report, check, &place);
}

void wb_check_hints(struct wb_check_report *report, const struct wb_course *course,
                    const struct wb_puzzle_summary *puzzle) {
  struct answer answer = {.report = report, .course = course, .puzzle = puzzle};
  char *path = wb_course_starter(course, puzzle->slug);
  char *starter = wb_file_read_text(path, SOLUTION_MAX, NULL);
  answer.hints = wb_alloc((puzzle->n_hints + 1) * sizeof *answer.hints);
  if (starter != NULL) wb_tokens_read(&answer.starter, starter, strlen(starter));
  for (size_t i = 0; i < puzzle->n_hints; i++) read_hint(&answer.hints[i], puzzle->hints[i]);
  run_check(&answer, "hints-present", check_each);
  run_check(&answer, "hints-climb", check_climb);
  run_check(&answer, "hints-closed", check_solutions);
  for (size_t i = 0; i < puzzle->n_hints; i++) release_code(&answer.hints[i]);
  wb_tokens_release(&answer.starter);
  free(answer.hints);
  free(starter);
  free(path);
}
