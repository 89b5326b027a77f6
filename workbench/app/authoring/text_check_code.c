/* The OpenCL C of a puzzle's pages: what a judge compiles, and what came of it. */
#include <stdlib.h>
#include <string.h>

#include "authoring/text_check.h"
#include "base/str.h"
#include "base/tokens.h"

enum { STARTER_MAX = 4 << 20 };

static const char must_fail_mark[] = "does not compile";

/* ---- as files ----------------------------------------------------------------------------- */

static bool is_kernel_word(const struct wb_token *token) {
  return wb_token_is(token, "__kernel") || wb_token_is(token, "kernel");
}

static bool has_kernel(const struct wb_tokens *tokens) {
  for (size_t i = 0; i < tokens->count; i++)
    if (is_kernel_word(&tokens->items[i])) return true;
  return false;
}

/* Whether the text has the kernel `entry`, with the brace behind its body in *end; NULL: it
 * stays open. */
static bool find_kernel(const struct wb_tokens *tokens, const char *entry, const char **end) {
  bool marked = false, found = false;
  size_t depth = 0;
  *end = NULL;
  for (size_t i = 0; i < tokens->count; i++) {
    const struct wb_token *token = &tokens->items[i];
    marked = marked || is_kernel_word(token);
    found = found || (marked && wb_token_is(token, entry));
    depth += wb_token_is(token, "{");
    if (!wb_token_is(token, "}") || depth == 0) continue;
    depth--;
    if (depth > 0) continue;
    if (found) {
      *end = token->text;
      break;
    }
    marked = false;
  }
  return found;
}

static void close_braces(const struct wb_tokens *tokens, struct wb_str *source) {
  size_t depth = 0;
  for (size_t i = 0; i < tokens->count; i++) {
    depth += wb_token_is(&tokens->items[i], "{");
    depth -= wb_token_is(&tokens->items[i], "}") && depth > 0;
  }
  for (; depth > 0; depth--) wb_str_add(source, "}\n");
}

/* What the block becomes part of. */
struct code_frame {
  const char *entry, *starter;
  const char *end; /* the brace that closes the starter's kernel */
};

/* Adds kernels of the starter that the block has not, where a puzzle launches several. */
static void add_other_kernels(const struct code_frame *frame, const struct wb_tokens *tokens,
                              struct wb_str *source) {
  struct wb_tokens starter = {0};
  const struct wb_token *begin = NULL;
  const char *end;
  char *name = NULL;
  size_t depth = 0;
  int parentheses = 0;
  wb_tokens_read(&starter, frame->starter, strlen(frame->starter));
  for (size_t i = 0; i < starter.count; i++) {
    const struct wb_token *token = &starter.items[i];
    if (depth == 0 && begin == NULL && is_kernel_word(token)) begin = token;
    if (begin != NULL && depth == 0 && wb_token_is(token, "(") && parentheses++ == 0) {
      free(name); /* what was before is an attribute's */
      name = wb_strndup(token[-1].text, token[-1].length);
    }
    parentheses -= begin != NULL && depth == 0 && wb_token_is(token, ")");
    depth += wb_token_is(token, "{");
    if (!wb_token_is(token, "}") || depth == 0 || --depth > 0) continue;
    if (name != NULL && !find_kernel(tokens, name, &end))
      wb_str_addf(source, "%.*s\n", (int)(token->text + 1 - begin->text), begin->text);
    free(name);
    name = NULL;
    begin = NULL;
  }
  free(name);
  wb_tokens_release(&starter);
}

static void add_whole(const struct code_frame *frame, const struct wb_markdown_part *part,
                      const struct wb_tokens *tokens, struct wb_str *source) {
  const char *end;
  wb_str_addf(source, "#line %u\n%s\n", part->text_line, part->text);
  close_braces(tokens, source);
  /* The judge looks for the puzzle's kernels. */
  if (!find_kernel(tokens, frame->entry, &end))
    wb_str_add(source, frame->starter);
  else
    add_other_kernels(frame, tokens, source);
}

/* In the starter's kernel, behind all that it declares, in a block of its own: so it may declare
 * the same names again. */
