/* A path for those who come from CUDA, Mojo or another language: which words they know a thing by,
 * and which number a puzzle has in the set that they may have seen.
 *
 * The learner says it once (`ui --from mojo`), and it is kept with the progress, for all courses;
 * `--from` of another command is for that command alone. */
#ifndef WB_VERBS_ORIGIN_H
#define WB_VERBS_ORIGIN_H

#include "base/str.h"
#include "session/session.h"
#include "session/glossary.h"

/* That of the word; WB_LANGUAGE_OPENCL for NULL and what is none. */
enum wb_language wb_origin_of(const char *word);

/* WB_ERR_USAGE where the word is none, with those that are. */
enum wb_status wb_origin_check(const char *word, struct wb_error *err);

/* Its word, as `--from` takes it, and what choosing it brings. Static storage. */
const char *wb_origin_word(enum wb_language origin);
const char *wb_origin_about(enum wb_language origin);

/* What is said once one is kept. Static storage. */
const char *wb_origin_notice(enum wb_language origin);

/* The one that is wanted, as a word, else the one that is kept. Without a store, and where it
 * cannot be read, none is. */
enum wb_language wb_origin_choose(struct wb_store *store, const char *wanted);

/* The same, and keeps what is wanted. What cannot be kept holds for this time: as with progress,
 * opening the store has said why. */
enum wb_language wb_origin_keep(struct wb_store *store, const char *wanted);

/* The puzzle's names in their set, as they can be typed: "mojo:26 mojo:27" or "gpu-puzzles:9";
 * empty where there is none. Appends. */
void wb_origin_numbers(enum wb_language origin, const struct wb_puzzle_summary *puzzle,
                       struct wb_str *out);

/* A lesson (Markdown) with a line below it on the words that it uses: "In CUDA's words: work-item =
 * thread, …". It takes `lesson`, which may be NULL, and gives what the caller frees; the same where
 * there is nothing to say. */
char *wb_origin_lesson(enum wb_language origin, const struct wb_course *course, char *lesson);

#endif
