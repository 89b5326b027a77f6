/* What a learner hands in: an archive with their files of an assignment and handed-in.json, which
 * says what they answer. It holds no score, no time and no name of a person, so that the same files
 * give the same bytes; who it is from is known to where it is uploaded. */
#ifndef WB_VERBS_HAND_IN_H
#define WB_VERBS_HAND_IN_H

#include <stdbool.h>

#include "base/sha256.h"
#include "fields/fields.h"
#include "session/session.h"

#define WB_HAND_IN_MANIFEST "handed-in.json" /* at the archive's top */
enum { WB_HAND_IN_MANIFEST_SCHEMA = 1, WB_HAND_IN_FILES_MAX = 1000 };

struct wb_hand_in_file {
  char *puzzle; /* slug */
  char *file;   /* its name in the archive, "01-map.cl" */
  char sha256[WB_SHA256_HEX];
};

/* The members of the manifest come from the fields of this table, docs/json.md has them. */
struct wb_hand_in {
  char *course, *version; /* what course.lua calls it, and which edition; NULL: it does not say */
  char *assignment;       /* NULL: what the learner has begun, of whatever assignment */
  char *tool;             /* "workbench 1.0" */
  struct wb_hand_in_file *files;
  size_t n_files;

  /* Not in the manifest: */
  struct wb_hand_in_absent {
    char *puzzle, *why; /* "not started", "still the starter", "unreadable: …" */
  } * absent;
  size_t n_absent;
  uint64_t bytes; /* of the archive */
};
extern const struct wb_fields wb_hand_in_fields;

/* Makes the archive `path`, whose name says its form (session/archive_pack.h). `assignment` may be
 * NULL: then it is all puzzles that were begun, and those that were not are no lack. WB_ERR_USAGE
 * where nothing is there to be handed in, or where the archive is there already and `replace` is
 * not said; WB_ERR_NOT_FOUND for an unknown assignment; WB_ERR_CANCELLED once `stop_fd` can be
 * read. The archive is written whole or not at all. *hand_in is released by the caller, also after
 * an error. */
enum wb_status wb_hand_in_make(const struct wb_session *session, const char *assignment,
                               const char *path, bool replace, int stop_fd,
                               struct wb_hand_in *hand_in, struct wb_error *err);
void wb_hand_in_release(struct wb_hand_in *hand_in);

#endif
