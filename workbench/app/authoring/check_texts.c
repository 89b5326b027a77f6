/* The step of the texts: pages and hints are looked at as they are, their code is judged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/check_steps.h"
#include "authoring/text_check.h"
#include "base/str.h"
#include "sandbox/folder.h"

struct texts;

/* A block of code as a file. */
struct code_file {
  struct texts *texts;
  const struct wb_page_code *code;
  char *path;
};

struct texts {
  struct wb_check_puzzle *puzzle;
  struct wb_page_codes codes;
  struct code_file *files; /* beside the codes */
  struct wb_folder folder;
};

static void code_ended(struct wb_judgement *judgement, void *data) {
  const struct code_file *file = data;
  struct wb_check_puzzle *puzzle = file->texts->puzzle;
  if (wb_check_was_judged(puzzle, judgement))
    wb_check_page_code(&puzzle->report, puzzle->slug, file->code, &judgement->result);
}

static enum wb_status judge_code(struct code_file *file, size_t number, struct wb_error *err) {
  char name[32];
  snprintf(name, sizeof name, "page-%zu.cl", number);
  file->path = wb_path_join(file->texts->folder.path, name);
  const char *source = file->code->source;
  enum wb_status status = wb_file_write_atomic(file->path, source, strlen(source), err);
  const struct wb_run_options options = {.file = file->path, .only_case = 1};
  if (status == WB_OK)
    wb_check_judge(file->texts->puzzle, &options, file->code->part, code_ended, file);
  return status;
}

/* Where there is no place for the files, the code is not looked at. */
static void judge_codes(struct texts *texts) {
  struct wb_check_puzzle *puzzle = texts->puzzle;
  const struct wb_check_place place = {.puzzle = puzzle->slug};
  struct wb_error err;
  enum wb_status status = texts->codes.count > 0 ? wb_folder_make(&texts->folder, &err) : WB_OK;
  texts->files = wb_alloc((texts->codes.count + 1) * sizeof *texts->files);
  for (size_t i = 0; status == WB_OK && i < texts->codes.count; i++) {
    texts->files[i] = (struct code_file){.texts = texts, .code = &texts->codes.items[i]};
    status = judge_code(&texts->files[i], i + 1, &err);
  }
  if (status != WB_OK) wb_check_skipped(&puzzle->report, "page-code", &place, err.message);
}

static void *begin_texts(struct wb_check_puzzle *puzzle) {
  const struct wb_check_order *order = puzzle->run->order;
  const size_t index = (size_t)(puzzle->summary - order->catalog->items);
  struct texts *texts = wb_alloc(sizeof *texts);
  struct wb_glossary glossary = {0};
  /* It is the course's: what is wrong with it is told once, with the first puzzle. */
  struct wb_check_report unused = {0};
  const bool first = order->puzzles[0] == puzzle->summary;
  wb_check_glossary(first ? &puzzle->report : &unused, order->course, order->catalog, &glossary);
  wb_check_texts(&puzzle->report, order->course, order->catalog, index, &glossary);
  wb_check_report_release(&unused);
  wb_glossary_release(&glossary);
  texts->puzzle = puzzle;
  texts->folder.lock = -1;
  wb_page_codes_find(order->course, order->catalog, index, &texts->codes);
  judge_codes(texts);
  return texts;
}

static void release_texts(void *begun) {
  struct texts *texts = begun;
  for (size_t i = 0; texts->files != NULL && i < texts->codes.count; i++)
    free(texts->files[i].path);
  free(texts->files);
  wb_page_codes_release(&texts->codes);
  wb_folder_remove(&texts->folder);
  free(texts);
}

const struct wb_check_step wb_check_texts_step = {
    .begin = begin_texts, .release = release_texts, .needs_spec = true};