static void add_fragment(const struct code_frame *frame, const struct wb_markdown_part *part,
                         const struct wb_tokens *tokens, const char *given, struct wb_str *source) {
  wb_str_add_bytes(source, frame->starter, (size_t)(frame->end - frame->starter));
  wb_str_addf(source, "{ %s\n{\n#line %u\n%s\n", given, part->text_line, part->text);
  close_braces(tokens, source);
  wb_str_addf(source, "}}%s", frame->end);
}

/* An #include or a macro that is shown alone stands before the kernel. */
static bool has_only_directives(const struct wb_tokens *tokens) {
  size_t i = 0;
  while (i < tokens->count && tokens->items[i].directive != 0) i++;
  return tokens->count > 0 && i == tokens->count;
}

/* Takes the source. */
static void add_page_code(struct wb_page_codes *codes, const struct wb_text_page *page,
                          const struct wb_markdown_part *part, const char *judged_file,
                          char *source) {
  const char *note = part->info != NULL ? part->info : "";
  codes->items = wb_grow(codes->items, &codes->capacity, codes->count + 1, sizeof *codes->items);
  codes->items[codes->count++] =
      (struct wb_page_code){.part = wb_format("%s:%u", page->part, part->line),
                            .file = wb_strdup(page->file),
                            .judged_file = wb_strdup(judged_file),
                            .line = part->text_line,
                            .source = source,
                            .must_fail = strcmp(note, must_fail_mark) == 0};
}

static void add_code(struct wb_page_codes *codes, const struct code_frame *frame,
                     const struct wb_text_page *page, const struct wb_markdown_part *part) {
  const char *note = part->info != NULL ? part->info : "";
  struct wb_tokens tokens = {0};
  struct wb_str source;
  wb_str_init(&source);
  wb_tokens_read(&tokens, part->text, strlen(part->text));
  const bool must_fail = strcmp(note, must_fail_mark) == 0;
  if (has_kernel(&tokens))
    add_whole(frame, part, &tokens, &source);
  else if (has_only_directives(&tokens))
    wb_str_addf(&source, "#line %u\n%s\n%s", part->text_line, part->text, frame->starter);
  else
    add_fragment(frame, part, &tokens, must_fail ? "" : note, &source);
  wb_tokens_release(&tokens);
  add_page_code(codes, page, part, page->file, wb_str_detach(&source));
}

/* ---- of host programs: their Lua is read and not run, and whole kernels are compiled by a program
 * of theirs, so that lines are those of the page ---- */

static void add_program_code(struct wb_page_codes *codes, const struct wb_text_page *page,
                             const struct wb_markdown_part *part) {
  const bool is_kernel = part->kind == WB_PART_SOURCE;
  struct wb_tokens tokens = {0};
  struct wb_str source;
  wb_tokens_read(&tokens, part->text, strlen(part->text));
  const bool is_whole = !is_kernel || has_kernel(&tokens);
  wb_tokens_release(&tokens);
  if (!is_whole) return; /* it is part of nothing that is known here */
  wb_str_init(&source);
  if (!is_kernel) wb_str_add(&source, "do return {} end");
  for (unsigned line = 1; line < part->text_line; line++) wb_str_add_char(&source, '\n');
  if (is_kernel)
    wb_str_addf(&source,
                "require('gpu').DeviceContext():compile_function({ source = [==[\n%s]==] })\n",
                part->text);
  else
    wb_str_add(&source, part->text);
  add_page_code(codes, page, part, "page.lua", wb_str_detach(&source));
}

static void add_program_codes_of_page(struct wb_page_codes *codes, const struct wb_course *course,
                                      const struct wb_puzzle_summary *puzzle, char *path) {
  struct wb_text_page page;
  wb_text_page_open(&page, NULL, course, puzzle, path);
  for (size_t i = 0; i < page.parts.count; i++) {
    const struct wb_markdown_part *part = &page.parts.items[i];
    const bool is_lua =
        part->kind == WB_PART_OTHER && part->info != NULL && strcmp(part->info, "lua") == 0;
    if (is_lua || part->kind == WB_PART_SOURCE) add_program_code(codes, &page, part);
  }
  wb_text_page_close(&page);
  free(path);
}

