/* What the files of the class report share. Nobody else includes this. */
#ifndef WB_GRADING_CLASS_REPORT_PRIVATE_H
#define WB_GRADING_CLASS_REPORT_PRIVATE_H

#include "base/sha256.h"
#include "grading/class_report.h"
#include "grading/told.h"
#include "grading/similarity.h"

enum { WB_CLASS_BINS = 10 }; /* of a distribution */

/* Of a case, among those whose page shows it. */
struct wb_class_case {
  char *name;
  size_t right, total;
};

/* One of the course's wrong kernels. */
struct wb_class_wrong {
  char *name; /* "one-before.cl" */
  char *why;  /* its sentence; NULL: it has none */
  bool fails; /* in a way that can be compared: */
  unsigned char signature[WB_SHA256_BYTES];
  size_t people;
};

/* A text that somebody handed in, each once. */
struct wb_class_text {
  char sha256[WB_SHA256_HEX];
  size_t run;             /* whose files have it: 0, or 1 + index of `old` */
  struct wb_names people; /* pseudonyms; those of earlier years after the run's name */
  struct wb_names pages;  /* beside them; "" of earlier years */
  char *program;          /* fingerprint; NULL: not known */
};

struct wb_class_puzzle {
  const struct wb_run_puzzle *about;
  size_t people;                             /* whose submission counts */
  size_t states[WB_ASSESSED_NOT_JUDGED + 1]; /* of these */
  size_t verdicts[WB_VERDICT_COUNT];         /* of those that were judged */
  size_t told_in_part;                       /* accepted, as far as is told of hidden cases */
  size_t findings[WB_FINDING_KIND_COUNT];    /* people who have such an error */
  double share;                              /* sum of the shares of its points, */
  size_t shares;                             /* of so many people */
  struct wb_class_case *cases;
  size_t n_cases, cases_capacity;
  struct wb_class_wrong *wrong;
  size_t n_wrong;
  struct wb_similarity *similarity; /* NULL: nothing is compared */
  size_t n_course;                  /* its first texts are the course's; then come: */
  struct wb_class_text *texts;
  size_t n_texts, texts_capacity;
};

/* Of a puzzle as a page may tell it: all of it, or what its student may know. */
struct wb_class_view {
  const struct wb_result *result; /* NULL: nothing was judged */
  bool has_points;
  const struct wb_told *told;          /* of students; else NULL */
  const struct wb_told_puzzle *puzzle; /* likewise */
  struct wb_judgement traced;          /* with a trace, where steps are wanted; else zeroed */
  struct wb_str source;                /* that was traced */
  char *file;                          /* likewise: what it was called */
};

/* What somebody has for a puzzle. */
struct wb_class_score {
  const char *words; /* "accepted", "missing" */
  double points;     /* NAN where they are not told */
};

struct wb_class_row {
  char *pseudonym;
  uint32_t attempt, attempts;
  struct wb_class_score *puzzles; /* beside the run's */
  double points;                  /* NAN where not all is told or judged */
  char *flag;                     /* NULL: none */
};

struct wb_class_report {
  const struct wb_class_report_order *order;
  const struct wb_run_about *run;
  struct wb_site *site;
  struct wb_gradebook book; /* which attempts count */
  struct wb_class_puzzle *puzzles;
  struct wb_class_row *rows;
  size_t n_rows, rows_capacity;
  double most;
  struct wb_class_report_counts counts;
  bool has_texts;    /* what learners wrote is shown */
  bool other_course; /* it has changed since it was graded */
};

/* ---- pages: class_report_pages.c ---- */

void wb_class_page_begin(const struct wb_class_report *report, const char *title,
                         struct wb_str *out);
/* Ends the page, and adds it to the site. */
void wb_class_page_end(const struct wb_class_report *report, const char *file, struct wb_str *out);

/* "s3f0c.html", "s3f0c-2.html"; the caller frees. */
char *wb_class_person_page(const char *pseudonym, uint32_t attempt);
void wb_class_add_link(struct wb_str *out, const char *file, const char *words);
/* `markup` is ours: words go there as %s, and are escaped. */
void wb_class_add_words(struct wb_str *out, const char *tag, const char *words);
void wb_class_begin_table(struct wb_str *out, const char *caption, const char *const *heads);
void wb_class_end_table(struct wb_str *out);
/* How many fall into each tenth; `words` say it to who does not see it, `below` what is counted. */
void wb_class_add_distribution(struct wb_str *out, const size_t counts[WB_CLASS_BINS],
                               const char *below, const char *words);
size_t wb_class_bin(double share);

/* Whether the course's wrong kernels can be judged with the inputs that submissions were. */
bool wb_class_compares_wrong(const struct wb_class_report *report);

/* What a puzzle's answers are written in. */
enum wb_source_kind wb_class_language(const struct wb_class_report *report, const char *slug);

void wb_class_add_overview(const struct wb_class_report *report);
void wb_class_add_puzzles(const struct wb_class_report *report);
enum wb_status wb_class_add_names(const struct wb_class_report *report, struct wb_error *err);

/* ---- a submission's page: class_report_person.c ---- */

void wb_class_add_person(const struct wb_class_report *report,
                         const struct wb_assessment *assessment, const struct wb_class_view *views);
/* The text of a file of a run, as far as it is shown; "" where it cannot be read. */
void wb_class_read_source(const struct wb_run_folder *run, const char *sha256, struct wb_str *out);

/* ---- similarity: class_report_similar.c ---- */

/* What the course gives, and its right kernels. */
enum wb_status wb_class_begin_similarity(const struct wb_class_report *report,
                                         struct wb_class_puzzle *puzzle, struct wb_error *err);
/* `run` as in struct wb_class_text. */
void wb_class_compare_text(const struct wb_class_report *report, struct wb_class_puzzle *puzzle,
                           const struct wb_run_folder *folder, size_t run,
                           const struct wb_run_submission *submission,
                           const struct wb_assessed_puzzle *one);
enum wb_status wb_class_read_old(const struct wb_class_report *report, struct wb_error *err);
void wb_class_add_similarity(const struct wb_class_report *report);
void wb_class_release_similarity(struct wb_class_puzzle *puzzle);

#endif
