/* Archives of courses, in a process of its own (programs/archive.c): what is in one was made by
 * somebody else, and the code that reads it is a library's.
 *
 * Archives are tar, plain or compressed by gzip, xz or zstd, and zip. They hold regular files and
 * folders and nothing else. Names are UTF-8 that can be shown as it is, relative, without "..",
 * at most WB_ARCHIVE_DEPTH_MAX deep. A file `manifest.sha256` at the top, as sha256sum(1) writes
 * it, must name every other file beside it; an archive without one is taken as it is.
 *
 * What can be had here was opened by whoever started the process: the archive, and the folder to
 * put it into. Both functions print nothing; words for people are in `err`. */
#ifndef WB_ARCHIVE_ARCHIVE_H
#define WB_ARCHIVE_ARCHIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"

enum {
  WB_ARCHIVE_DEPTH_MAX = 16,
  WB_ARCHIVE_PATH_MAX = 1024,      /* bytes */
  WB_ARCHIVE_ENTRIES_MAX = 20000,  /* files and folders */
  WB_ARCHIVE_FILE_MAX = 32 << 20,  /* bytes of one file */
  WB_ARCHIVE_TOTAL_MAX = 256 << 20 /* bytes of all, and of what decompressing may give */
};
#define WB_ARCHIVE_MANIFEST "manifest.sha256"

/* Whether a name may be in an archive; `why` says what is wrong with it. */
bool wb_archive_path_is_good(const char *path, const char **why);

/* Unpacks what `archive` reads into the folder `into`, which is empty. WB_ERR_SPEC where the
 * archive is not one, damaged, or holds what it must not; WB_ERR_LIMIT where it is too much. Then
 * something may lie in the folder. */
enum wb_status wb_archive_unpack(int archive, int into, struct wb_error *err);

/* What an archive of files that were handed in may hold. */
struct wb_archive_limits {
  size_t entries;
  uint64_t bytes; /* of all files, and of what decompressing may give */
};

/* Takes what is good out of an archive that somebody handed in, and says on `told` what is not, so
 * that one bad entry does not cost the others. Files have the times that the archive gives them.
 * Each line is a word, a tab, the name as it is shown, a tab, the reason (a phrase: "is a link"):
 *
 *   renamed     it was taken under this name, which is not quite the archive's
 *   left-out    it was not taken
 *   partial     nor this one, but a part of it lies in the folder
 *   incomplete  nothing behind this place was read: damage, or a limit. No name; at most once
 *   taken       the last line: in the name's place how many entries were read, in the reason's how
 *               many bytes of files
 *
 * WB_ERR_SPEC where it is no archive that can be read; other statuses are this machine's fault. */
enum wb_status wb_archive_collect(int archive, int into, const struct wb_archive_limits *limits,
                                  FILE *told, struct wb_error *err);

/* How archives are called: by the ends of their names. */
enum wb_archive_form {
  WB_ARCHIVE_TAR_GZ,
  WB_ARCHIVE_TAR_XZ,
  WB_ARCHIVE_TAR_ZST,
  WB_ARCHIVE_ZIP,
  WB_ARCHIVE_FORM_COUNT
};
const char *wb_archive_suffix(enum wb_archive_form form); /* ".tar.gz" */

/* Writes what `files` reads as an archive to `to`: for each file a line "SIZE PATH\n" and its
 * bytes, in the order that they are to have, and at the end an empty line. The same files give the
 * same bytes, whoever packs them, when and where. `bare`: without a manifest, for those who expect
 * their own files alone; all others have the same first folder, or none. */
enum wb_status wb_archive_pack(int files, enum wb_archive_form form, bool bare, int to,
                               struct wb_error *err);

#endif
