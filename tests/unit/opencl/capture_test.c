#include "opencl/capture.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap.h"

/* Rounds: whether two writes meet is chance, and that none of so many do is unlikely. */
enum { THREADS = 4, WRITES = 1000, BYTES = 4000, ROUNDS = 12 };

static pthread_barrier_t all_here;

/* What it writes: a letter of its own. */
static void *write_letters(void *letter) {
  char text[BYTES];
  memset(text, *(const char *)letter, sizeof text);
  pthread_barrier_wait(&all_here);
  for (int i = 0; i < WRITES; i++) {
    if (write(STDOUT_FILENO, text, sizeof text) != (ssize_t)sizeof text) return NULL;
  }
  return letter;
}

static size_t count_letter(const struct wb_outcome *outcome, char letter) {
  size_t count = 0;
  for (size_t i = 0; i < outcome->text_length; i++) count += outcome->text[i] == letter;
  return count;
}

static void try_a_round(void) {
  static char letters[THREADS] = "abcd";
  const uint64_t limit = (uint64_t)THREADS * WRITES * BYTES;
  struct wb_outcome outcome = {0};
  struct wb_capture capture;
  pthread_t threads[THREADS];

  pthread_barrier_init(&all_here, NULL, THREADS);
  wb_capture_begin(&capture, limit);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, write_letters, &letters[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  wb_capture_end(&capture, limit, &outcome);
  pthread_barrier_destroy(&all_here);

  CHECK_INT((long)outcome.text_total, (long)limit);
  for (int i = 0; i < THREADS; i++)
    CHECK_INT((long)count_letter(&outcome, letters[i]), (long)WRITES * BYTES);
  free(outcome.text);
}

static void keeps_what_threads_write_at_the_same_time(void) {
  for (int i = 0; i < ROUNDS; i++) try_a_round();
}

int main(void) {
  tap_run("what several threads print at the same time is all kept",
          keeps_what_threads_write_at_the_same_time);
  return tap_finish();
}
