#include "verbs/origin.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *word;
  const char *set; /* what its aliases of puzzles begin with */
  const char *about;
} origins[WB_LANGUAGE_COUNT] = {
    [WB_LANGUAGE_OPENCL] = {"opencl", NULL, "or C alone: the words of this course"},
    [WB_LANGUAGE_CUDA] = {"cuda", "gpu-puzzles:",
                          "its words beside those of this course, and the numbers of GPU Puzzles"},
    [WB_LANGUAGE_MOJO] = {"mojo", "mojo:",
                          "its words beside those of this course, and the numbers of its puzzles"},
    [WB_LANGUAGE_METAL] = {"metal", NULL, "its words beside those of this course"},
    [WB_LANGUAGE_SYCL] = {"sycl", NULL, "its words beside those of this course"},
    [WB_LANGUAGE_HIP] = {"hip", NULL, "its words beside those of this course"}};
enum { MOST_WORDS = 12 };

static const char setting[] = "from";

enum wb_language wb_origin_of(const char *word) {
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++)
    if (word != NULL && strcmp(origins[i].word, word) == 0) return (enum wb_language)i;
  return WB_LANGUAGE_OPENCL;
}

enum wb_status wb_origin_check(const char *word, struct wb_error *err) {
  struct wb_str words;
  bool known = false;
  wb_str_init(&words);
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++) {
    known = known || strcmp(origins[i].word, word) == 0;
    wb_str_addf(&words, "%s%s", i > 0 ? ", " : "", origins[i].word);
  }
  const enum wb_status status =
      known ? WB_OK : wb_fail(err, WB_ERR_USAGE, "from takes one of %s", words.data);
  wb_str_release(&words);
  return status;
}

const char *wb_origin_word(enum wb_language origin) { return origins[origin].word; }

const char *wb_origin_about(enum wb_language origin) { return origins[origin].about; }

const char *wb_origin_notice(enum wb_language origin) {
  return origin == WB_LANGUAGE_OPENCL
             ? "No other words than the course's are shown from now on."
             : "The words that you know are shown below each lesson, and your numbers in the list.";
}

enum wb_language wb_origin_choose(struct wb_store *store, const char *wanted) {
  char *kept = NULL;
  if (wanted == NULL && store != NULL) wb_store_setting(store, setting, &kept, NULL);
  const enum wb_language origin = wb_origin_of(wanted != NULL ? wanted : kept);
  free(kept);
  return origin;
}

enum wb_language wb_origin_keep(struct wb_store *store, const char *wanted) {
  if (wanted != NULL && store != NULL) wb_store_set_setting(store, setting, wanted, NULL);
  return wb_origin_choose(store, wanted);
}

void wb_origin_numbers(enum wb_language origin, const struct wb_puzzle_summary *puzzle,
                       struct wb_str *out) {
  const size_t before = out->length;
  for (size_t i = 0; i < puzzle->n_aliases && origins[origin].set != NULL; i++)
    if (wb_starts_with(puzzle->aliases[i], origins[origin].set))
      wb_str_addf(out, "%s%s", out->length > before ? " " : "", puzzle->aliases[i]);
}

/* Of "block, thread block" the first: a short line has no room for more. */
static void add_word(struct wb_str *line, const struct wb_term *term, const char *name) {
  const size_t length = strcspn(name, ",");
  wb_str_addf(line, "%s%s = %.*s", line->length > 0 ? ", " : "", term->word, (int)length, name);
}

/* Terms that are called the same there are left out. */
static void add_words(enum wb_language origin, const struct wb_term_uses *uses,
                      struct wb_str *line) {
  size_t count = 0;
  for (size_t i = 0; i < uses->count && count < MOST_WORDS; i++) {
    const struct wb_term *term = uses->items[i].term;
    const char *name = wb_term_name(term, origin);
    if (name == NULL) continue;
    add_word(line, term, name);
    count++;
  }
}

char *wb_origin_lesson(enum wb_language origin, const struct wb_course *course, char *lesson) {
  struct wb_glossary glossary = {0};
  struct wb_term_uses uses = {0};
  struct wb_str line;
  if (lesson == NULL || origin == WB_LANGUAGE_OPENCL) return lesson;
  wb_str_init(&line);
  if (wb_glossary_load(course, &glossary, NULL) == WB_OK)
    wb_glossary_uses(&glossary, lesson, strlen(lesson), &uses);
  add_words(origin, &uses, &line);
  if (line.length > 0) {
    char *whole =
        wb_format("%s\n\n**In %s's words:** %s.\n", lesson, wb_language_name(origin), line.data);
    free(lesson);
    lesson = whole;
  }
  wb_str_release(&line);
  wb_term_uses_release(&uses);
  wb_glossary_release(&glossary);
  return lesson;
}
