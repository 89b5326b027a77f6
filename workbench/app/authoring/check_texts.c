/* The texts of a puzzle (text_check.h): what can be seen at once, and whether their code compiles.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/check_run.h"
#include "authoring/text_check.h"
#include "base/str.h"

/* No code of a page has to run long: that it compiles is all that is asked. */
enum { PAGE_LIMIT_MS = 200 };

struct texts;

struct code_block {
  struct texts *all;
  const struct wb_page_code *code;
  struct wb_check_report report; /* of its own, so that items keep the order of the page */
};

struct texts {
  struct wb_check_puzzle *puzzle;
  struct wb_page_codes found;
  struct code_block *items;
};

static size_t index_of(const struct wb_check_puzzle *puzzle) {
  return (size_t)(puzzle->summary - puzzle->run->order->catalog->items);
}

static void take_code(struct wb_judgement *judgement, void *data) {
  struct code_block *one = data;
  if (wb_check_was_judged(one->all->puzzle, judgement))
    wb_check_page_code(&one->report, one->all->puzzle->slug, one->code, &judgement->result);
}

static void plan_code(struct texts *all, size_t index) {
  struct code_block *one = &all->items[index];
  const struct wb_page_code *code = &all->found.items[index];
  const struct wb_run_options options = {.file = code->judged_file,
                                         .source = code->source,
                                         .source_length = strlen(code->source),
                                         .only_case = 1,
                                         .time_limit_ms = PAGE_LIMIT_MS};
  one->all = all;
  one->code = code;
  wb_check_judge(all->puzzle, &options, code->part, take_code, one);
}

static void *begin_texts(struct wb_check_puzzle *puzzle) {
  const struct wb_check_order *order = puzzle->run->order;
  struct texts *all = wb_alloc(sizeof *all);
  all->puzzle = puzzle;
  wb_check_texts(&puzzle->report, order->course, order->catalog, index_of(puzzle),
                 &puzzle->run->glossary);
  wb_page_codes_find(order->course, order->catalog, index_of(puzzle), &all->found);
  all->items = wb_alloc((all->found.count + 1) * sizeof *all->items);
  for (size_t i = 0; i < all->found.count; i++) plan_code(all, i);
  return all;
}

static void conclude_texts(struct wb_check_puzzle *puzzle, void *begun) {
  struct texts *all = begun;
  for (size_t i = 0; i < all->found.count; i++)
    wb_check_report_append(&puzzle->report, &all->items[i].report);
}

static void release_texts(void *begun) {
  struct texts *all = begun;
  for (size_t i = 0; i < all->found.count; i++) wb_check_report_release(&all->items[i].report);
  wb_page_codes_release(&all->found);
  free(all->items);
  free(all);
}

const struct wb_check_step wb_check_texts_step = {
    .needs_spec = true, .begin = begin_texts, .conclude = conclude_texts, .release = release_texts};
