#include "opencl/capture.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/str.h"

/* A write that would pass the sealed end fails in pieces of up to a page (or
 * a large page), so the end lies well past the limit. */
enum { SLACK = 4 * 1024 * 1024 };

/* Drivers print from several threads. Writes to a file that was opened wait for each other to move
 * its position; those to one as memfd_create() made it do not, and lie over each other. */
static int opened_again(int file) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  const int opened = open(path, O_RDWR | O_CLOEXEC);
  if (opened < 0) return file;
  close(file);
  return opened;
}

void wb_capture_begin(struct wb_capture *capture, uint64_t limit) {
  capture->saved = -1;
  capture->file = memfd_create("kernel-output", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (capture->file < 0) return;
  capture->file = opened_again(capture->file);
  fflush(stdout);
  if (ftruncate(capture->file, (off_t)(limit + SLACK)) == 0 &&
      fcntl(capture->file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) == 0)
    capture->saved = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (capture->saved < 0 || dup2(capture->file, STDOUT_FILENO) < 0) {
    close(capture->file);
    capture->file = -1;
  }
}

static void read_text(int file, size_t length, struct wb_outcome *outcome) {
  char *text = wb_alloc(length + 1);
  ssize_t got = pread(file, text, length, 0);
  outcome->text_length = got > 0 ? (size_t)got : 0;
  text[outcome->text_length] = '\0';
  outcome->text = text;
}

void wb_capture_end(struct wb_capture *capture, uint64_t limit, struct wb_outcome *outcome) {
  outcome->text_total = UINT64_MAX;
  if (capture->file < 0) return;
  fflush(stdout);
  off_t end = lseek(capture->file, 0, SEEK_CUR);
  dup2(capture->saved, STDOUT_FILENO);
  uint64_t length = end > 0 ? (uint64_t)end : 0;
  if (end >= 0) outcome->text_total = length;
  if (length > limit) {
    outcome->kind = WB_OUTCOME_OUTPUT_LIMIT;
    snprintf(outcome->detail, sizeof outcome->detail, "the kernel printed more than %llu bytes",
             (unsigned long long)limit);
    length = limit;
  }
  if (length > 0) read_text(capture->file, (size_t)length, outcome);
  close(capture->saved);
  close(capture->file);
  capture->file = capture->saved = -1;
}
