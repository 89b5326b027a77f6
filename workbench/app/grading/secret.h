/* The secret of whoever grades, and the names and keys that follow from it. It is 32 random bytes
 * in a file that its owner alone can read; no result, no process of a learner and no argument list
 * has it. With the same secret, the same people have the same pseudonyms in every run. */
#ifndef WB_GRADING_SECRET_H
#define WB_GRADING_SECRET_H

#include "base/sha256.h"
#include "base/status.h"
#include "result/judge_protocol.h"

enum { WB_SECRET_BYTES = 32, WB_PSEUDONYM_MAX = 18, WB_SECRET_ID_MAX = 17 };

struct wb_secret {
  unsigned char bytes[WB_SECRET_BYTES];
};

/* Reads it, or makes it where there is none. `path` NULL: grading.secret beside the progress
 * (store/store.h). WB_ERR_USAGE where the file is no secret, or others may read it. */
enum wb_status wb_secret_open(struct wb_secret *secret, const char *path, struct wb_error *err);

/* The usual file, which need not be there. The caller frees. */
enum wb_status wb_secret_default_path(char **path, struct wb_error *err);

/* "s3f0c…": of one person or of a group, in whichever order its ids are named. Staff finds who it
 * is in the run alone. */
void wb_secret_pseudonym(const struct wb_secret *secret, const char *const *ids, size_t n_ids,
                         char pseudonym[WB_PSEUDONYM_MAX]);

/* What the seeds of a puzzle's hidden cases follow from (result/judge_protocol.h): HMAC-SHA256 of
 * "seeds", the course's name (NULL: it has none), the puzzle's name, wherever it stands in the
 * course, and the pseudonym of who handed in ("": the same key for all), each with a NUL behind it.
 */
void wb_secret_seed_key(const struct wb_secret *secret, const char *course, const char *slug,
                        const char *pseudonym, struct wb_seed_key *key);

/* Another secret for that purpose, always the same one, which says nothing of this. */
void wb_secret_derive(const struct wb_secret *secret, const char *purpose,
                      struct wb_secret *derived);

/* What tells this secret from others, and reveals nothing of it. */
void wb_secret_id(const struct wb_secret *secret, char id[WB_SECRET_ID_MAX]);

#endif
