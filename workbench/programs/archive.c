/* workbench-archive: unpacks and packs courses, and takes what is good out of archives that were
 * handed in, behind walls of its own.
 *
 *   workbench-archive unpack FOLDER   the archive is descriptor 0
 *   workbench-archive collect FOLDER ENTRIES MIB
 *                                     likewise; at most so many; what is left out goes to 1
 *   workbench-archive pack SUFFIX [bare]
 *                                     files come on descriptor 0, the archive goes to 1; bare:
 *                                     without a manifest
 *
 *   workbench-archive --version
 *
 * Exits with 0, or with 1 and on descriptor 2 one line: the status's word, a blank, what went
 * wrong. */
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive/archive.h"
#include "sandbox/limits.h"
#include "sandbox/sandbox.h"

enum { EXIT_USAGE = 2, CPU_SECONDS = 60, MIB_A_CPU_SECOND = 8, MIB_MAX = 1 << 20 };

/* Whatever an archive makes the library do: it can make files in the folder, and nothing else. */
static enum wb_status raise_walls(const char *folder, uint64_t cpu_seconds, struct wb_error *err) {
  struct wb_places places = {.count = 0};
  struct wb_enclosure enclosure = {.role = WB_ROLE_ARCHIVE, .places = &places, .guard = -1};
  struct wb_sandbox limits = {.cpu_seconds = cpu_seconds,
                              .address_space = (uint64_t)1 << 30,
                              .file_bytes = WB_ARCHIVE_TOTAL_MAX,
                              .no_core = 1};
  if (wb_sandbox_enter(&limits) != 0) return wb_fail_errno(err, "cannot limit this process");
  wb_places_add(&places, folder, WB_MAY_LIST | WB_MAY_CHANGE);
  enum wb_status status = wb_walls_choose(&enclosure.walls, err);
  return status == WB_OK ? wb_walls_enter(&enclosure, err) : status;
}

/* With limits it collects. */
static enum wb_status unpack(const char *folder, const struct wb_archive_limits *limits,
                             struct wb_error *err) {
  const int into = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (into < 0) return wb_fail_errno(err, "cannot open %s", folder);
  const uint64_t more = limits != NULL ? (limits->bytes >> 20) / MIB_A_CPU_SECOND : 0;
  enum wb_status status = raise_walls(folder, CPU_SECONDS + more, err);
  if (status != WB_OK) return status;
  return limits != NULL ? wb_archive_collect(STDIN_FILENO, into, limits, stdout, err)
                        : wb_archive_unpack(STDIN_FILENO, into, err);
}

static enum wb_status collect_within(char **words, struct wb_error *err) {
  char *after_entries = NULL, *after_mib = NULL;
  const unsigned long entries = strtoul(words[1], &after_entries, 10);
  const unsigned long mib = strtoul(words[2], &after_mib, 10);
  const struct wb_archive_limits limits = {entries, (uint64_t)mib << 20};
  if (*after_entries != '\0' || *after_mib != '\0' || entries == 0 || mib == 0 || mib > MIB_MAX)
    return wb_fail(err, WB_ERR_USAGE, "%s and %s are no limits", words[1], words[2]);
  return unpack(words[0], &limits, err);
}

static enum wb_status pack(const char *suffix, bool bare, struct wb_error *err) {
  enum wb_archive_form form = WB_ARCHIVE_TAR_GZ;
  while (form < WB_ARCHIVE_FORM_COUNT && strcmp(wb_archive_suffix(form), suffix) != 0) form++;
  if (form == WB_ARCHIVE_FORM_COUNT)
    return wb_fail(err, WB_ERR_USAGE, "no kind of archive is called %s", suffix);
  enum wb_status status = raise_walls(NULL, CPU_SECONDS, err);
  return status == WB_OK ? wb_archive_pack(STDIN_FILENO, form, bare, STDOUT_FILENO, err) : status;
}

int main(int argc, char **argv) {
  struct wb_error err = {.status = WB_OK};
  enum wb_status status = WB_OK;
  setlocale(LC_CTYPE, "C.UTF-8"); /* names are UTF-8, wherever this runs */
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    puts("workbench-archive " WB_VERSION);
    return 0;
  }
  if (argc == 3 && strcmp(argv[1], "unpack") == 0) {
    status = unpack(argv[2], NULL, &err);
  } else if (argc == 5 && strcmp(argv[1], "collect") == 0) {
    status = collect_within(argv + 2, &err);
  } else if (argc == 3 && strcmp(argv[1], "pack") == 0) {
    status = pack(argv[2], false, &err);
  } else if (argc == 4 && strcmp(argv[1], "pack") == 0 && strcmp(argv[3], "bare") == 0) {
    status = pack(argv[2], true, &err);
  } else {
    fprintf(stderr,
            "usage: workbench-archive unpack FOLDER | collect FOLDER ENTRIES MIB | pack SUFFIX "
            "[bare]\n"
            "This is a part of the workbench, which starts it itself.\n");
    return EXIT_USAGE;
  }
  if (status != WB_OK) fprintf(stderr, "%s %s\n", wb_status_name(status), err.message);
  /* What sanitizers do at the end takes calls that the walls refuse. */
  _exit(status == WB_OK ? 0 : 1);
}
