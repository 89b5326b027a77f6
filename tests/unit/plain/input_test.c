#include "plain/input.h"

#include <signal.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "session/signals.h"
#include "tap.h"

static const struct wb_input_wait a_line = {.lines = true, .fds = {-1, -1}, .timeout_ms = 10000};

static struct wb_plain_input input;
static int ends[2];
static struct wb_str line;

static void start(const char *bytes, size_t length) {
  CHECK(wb_pipe(ends, NULL) == WB_OK);
  wb_plain_input_init(&input, ends[0]);
  wb_str_init(&line);
  CHECK(wb_write_exact(ends[1], bytes, length, 1000, NULL) == WB_OK);
}

static void stop(void) {
  wb_plain_input_release(&input);
  wb_str_release(&line);
  close(ends[0]);
  if (ends[1] >= 0) close(ends[1]);
}

static void end_input(void) {
  close(ends[1]);
  ends[1] = -1;
}

static void check_line(const char *expected) {
  CHECK_INT(wb_plain_input_wait(&input, &a_line, &line), WB_INPUT_LINE);
  CHECK_STRING(line.data, expected);
}

static void lines_come_one_by_one(void) {
  start("one\ntwo\r\n\nlast", 14);
  end_input();
  check_line("one");
  check_line("two");
  check_line("");
  check_line("last");
  CHECK_INT(wb_plain_input_wait(&input, &a_line, &line), WB_INPUT_END);
  CHECK_INT(input.line, 4);
  stop();
}

static void a_line_may_come_in_pieces(void) {
  const struct wb_input_wait soon = {.lines = true, .fds = {-1, -1}, .timeout_ms = 1};
  start("ne", 2);
  CHECK_INT(wb_plain_input_wait(&input, &soon, &line), WB_INPUT_TIMEOUT);
  CHECK(wb_write_exact(ends[1], "xt\n", 3, 1000, NULL) == WB_OK);
  check_line("next");
  stop();
}

static void a_zero_byte_ends_nothing(void) {
  start("a\0b\n", 4);
  check_line("a?b");
  stop();
}

static void an_endless_line_is_cut(void) {
  char bytes[WB_PLAIN_INPUT_LINE_MAX + 10];
  memset(bytes, 'x', sizeof bytes);
  start(bytes, sizeof bytes);
  end_input();
  CHECK_INT(wb_plain_input_wait(&input, &a_line, &line), WB_INPUT_LINE);
  CHECK_INT((long long)line.length, WB_PLAIN_INPUT_LINE_MAX);
  check_line("xxxxxxxxxx");
  stop();
}

static void a_line_can_be_put_back(void) {
  start("one\ntwo\n", 8);
  check_line("one");
  wb_plain_input_unread(&input, "one");
  check_line("one");
  check_line("two");
  CHECK_INT(input.line, 2);
  stop();
}

static void lines_wait_while_nobody_wants_them(void) {
  const struct wb_input_wait no_line = {.fds = {-1, -1}, .timeout_ms = 1};
  start("one\n", 4);
  CHECK_INT(wb_plain_input_wait(&input, &no_line, &line), WB_INPUT_TIMEOUT);
  check_line("one");
  stop();
}

static void another_descriptor_ends_the_wait(void) {
  int other[2];
  start("", 0);
  CHECK(wb_pipe(other, NULL) == WB_OK);
  CHECK(wb_write_exact(other[1], "x", 1, 1000, NULL) == WB_OK);
  const struct wb_input_wait both = {.lines = true, .fds = {-1, other[0]}, .timeout_ms = 10000};
  CHECK_INT(wb_plain_input_wait(&input, &both, &line), WB_INPUT_READY);
  close(other[0]);
  close(other[1]);
  stop();
}

static void signals_come_before_lines(void) {
  start("one\n", 4);
  raise(SIGINT);
  CHECK_INT(wb_plain_input_wait(&input, &a_line, &line), WB_INPUT_INTERRUPT);
  raise(SIGCONT);
  CHECK_INT(wb_plain_input_wait(&input, &a_line, &line), WB_INPUT_CONTINUED);
  raise(SIGWINCH);
  check_line("one");
  raise(SIGTERM);
  CHECK_INT(wb_plain_input_wait(&input, &a_line, &line), WB_INPUT_STOP);
  CHECK_INT(input.raised, SIGTERM);
  stop();
}

static void what_was_typed_ahead_can_be_dropped(void) {
  start("one\ntwo\n", 8);
  check_line("one");
  wb_plain_input_drop(&input);
  end_input();
  CHECK_INT(wb_plain_input_wait(&input, &a_line, &line), WB_INPUT_END);
  stop();
}

int main(void) {
  if (wb_signals_begin(NULL) != WB_OK) return 1;
  tap_run("lines come one by one, the last without a newline", lines_come_one_by_one);
  tap_run("a line may come in pieces", a_line_may_come_in_pieces);
  tap_run("a zero byte ends nothing", a_zero_byte_ends_nothing);
  tap_run("an endless line is cut", an_endless_line_is_cut);
  tap_run("a line can be put back", a_line_can_be_put_back);
  tap_run("lines wait while nobody wants them", lines_wait_while_nobody_wants_them);
  tap_run("another descriptor that is ready ends the wait", another_descriptor_ends_the_wait);
  tap_run("signals come before lines", signals_come_before_lines);
  tap_run("what was typed ahead can be dropped", what_was_typed_ahead_can_be_dropped);
  wb_signals_end();
  return tap_finish();
}
