/* The parts of the intake: intake.c finds out whose is what, bulk.c knows bulk downloads,
 * intake_files.c reads the files of one submission, intake_archive.c gets at what is in archives,
 * intake_manifest.c reads what hand-in says. */
#ifndef WB_GRADING_INTAKE_PRIVATE_H
#define WB_GRADING_INTAKE_PRIVATE_H

#include <sys/types.h>

#include "base/file.h"
#include "grading/intake.h"
#include "sandbox/folder.h"

struct wb_intake_job {
  const struct wb_intake *order;
  struct wb_folder folder; /* for what is in archives; made when the first one comes */
  unsigned n_archives;     /* so far: the names of its folders */
};

/* WB_ERR_CANCELLED as soon as the order's stop_fd can be read. */
enum wb_status wb_intake_check_stop(const struct wb_intake_job *job, struct wb_error *err);

/* ---- archives (intake_archive.c) ---- */

struct wb_left_out {
  char *path, *why; /* a phrase: "a symbolic link" */
};

/* What was in an archive: a folder of our own, whose names are as they are shown. */
struct wb_collected {
  char *folder;
  struct wb_names partial, renamed; /* paths of files that are not whole; that were called else */
  struct wb_left_out *left_out;     /* those of `partial` among them */
  size_t n_left_out, left_out_capacity;
  char *incomplete; /* why there may be more; NULL: it was read to its end */
  size_t entries;
  uint64_t bytes;
};

/* Reads an archive of at most so many entries and bytes. WB_ERR_SPEC: it is none, or its reader
 * came to grief: then there is nothing. Release it in either case, which removes the folder. */
enum wb_status wb_archive_collected(struct wb_intake_job *job, int archive, size_t entries,
                                    uint64_t bytes, struct wb_collected *collected,
                                    struct wb_error *err);
void wb_collected_release(struct wb_collected *collected);
/* The sentence for an archive that is none; the caller frees. */
char *wb_unreadable_archive(const struct wb_error *why);

/* ---- one submission's files (intake_files.c) ---- */

/* A file, folder or archive that is a submission's, or part of one. */
struct wb_root {
  int folder;        /* where it is */
  const char *entry; /* its name there; ".": the folder itself; NULL: all of the archive `from` */
  const char *path;  /* of it, in the archive that `from` is of; "" at its top, or without one */
  const char *shown; /* begins the names of its files; "": nothing does */
  const struct wb_collected *from; /* NULL: it is in a folder of staff's */
  const char *unreadable;          /* why there is nothing to read, a sentence; NULL: there is */
};

struct wb_manifest_text {
  char *base; /* "" or "hw1.zip/": what names in it are relative to */
  struct wb_str text;
};

enum { WB_MANIFESTS_MAX = 8 };

struct wb_submission_reader {
  struct wb_intake_job *job;
  struct wb_submission *submission;
  size_t entries_left, archives_left;
  uint64_t bytes_left;
  struct wb_manifest_text manifests[WB_MANIFESTS_MAX];
  size_t n_manifests;
};

void wb_submission_reader_init(struct wb_submission_reader *reader, struct wb_intake_job *job,
                               struct wb_submission *submission);
/* Adds the files of a root. An error is this machine's fault, or WB_ERR_CANCELLED. */
enum wb_status wb_submission_read(struct wb_submission_reader *reader, const struct wb_root *root,
                                  struct wb_error *err);
/* Reads manifests, says what trouble there is, and releases the reader. */
void wb_submission_reader_finish(struct wb_submission_reader *reader);

/* Opens a regular file and no other, without following a link or waiting. *why (the caller frees)
 * is set where that is the file's fault, and *fd is -1 then. */
enum wb_status wb_open_submitted(int folder, const char *name, int *fd, char **why,
                                 struct wb_error *err);
/* Reads at most `limit` bytes and one more. */
enum wb_status wb_read_submitted(int fd, size_t limit, struct wb_str *text, struct wb_error *err);

/* The names in an open folder, sorted. */
enum wb_status wb_list_folder(int folder, struct wb_names *names, struct wb_error *err);

/* ---- manifests (intake_manifest.c) ---- */

/* Sets `claimed` of the files that it names. What is no manifest is passed over. */
void wb_manifest_read(struct wb_submission *submission, const struct wb_manifest_text *manifest);

/* ---- bulk downloads (bulk.c) ---- */

/* Whose an entry of a folder of submissions is. */
struct wb_owner {
  char *key;    /* the same of all entries of one submission; its label */
  char *id;     /* of whose it is */
  char *person; /* as the source shows it; NULL: it does not */
  char *shown;  /* the name of the file as it was handed in; "" for folders */
  bool late;
};
void wb_owner_release(struct wb_owner *owner);

struct wb_listing {
  int folder;
  const char *label;                  /* the folder's own name */
  const struct wb_match_rules *rules; /* as of the order */
  struct wb_names names;
  mode_t *modes;     /* of each, links not followed; 0: it went away */
  bool *clones;      /* of each, whether it is a clone of Git */
  size_t assignment; /* bytes that all clones' names begin with, before the user's */
};
/* Sets the last two. */
void wb_listing_find_clones(struct wb_listing *listing);

/* How a platform calls what it gives to download. `owner` is filled where true; for a folder that
 * has such names. */
struct wb_bulk {
  const char *name;
  bool (*owner_of)(const struct wb_listing *listing, size_t index, struct wb_owner *owner);
};

/* The platform by whose rule most names are made, or Canvas' where two people have something by
 * that; NULL: it is no bulk download. A learner chooses the name of a file at most, and cannot
 * outvote the others. */
const struct wb_bulk *wb_bulk_of(const struct wb_listing *listing);

/* Gradescope's submission_metadata.yml: a block of lines for each submission. */
struct wb_metadata {
  struct wb_str text;
  struct wb_metadata_block {
    const char *key; /* "submission_123:" and the rest of its line, in `text` */
    size_t length;   /* of the key */
  } * blocks;        /* sorted by key */
  size_t count, capacity;
};
/* Takes over the text; empty is fine. */
void wb_metadata_init(struct wb_metadata *metadata, struct wb_str *text);
void wb_metadata_release(struct wb_metadata *metadata);
/* Names, ids and time of the submission in the folder `key` replace what is there. */
void wb_metadata_apply(const struct wb_metadata *metadata, const char *key,
                       struct wb_submission *submission);
#define WB_GRADESCOPE_METADATA "submission_metadata.yml"

#endif
