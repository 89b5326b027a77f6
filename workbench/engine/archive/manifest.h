/* The list of an archive's files with their digests, in sha256sum(1)'s form: "HEX  PATH\n". It
 * finds what formats and filters do not: gzip's checksum is not looked at by every reader, and a
 * tar may end early between two files. */
#ifndef WB_ARCHIVE_MANIFEST_H
#define WB_ARCHIVE_MANIFEST_H

#include "archive/archive.h"
#include "base/sha256.h"
#include "base/str.h"

/* Appends a line. */
void wb_manifest_add(struct wb_str *list, const unsigned char digest[WB_SHA256_BYTES],
                     const char *path);

/* Compares the files that came (`list`, in any order) with those that a manifest at `folder` ("" or
 * "NAME/") names below it. WB_ERR_SPEC names a file that is damaged, missing, or too many. */
enum wb_status wb_manifest_check(const struct wb_str *manifest, const struct wb_str *list,
                                 const char *folder, struct wb_error *err);

#endif
