/* What was handed in, as data: one struct for each attempt of each person or group, with its files
 * and the puzzles that they answer. intake.h reads it from folders and archives, match.h finds the
 * puzzles; both are for `grade`, with and without `--list`.
 *
 * Every text here came from strangers. Names are valid UTF-8 without control characters and without
 * those that turn the direction of text (base/clean.h): what was not so was repaired, and says so.
 */
#ifndef WB_GRADING_SUBMISSION_H
#define WB_GRADING_SUBMISSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sha256.h"
#include "fields/fields.h"

enum {
  WB_SUBMITTED_FILES_MAX = 200,       /* of a submission */
  WB_SUBMITTED_ANSWERS_MAX = 1000,    /* the same, each once for every puzzle that it answers */
  WB_SUBMITTED_BYTES_MAX = 1 << 20,   /* of a file that is judged */
  WB_SUBMITTED_ARCHIVE_DEPTH_MAX = 3, /* archives in archives */
  WB_SUBMITTED_ENTRIES_MAX = 32,      /* kernels that are noted of a text */
  WB_SUBMITTED_LEFT_OUT_MAX = 5       /* files beyond the limit that are named */
};

enum wb_submitted_state {
  WB_SUBMITTED_READ,        /* a text that may be an answer */
  WB_SUBMITTED_PASSED_OVER, /* what systems leave behind: __MACOSX, ._x, Thumbs.db, .DS_Store */
  WB_SUBMITTED_OTHER,       /* read, and no kernel nor program by its name: a report, a picture */
  WB_SUBMITTED_UNREADABLE   /* a FIFO, a folder called x.cl, a link, too large, damaged: `why` */
};

/* Why a file is taken for the answer to a puzzle, the surest first; one word each in results. */
enum wb_match_rule {
  WB_MATCH_NONE,
  WB_MATCH_MANIFEST, /* hand-in's manifest says so, and the digest is right */
  WB_MATCH_SLUG,     /* 03-guards.cl */
  WB_MATCH_NAME,     /* guards.cl; also a name or number that the puzzle once had */
  WB_MATCH_NUMBER,   /* 3.cl, puzzle03.cl */
  WB_MATCH_ENTRY,    /* the kernel's name in the text alone */
  WB_MATCH_PERSON    /* no rule: a person says so (`grade --match`) */
};

/* How much a name says of a puzzle: of too many files those are kept that say most. */
enum wb_name_worth { WB_NAME_SAYS_NOTHING, WB_NAME_SAYS_MORE, WB_NAME_SAYS_THAT_ALONE };

/* Columns of a file's name where people read it; longer ones are shortened. */
enum { WB_SUBMITTED_NAME_COLUMNS = 60 };

struct wb_submitted_file {
  char *name;    /* path in the submission; of a member of an archive "hw1.zip/work/03-guards.cl" */
  bool repaired; /* the name was not as it is shown */
  enum wb_submitted_state state;
  char *why; /* of an unreadable one: what is wrong, and what to do; NULL otherwise */
  uint64_t size;
  char sha256[WB_SHA256_HEX]; /* "" of what was not read */
  char **entries;             /* kernels that the text defines, in its order */
  size_t n_entries;
  enum wb_name_worth worth; /* set only while the submission is being read */
  char *claimed; /* the puzzle that hand-in's manifest says it answers; NULL: it says nothing */
  bool is_as_claimed; /* with the bytes that the manifest has a digest of */

  /* From match.h: */
  char *puzzle; /* slug; NULL: it answers none */
  enum wb_match_rule rule;
  bool certain;    /* the only candidate, with the kernel's right name; else a person looks at it */
  bool counts;     /* of several candidates for its puzzle, the one that is judged */
  bool is_starter; /* the puzzle's own, unchanged: nothing was answered yet */
  /* Why it is not certain, or answers none although it nearly does: a sentence; else NULL. */
  char *doubt;
};

struct wb_submission {
  char *label;      /* the folder's or archive's name, as it came: what staff finds it by */
  char **ids;       /* of the people whose it is, as the source names them; several: a group */
  size_t n_ids;     /* at least 1 */
  char *name;       /* as the source shows it to staff; NULL: it does not */
  int64_t received; /* seconds since 1970, from metadata, else the newest file's; 0: not known */
  bool is_received_said; /* from metadata: a file's time is a copy's, or what its owner set */
  bool said_late;        /* the source itself marks it as late */
  unsigned attempt;      /* from 1, in the order of `received`, among those of the same ids */
  char *trouble;         /* why nothing at all could be read: a sentence; NULL otherwise */
  struct wb_submitted_file *files;
  size_t n_files, files_capacity;
  uint64_t files_left_out; /* beyond the limit */
  char **left_out;         /* the names of some of these, answers first; NULL: there are none */
  size_t n_left_out;
  int left_out_ranks[WB_SUBMITTED_LEFT_OUT_MAX]; /* set only while it is being read */
  char *course, *edition, *assignment;           /* as a manifest has them; NULL: none does */
};

extern const struct wb_words wb_submitted_states, wb_match_rules_words;

/* Of struct wb_submitted_file, and of struct wb_submission but for whose it is: what a run keeps of
 * it, and staff and student may see. */
extern const struct wb_fields wb_submitted_file_fields, wb_submission_fields;
/* The same with whose it is: what `grade --list` tells staff. */
extern const struct wb_fields wb_submission_listed_fields;

/* A name as it is shown; *repaired (may be NULL) is set where that is another. The caller frees. */
char *wb_shown_name(const char *name, bool *repaired);

/* Why a person should look at a submission: the first reason, and how many there are. Zeroed, there
 * is none. */
struct wb_doubts {
  const char *about;  /* a puzzle's slug or a file's name; NULL: the whole */
  const char *reason; /* a sentence */
  size_t count;
};
void wb_doubts_add(struct wb_doubts *doubts, const char *about,
                   const char *reason /* NULL: none */);

/* Adds what can be seen without a judgement. Of a file that `is_decided` nothing is said; NULL: of
 * none was decided. */
void wb_submission_doubts(const struct wb_submission *submission,
                          bool (*is_decided)(const struct wb_submitted_file *file,
                                             const void *data),
                          const void *data, struct wb_doubts *doubts);

/* "a.cl, b.cl and 7 more are not kept: …"; the caller frees. For one that has such files. */
char *wb_submission_left_out_words(const struct wb_submission *submission);

/* "02-zip: zip.cl could answer it, too. (And 2 reasons more.)"; NULL: there is none. The caller
 * frees. */
char *wb_doubts_words(const struct wb_doubts *doubts);

/* Frees what it holds; one that is zeroed is fine. */
void wb_submission_release(struct wb_submission *submission);
/* Frees the files alone: it has none then. */
void wb_submission_release_files(struct wb_submission *submission);

/* Takes over what *file holds. Beyond WB_SUBMITTED_FILES_MAX one makes room for another whose name
 * says more of a puzzle, or that more likely is an answer; what is left out is counted, and some of
 * it named. */
void wb_submission_add(struct wb_submission *submission, struct wb_submitted_file *file);

/* Sets `attempt` of each: submissions of the same ids are one person's or group's, whatever the
 * order in which a source has the ids. Where `received` is the same, by label. */
void wb_submissions_number(struct wb_submission *submissions, size_t count);

#endif
