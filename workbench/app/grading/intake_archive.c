#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "grading/intake_private.h"
#include "session/course_archive.h"

/* ---- what its reader says -------------------------------------------------------------------- */

static void add_left_out(struct wb_collected *collected, const char *path, const char *why) {
  collected->left_out = wb_grow(collected->left_out, &collected->left_out_capacity,
                                collected->n_left_out + 1, sizeof *collected->left_out);
  collected->left_out[collected->n_left_out++] =
      (struct wb_left_out){wb_strdup(path), wb_strdup(why)};
}

/* "WORD PATH REASON", with tabs; archive/archive.h has the words. */
static bool take_line(struct wb_collected *collected, char *line) {
  char *path = strchr(line, '\t');
  char *reason = path != NULL ? strchr(path + 1, '\t') : NULL;
  if (reason == NULL) return false;
  *path++ = '\0';
  *reason++ = '\0';
  if (strcmp(line, "renamed") == 0)
    wb_names_add(&collected->renamed, path);
  else if (strcmp(line, "partial") == 0)
    wb_names_add(&collected->partial, path);
  if (strcmp(line, "partial") == 0 || strcmp(line, "left-out") == 0)
    add_left_out(collected, path, reason);
  if (strcmp(line, "incomplete") == 0 && collected->incomplete == NULL)
    collected->incomplete = wb_strdup(reason);
  if (strcmp(line, "taken") != 0) return false;
  collected->entries = strtoul(path, NULL, 10);
  collected->bytes = strtoull(reason, NULL, 10);
  return true;
}

static enum wb_status take_lines(struct wb_collected *collected, int told, struct wb_error *err) {
  struct stat found;
  bool is_whole = false;
  if (fstat(told, &found) != 0) return wb_fail_errno(err, "cannot read what an archive held");
  const size_t length = (size_t)found.st_size;
  char *text = wb_alloc(length + 1);
  enum wb_status status = WB_OK;
  if (pread(told, text, length, 0) != (ssize_t)length)
    status = wb_fail_errno(err, "cannot read what an archive held");
  for (char *line = text; status == WB_OK && *line != '\0';) {
    char *end = line + strcspn(line, "\n");
    const bool is_last = *end == '\0';
    *end = '\0';
    is_whole = take_line(collected, line);
    line = is_last ? end : end + 1;
  }
  if (status == WB_OK && !is_whole)
    status = wb_fail(err, WB_ERR_PROTOCOL, "what reads archives ended in the middle of a word");
  wb_names_sort(&collected->partial);
  wb_names_sort(&collected->renamed);
  free(text);
  return status;
}

/* ---- running it ------------------------------------------------------------------------------ */

static enum wb_status make_place(struct wb_intake_job *job, struct wb_collected *collected,
                                 struct wb_error *err) {
  enum wb_status status = WB_OK;
  if (job->folder.path == NULL) status = wb_folder_make(&job->folder, err);
  if (status != WB_OK) return status;
  collected->folder = wb_format("%s/%u", job->folder.path, job->n_archives++);
  return mkdir(collected->folder, 0700) == 0
             ? WB_OK
             : wb_fail_errno(err, "cannot make a folder for an archive");
}

/* A crash is the archive's doing: nothing else is read there. */
static enum wb_status blame_archive(enum wb_status status, struct wb_error *err) {
  if (status != WB_ERR_CRASH && status != WB_ERR_LIMIT && status != WB_ERR_NOMEM) return status;
  struct wb_error why = *err;
  return wb_fail(err, WB_ERR_SPEC, "%s", why.message);
}

enum wb_status wb_archive_collected(struct wb_intake_job *job, int archive, size_t entries,
                                    uint64_t bytes, struct wb_collected *collected,
                                    struct wb_error *err) {
  struct wb_error why = {0};
  *collected = (struct wb_collected){.folder = NULL};
  wb_names_init(&collected->partial);
  wb_names_init(&collected->renamed);
  char *most_entries = wb_format("%zu", entries);
  char *most_mib = wb_format("%llu", (unsigned long long)(bytes >> 20));
  const int told = memfd_create("told", MFD_CLOEXEC);
  enum wb_status status = told >= 0
                              ? make_place(job, collected, &why)
                              : wb_fail_errno(&why, "cannot make a place for what archives hold");
  if (status == WB_OK) {
    const char *const words[] = {"collect", collected->folder, most_entries, most_mib, NULL};
    status = wb_archive_run_words(words, archive, told, job->order->stop_fd, &why);
    status = blame_archive(status, &why);
  }
  if (status == WB_OK) status = take_lines(collected, told, &why);
  if (status != WB_OK && err != NULL) *err = why;
  if (told >= 0) close(told);
  free(most_mib);
  free(most_entries);
  return status;
}

char *wb_unreadable_archive(const struct wb_error *why) {
  char *said = wb_shown_name(why->message, NULL);
  char *sentence = wb_format("It cannot be read: %s. Hand in a zip.", said);
  free(said);
  return sentence;
}

void wb_collected_release(struct wb_collected *collected) {
  if (collected->folder != NULL) wb_folder_remove_tree(collected->folder);
  for (size_t i = 0; i < collected->n_left_out; i++) {
    free(collected->left_out[i].path);
    free(collected->left_out[i].why);
  }
  free(collected->left_out);
  free(collected->incomplete);
  free(collected->folder);
  wb_names_release(&collected->partial);
  wb_names_release(&collected->renamed);
  *collected = (struct wb_collected){.folder = NULL};
}
