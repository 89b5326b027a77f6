#include "judge/program_launches.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "base/kernel_scan.h"
#include "launch/outcome.h"

/* ---- options of a kernel ----------------------------------------------------------------------
 */

struct word {
  const char *text;
  size_t length;
};

/* What is left of `text` behind its next word. Quotes are part of a word: no option that counts has
 * any. */
static const char *next_word(const char *text, struct word *word) {
  while (isspace((unsigned char)*text)) text++;
  word->text = text;
  while (*text != '\0' && !isspace((unsigned char)*text)) text++;
  word->length = (size_t)(text - word->text);
  return text;
}

static bool begins(const struct word *word, const char *with) {
  return word->length >= strlen(with) && memcmp(word->text, with, strlen(with)) == 0;
}

/* A number, as far as its characters say: no other code of the program's. */
static bool is_number(const char *text, size_t length) {
  bool good = length > 0 && strchr("+-.0123456789", text[0]) != NULL;
  for (size_t i = 0; i < length && good; i++)
    good = isalnum((unsigned char)text[i]) || strchr("+-.", text[i]) != NULL;
  return good;
}

/* Without parameters, quotes, or anything else that may be read in another way. */
static bool is_name(const struct word *word) {
  bool good = word->length > 0;
  for (size_t i = 0; i < word->length && good; i++)
    good = isalnum((unsigned char)word->text[i]) || word->text[i] == '_';
  return good;
}

static bool is_said(const struct wb_program_files *files, const char *text, size_t length) {
  bool said = false;
  for (uint32_t i = 0; i < files->count && !said; i++)
    said = memmem(files->items[i].bytes, (size_t)files->items[i].length, text, length) != NULL;
  return said;
}

/* Whether the puzzle's texts cannot use a macro of that name: it stands nowhere in them, nor is it
 * one of the compiler's, of a file that they include, or put together of parts. */
static bool is_unused(const struct wb_program_files *files, const struct word *name) {
  static const char include[] = "include", paste[] = "##";
  return is_name(name) && !begins(name, "__") && !is_said(files, name->text, name->length) &&
         !is_said(files, include, strlen(include)) && !is_said(files, paste, strlen(paste));
}

/* "NAME" or "NAME=NUMBER", of a name that the puzzle leaves to the program or does not know. */
static bool may_be_defined(const struct wb_names *defines, const struct wb_program_files *files,
                           const struct word *word) {
  const char *equals = memchr(word->text, '=', word->length);
  const size_t length = equals != NULL ? (size_t)(equals - word->text) : word->length;
  bool known = false;
  for (size_t i = 0; i < defines->count && !known; i++)
    known =
        strlen(defines->items[i]) == length && memcmp(defines->items[i], word->text, length) == 0;
  known = known || is_unused(files, &(struct word){word->text, length});
  return known && (equals == NULL || is_number(equals + 1, word->length - length - 1));
}

/* Whether a text that is compiled with these options is still what the puzzle has written: what is
 * not understood here may be anything. */
static bool leave_kernel(const struct wb_names *defines, const struct wb_program_files *files,
                         const char *options) {
  struct word word;
  bool good = true;
  options = next_word(options, &word);
  while (good && word.length > 0) {
    if (begins(&word, "-D")) {
      if (word.length == strlen("-D"))
        options = next_word(options, &word);
      else
        word = (struct word){word.text + strlen("-D"), word.length - strlen("-D")};
      good = may_be_defined(defines, files, &word);
    } else {
      good = begins(&word, "-cl-");
    }
    options = next_word(options, &word);
  }
  return good;
}

/* ---- launches ---------------------------------------------------------------------------------
 */

/* The first of the puzzle's files that has this kernel, by a look at its text; NULL: none has, so
 * that it is for the program to write. */
static const char *file_with_kernel(const struct wb_program_files *files, const char *kernel) {
  const char *name = NULL;
  for (uint32_t i = 0; i < files->count && name == NULL; i++) {
    const struct wb_host_file *file = &files->items[i];
    const bool is_source = wb_ends_with(file->name, ".cl") || wb_ends_with(file->name, ".h");
    if (is_source &&
        wb_scan_kernel_line((const char *)file->bytes, (size_t)file->length, kernel) > 0)
      name = file->name;
  }
  return name;
}

enum whose { OF_PUZZLE, ITS_OWN, REDEFINED };

/* The kernel of a launch. `file` has the puzzle's of that name; NULL: any kernel will do. */
static enum whose whose_kernel(const struct wb_puzzle *puzzle, const struct wb_program_files *files,
                               const char *file, const struct wb_timeline_entry *entry) {
  const char *options = entry->options != NULL ? entry->options : "";
  if (file == NULL) return OF_PUZZLE;
  if (entry->kernel_file == NULL || !wb_names_have(&puzzle->files, entry->kernel_file))
    return ITS_OWN;
  return leave_kernel(&puzzle->defines, files, options) ? OF_PUZZLE : REDEFINED;
}

static void complain_redefined(struct wb_case_result *result, const char *kernel,
                               const char *file) {
  wb_case_verdict(result, WB_VERDICT_WRONG_ANSWER,
                  "the program compiles %s of %s with macros or options that make it another "
                  "kernel: leave them out",
                  kernel, file);
}

