/* What `workbench check` asks of a puzzle's texts (docs/puzzle-spec.md#texts). Each check is added
 * to the report under its name in checks.inc: once as passed, or a fault for each mistake. */
#ifndef WB_AUTHORING_TEXT_CHECK_H
#define WB_AUTHORING_TEXT_CHECK_H

#include "authoring/check.h"
#include "course/course.h"
#include "judge_client/catalog.h"
#include "judge_client/client.h"
#include "text/markdown_parts.h"
#include "session/glossary.h"

/* ---- a page, as the files of this subject look at it ---- */

struct wb_text_page {
  const struct wb_course *course;
  const struct wb_puzzle_summary *puzzle; /* whose it is, or whose chapter's */
  struct wb_check_report *report;
  char *file;       /* relative to the course: "puzzles/01-map/lesson.md" */
  const char *part; /* "lesson.md" */
  char *text;       /* NULL: there is no such file, or it cannot be read */
  size_t length;
  struct wb_markdown_parts parts;
};

/* `path` is absolute. Reads it where it is there. */
void wb_text_page_open(struct wb_text_page *page, struct wb_check_report *report,
                       const struct wb_course *course, const struct wb_puzzle_summary *puzzle,
                       const char *path);
void wb_text_page_close(struct wb_text_page *page);

/* ---- its texts ---- */

/* All but the code, of puzzle `index` of the catalog, whose spec is right. Nothing is run. The
 * page of its chapter is looked at with the chapter's first puzzle. */
void wb_check_texts(struct wb_check_report *report, const struct wb_course *course,
                    const struct wb_catalog *catalog, size_t index,
                    const struct wb_glossary *glossary);

/* The glossary itself, once a course; fills `glossary`, which is empty where it cannot be read. A
 * course may do without. */
void wb_check_glossary(struct wb_check_report *report, const struct wb_course *course,
                       const struct wb_catalog *catalog, struct wb_glossary *glossary);

/* The pages of chapters: each is one of a chapter that there is; once a course. A name that nearly
 * fits is a misspelt one. */
void wb_check_chapters(struct wb_check_report *report, const struct wb_course *course,
                       const struct wb_catalog *catalog);

/* text_check_length.c: suggestions where a lesson or an explanation, whose text is there, is longer
 * than a learner reads at a stretch. Part of wb_check_texts(). */
void wb_check_lesson_length(const struct wb_text_page *page);
void wb_check_explanation_length(const struct wb_text_page *page);

/* text_check_hints.c: that the puzzle's hints climb, and stop short of the solution. Part of
 * wb_check_texts(). */
void wb_check_hints(struct wb_check_report *report, const struct wb_course *course,
                    const struct wb_puzzle_summary *puzzle);

/* ---- the code of its pages (text_check_code.c) ---- */

/* A block of OpenCL C as a file that a judge of the puzzle compiles. A block with a `__kernel` is
 * whole (braces that it leaves open are closed); any other is the body of the puzzle's kernel,
 * with the parameters that the starter has. The comment right before a block says more:
 *
 *   <!-- code: size_t i = get_global_id(0); -->   what is declared before the fragment
 *   <!-- code: does not compile -->               and is there to show that
 */
struct wb_page_code {
  char *part;        /* "lesson.md:27" */
  char *file;        /* the page, relative to the course */
  char *judged_file; /* by whose name a judge tells what `source` is: the page's, or a program's */
  unsigned line;     /* of the block's first line, which is its line in `source`, too */
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

/* What a judge of that puzzle said of the block's source. */
void wb_check_page_code(struct wb_check_report *report, const char *slug,
                        const struct wb_page_code *code, const struct wb_result *result);

#endif