static void add_codes_of_page(struct wb_page_codes *codes, const struct code_frame *frame,
                              const struct wb_course *course,
                              const struct wb_puzzle_summary *puzzle, char *path) {
  struct wb_text_page page;
  wb_text_page_open(&page, NULL, course, puzzle, path);
  for (size_t i = 0; i < page.parts.count; i++)
    if (page.parts.items[i].kind == WB_PART_SOURCE)
      add_code(codes, frame, &page, &page.parts.items[i]);
  wb_text_page_close(&page);
  free(path);
}

/* A puzzle without a starter, or whose starter is wrong, has no frame: other checks say so. */
void wb_page_codes_find(const struct wb_course *course, const struct wb_catalog *catalog,
                        size_t index, struct wb_page_codes *codes) {
  const struct wb_puzzle_summary *puzzle = &catalog->items[index];
  const struct wb_puzzle_list list = wb_catalog_list(catalog);
  const char *chapter = wb_chapter_begun_by(&list, index, NULL);
  if (wb_summary_is_of_program(puzzle)) {
    add_program_codes_of_page(codes, course, puzzle, wb_course_lesson(course, puzzle->slug));
    add_program_codes_of_page(codes, course, puzzle, wb_course_explained(course, puzzle->slug));
    if (chapter != NULL)
      add_program_codes_of_page(codes, course, puzzle, wb_course_chapter(course, chapter));
    return;
  }
  char *path = wb_course_starter(course, puzzle->slug);
  char *starter = wb_file_read_text(path, STARTER_MAX, NULL);
  struct code_frame frame = {.entry = puzzle->entry, .starter = starter};
  struct wb_tokens tokens = {0};
  if (starter != NULL) wb_tokens_read(&tokens, starter, strlen(starter));
  if (find_kernel(&tokens, puzzle->entry, &frame.end) && frame.end != NULL) {
    add_codes_of_page(codes, &frame, course, puzzle, wb_course_lesson(course, puzzle->slug));
    add_codes_of_page(codes, &frame, course, puzzle, wb_course_explained(course, puzzle->slug));
    if (chapter != NULL)
      add_codes_of_page(codes, &frame, course, puzzle, wb_course_chapter(course, chapter));
  }
  wb_tokens_release(&tokens);
  free(starter);
  free(path);
}

void wb_page_codes_release(struct wb_page_codes *codes) {
  for (size_t i = 0; i < codes->count; i++) {
    free(codes->items[i].part);
    free(codes->items[i].file);
    free(codes->items[i].judged_file);
    free(codes->items[i].source);
  }
  free(codes->items);
  *codes = (struct wb_page_codes){0};
}

/* ---- what came of it ------------------------------------------------------------------------- */

static const struct wb_diagnostic *first_error(const struct wb_result *result) {
  for (size_t i = 0; i < result->n_diagnostics; i++)
    if (result->diagnostics[i].severity == WB_SEVERITY_ERROR) return &result->diagnostics[i];
  return NULL;
}

void wb_check_page_code(struct wb_check_report *report, const char *slug,
                        const struct wb_page_code *code, const struct wb_result *result) {
  struct wb_check_place place = {
      .puzzle = slug, .part = code->part, .file = code->file, .line = code->line};
  const bool refused = result != NULL && (result->verdict == WB_VERDICT_COMPILE_ERROR ||
                                          result->verdict == WB_VERDICT_SECURITY_VIOLATION);
  const struct wb_diagnostic *error = refused ? first_error(result) : NULL;
  if (result != NULL && result->verdict == WB_VERDICT_JUDGE_ERROR)
    wb_check_skipped(report, "page-code", &place, result->detail);
  else if (refused == code->must_fail)
    wb_check_passed(report, "page-code", &place);
  else if (code->must_fail)
    wb_check_fault(report, "page-code", &place, "Correct the page.",
                   "the code compiles, and the page says that it does not");
  else {
    if (error != NULL && error->line >= code->line) place.line = error->line;
    wb_check_fault(report, "page-code", &place,
                   "Names that a fragment uses are declared in <!-- code: ... --> right before it; "
                   "code of another language says which.",
                   "the code does not compile: %s",
                   error != NULL ? error->message : result->detail);
  }
}