/* Where outputs must come from the puzzle's kernels, none of these is another one in any launch. */
static void check_each_launch(const struct wb_puzzle *puzzle, const struct wb_program_files *files,
                              const struct wb_timeline *timeline, struct wb_case_result *result) {
  bool good = true;
  for (size_t i = 0; i < timeline->n_entries && good; i++) {
    const struct wb_timeline_entry *entry = &timeline->entries[i];
    if (entry->kind != WB_TIMELINE_KERNEL || !wb_names_have(&puzzle->launches, entry->name))
      continue;
    const char *file = file_with_kernel(files, entry->name);
    good = whose_kernel(puzzle, files, file, entry) != REDEFINED;
    if (!good) complain_redefined(result, entry->name, file);
  }
}

void wb_program_check_launches(const struct wb_puzzle *puzzle, struct wb_program_files files,
                               const struct wb_timeline *timeline, struct wb_case_result *result) {
  const struct wb_names *wanted = &puzzle->launches;
  const char *file = wanted->count > 0 ? file_with_kernel(&files, wanted->items[0]) : NULL;
  enum whose last = OF_PUZZLE;
  size_t found = 0;
  for (size_t i = 0; i < timeline->n_entries && found < wanted->count; i++) {
    const struct wb_timeline_entry *entry = &timeline->entries[i];
    if (entry->kind != WB_TIMELINE_KERNEL || strcmp(entry->name, wanted->items[found]) != 0)
      continue;
    last = whose_kernel(puzzle, &files, file, entry);
    if (last == OF_PUZZLE && ++found < wanted->count)
      file = file_with_kernel(&files, wanted->items[found]);
  }
  if (wb_puzzle_follows_launches(puzzle)) check_each_launch(puzzle, &files, timeline, result);
  if (found == wanted->count) return;
  if (last == ITS_OWN)
    wb_case_verdict(result, WB_VERDICT_WRONG_ANSWER,
                    "the program launches a kernel of its own that is called %s, and not the one "
                    "of %s",
                    wanted->items[found], file);
  else if (last == REDEFINED)
    complain_redefined(result, wanted->items[found], file);
  else
    wb_case_verdict(result, WB_VERDICT_WRONG_ANSWER, "the program does not launch %s%s%s",
                    wanted->items[found], found > 0 ? " after " : "",
                    found > 0 ? wanted->items[found - 1] : "");
}

/* ---- which kernels they are -------------------------------------------------------------------
 */

void wb_launched_kernels_release(struct wb_launched_kernel *kernels, size_t count) {
  for (size_t i = 0; kernels != NULL && i < count; i++) {
    free(kernels[i].name);
    free(kernels[i].file);
    free(kernels[i].options);
  }
  free(kernels);
}

static const char *text_of(const char *text) { return text != NULL ? text : ""; }

static bool is_of(const struct wb_timeline_entry *entry, const struct wb_launched_kernel *kernel) {
  return kernel->name != NULL && strcmp(entry->name, kernel->name) == 0 &&
         strcmp(text_of(entry->kernel_file), kernel->file) == 0 &&
         strcmp(text_of(entry->options), kernel->options) == 0;
}

/* The first launch of a kernel that will do for this name. */
static void take_kernel(const struct wb_puzzle *puzzle, const struct wb_program_files *files,
                        const struct wb_timeline *timeline, const char *name,
                        struct wb_launched_kernel *kernel) {
  const char *file = file_with_kernel(files, name);
  for (size_t i = 0; i < timeline->n_entries && kernel->name == NULL; i++) {
    const struct wb_timeline_entry *entry = &timeline->entries[i];
    if (entry->kind != WB_TIMELINE_KERNEL || strcmp(entry->name, name) != 0 ||
        whose_kernel(puzzle, files, file, entry) != OF_PUZZLE)
      continue;
    *kernel =
        (struct wb_launched_kernel){wb_strdup(entry->name), wb_strdup(text_of(entry->kernel_file)),
                                    wb_strdup(text_of(entry->options))};
  }
}

static bool launches_others(const struct wb_timeline *timeline,
                            const struct wb_launched_kernel *kernels, size_t count) {
  bool others = count > 1;
  for (size_t i = 0; i < timeline->n_entries && !others; i++)
    others =
        timeline->entries[i].kind == WB_TIMELINE_KERNEL && !is_of(&timeline->entries[i], kernels);
  return others;
}

struct wb_launched_kernel *wb_launched_kernels_asked(const struct wb_puzzle *puzzle,
                                                     struct wb_program_files files,
                                                     const struct wb_timeline *timeline) {
  const size_t count = puzzle->launches.count;
  struct wb_launched_kernel *kernels = wb_alloc((count + 1) * sizeof *kernels);
  bool complete = count > 0;
  for (size_t i = 0; i < count && complete; i++) {
    take_kernel(puzzle, &files, timeline, puzzle->launches.items[i], &kernels[i]);
    complete = kernels[i].name != NULL;
  }
  if (complete && launches_others(timeline, kernels, count)) return kernels;
  wb_launched_kernels_release(kernels, count);
  return NULL;
}
