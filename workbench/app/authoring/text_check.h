/* What `workbench check` asks of a puzzle's texts (docs/puzzle-spec.md#texts):
 *
 *   lesson, explanation, chapter  are there; the explanation names every right kernel
 *   drawing-width, drawing-words  fit the narrowest screen; say in words what they show
 *   links                         lead to a page of the course, and to a heading that is there
 *   words                         no word of the glossary before the puzzle that introduces it
 *   hints                         are there, climb, and do not hold the solution
 *   code                          compiles
 *   glossary                      can be read, and names puzzles that use its words
 *
 * Each is added to the report under its name: once as passed, or a fault for each mistake. */
#ifndef WB_AUTHORING_TEXT_CHECK_H
#define WB_AUTHORING_TEXT_CHECK_H

#include "authoring/check.h"
#include "judge_client/catalog.h"
#include "judge_client/client.h"
#include "verbs/glossary.h"

/* All but the code, of puzzle `index` of the catalog, whose spec is right. Nothing is run. The
 * page of its chapter is looked at with the chapter's first puzzle. */
void wb_check_texts(struct wb_check_report *report, const struct wb_course *course,
                    const struct wb_catalog *catalog, size_t index,
                    const struct wb_glossary *glossary);

/* The glossary itself, once a course; fills `glossary`, which is empty where it cannot be read. */
void wb_check_glossary(struct wb_check_report *report, const struct wb_course *course,
                       const struct wb_catalog *catalog, struct wb_glossary *glossary);

/* ---- the code of its pages --------------------------------------------------------------- */

/* A block of OpenCL C as a file that a judge of the puzzle compiles. A block with a `__kernel` is
 * whole (braces that it leaves open are closed); any other is the body of the puzzle's kernel,
 * with the parameters that the starter has. The comment right before a block says more:
 *
 *   <!-- code: size_t i = get_global_id(0); -->   what is declared before the fragment
 *   <!-- code: does not compile -->               and is there to show that
 */
struct wb_page_code {
  char *part;    /* "lesson.md:27" */
  char *file;    /* the page, relative to the course */
  unsigned line; /* of the block's first line, which is its line in `source`, too */
  char *source;
  bool must_fail;
};
struct wb_page_codes {
  struct wb_page_code *items;
  size_t count, capacity;
};

/* Appends the blocks of the puzzle's pages. */
void wb_page_codes_find(const struct wb_course *course, const struct wb_catalog *catalog,
                        size_t index, struct wb_page_codes *codes);
void wb_page_codes_release(struct wb_page_codes *codes);

/* What a judge of that puzzle said of the block's source; it need not have gone on after it had
 * compiled it: then `result` is NULL. */
void wb_check_page_code(struct wb_check_report *report, const char *slug,
                        const struct wb_page_code *code, const struct wb_result *result);

/* All of it for one puzzle, a judge for each block, one after the other. An error is one of this
 * machine, and no mistake of the course. */
enum wb_status wb_check_code(struct wb_check_report *report, const struct wb_course *course,
                             const struct wb_catalog *catalog, size_t index, struct wb_error *err);

#endif
