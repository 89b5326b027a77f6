/* The course's glossary, puzzles/glossary.md: its words, what they mean, and which puzzle
 * introduces each. A page of Markdown that is good to read as it is:
 *
 *   ## work-item                     the word
 *
 *   One run of a kernel, …           what it means, in plain words
 *
 *   - CUDA: thread                   its names elsewhere: CUDA, Mojo, Metal, SYCL and, where they
 *   - Mojo: thread                   are not CUDA's, HIP; "HIP: -" says that it has none
 *   - also: `get_global_id`, items   other forms of it, code in backticks; a plural in -s needs
 * none
 *   - apart from: convolution kernel phrases that only look like it
 *   - introduced: map                the puzzle, without its number, whose lesson is the first that
 *                                    may use it; without this line any page may
 *
 * A course without the file has an empty glossary. */
#ifndef WB_SESSION_GLOSSARY_H
#define WB_SESSION_GLOSSARY_H

#include "base/file.h"
#include "course/course.h"
#include "fields/fields.h"
#include "text/styled.h"

/* Where a learner comes from (verbs/origin.h), and whose words are known. */
enum wb_language {
  WB_LANGUAGE_OPENCL,
  WB_LANGUAGE_CUDA,
  WB_LANGUAGE_MOJO,
  WB_LANGUAGE_METAL,
  WB_LANGUAGE_SYCL,
  WB_LANGUAGE_HIP,
  WB_LANGUAGE_COUNT
};
/* What it is called: "CUDA". */
const char *wb_language_name(enum wb_language language);
/* How a file ends that has a solution in it, beside accepted.cl: ".cu"; NULL: there are none, or it
 * is OpenCL, whose ending is the course's. Static storage. */
const char *wb_language_ending(enum wb_language language);

struct wb_term {
  char *word;
  char *meaning; /* Markdown */
  /* What the page says, with commas between them; NULL: nothing. OpenCL's are not here. */
  char *names[WB_LANGUAGE_COUNT];
  char *introduced; /* the puzzle's name; NULL: known everywhere */
  char **also;      /* other forms; those of code begin and end with '`' */
  size_t n_also;
  char **apart; /* phrases */
  size_t n_apart;
  uint32_t line; /* of its heading */
};
extern const struct wb_fields wb_term_fields; /* documented in docs/json.md */

/* In the order of the file. A zeroed one is empty. */
struct wb_glossary {
  struct wb_term *terms;
  size_t count, capacity;
};

/* WB_ERR_SPEC, with the line, for what cannot be read as said above; a word that is there twice is
 * one. A file that is not there leaves it empty. */
enum wb_status wb_glossary_load(const struct wb_course *course, struct wb_glossary *glossary,
                                struct wb_error *err);
void wb_glossary_release(struct wb_glossary *glossary);
void wb_term_release(struct wb_term *term); /* of one alone; a zeroed one has nothing */

/* ---- looking up ---- */

/* The term that a person means: by its word or another form, in any case, in the singular or the
 * plural, else by another language's name for it. WB_ERR_USAGE with the nearest one for none. */
enum wb_status wb_glossary_find(const struct wb_glossary *glossary, const char *wanted,
                                const struct wb_term **term, struct wb_error *err);

/* One use of a term in a page. */
struct wb_term_use {
  const struct wb_term *term;
  unsigned line;
};
struct wb_term_uses {
  struct wb_term_use *items;
  size_t count, capacity;
};
/* The terms that a page of Markdown uses, in headings, paragraphs and lists, each at its first
 * use, in that order. The longest word counts: "local memory" is no use of "memory", "work-group"
 * none of "group". Blocks of code and drawings are left out. Appends. */
void wb_glossary_uses(const struct wb_glossary *glossary, const char *markdown, size_t length,
                      struct wb_term_uses *uses);
void wb_term_uses_release(struct wb_term_uses *uses);

/* ---- showing ---- */

/* The term's names there, HIP's by CUDA's where the page does not say them; NULL: it has none. */
const char *wb_term_names(const struct wb_term *term, enum wb_language language);
/* The same; NULL for the word itself, too. */
const char *wb_term_name(const struct wb_term *term, enum wb_language origin);

/* "**work-item**: one run of a kernel … CUDA, Mojo and Metal: thread.", wrapped to `width`; for who
 * comes from elsewhere the name there comes first: "**thread** (here **work-item**): …". */
void wb_term_write(const struct wb_term *term, enum wb_language origin, unsigned width,
                   struct wb_document *document);

/* All terms that have `part` somewhere, in any case, a paragraph each. With `lesson` (Markdown; may
 * be NULL) those that it uses come first, under a heading of their own. */
void wb_glossary_write(const struct wb_glossary *glossary, const char *lesson, const char *part,
                       enum wb_language origin, unsigned width, struct wb_document *document);

/* ---- the table of words: glossary_table.c ---- */

/* Whether the term has a name in that language; in any, for OpenCL. */
bool wb_term_is_in_table(const struct wb_term *term, enum wb_language language);
/* "block" of "block, thread block", "__shared__" of "`__shared__`": what a cell of the table shows,
 * which the caller frees; "-": it has none. OpenCL's is the word. */
char *wb_term_cell(const struct wb_term *term, enum wb_language language);

/* OpenCL's words beside those of all the other languages, or of `only` one (WB_LANGUAGE_OPENCL:
 * all). Cells are broken between words where that makes the table fit into `width`; where it does
 * not, each word is a paragraph with its names in a list. */
void wb_glossary_write_table(const struct wb_glossary *glossary, enum wb_language only,
                             unsigned width, struct wb_document *document);

#endif
