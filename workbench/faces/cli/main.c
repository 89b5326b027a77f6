#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/command.h"
#include "cli/complete.h"
#include "fields/json_tools.h"
#include "sandbox/sandbox.h"

enum { STACK_NEEDED = 1 << 20 };

/* Beside the table's rows. */
static const struct {
  const char *name;
  int (*run)(const struct wb_invocation *invocation);
} handlers[] = {
#define WB_COMMAND(name_, topic, parts) {.name = name_, parts},
#define WB_SHELL(id, ...) .run = wb_shell_##id,
#include "commands/commands.inc"
};

static int usage_error(const struct wb_invocation *invocation, const struct wb_error *err) {
  bool none = invocation->command == wb_cli_command_default();
  int code = wb_cli_fail(invocation, err);
  fprintf(stderr, "Try 'workbench %s%s--help'.\n", none ? "" : invocation->command->name,
          none ? "" : " ");
  return code;
}

/* For what this program starts: they raise the walls that the variable names. */
static enum wb_status choose_sandbox(const struct wb_invocation *invocation, struct wb_error *err) {
  const char *wanted = wb_cli_value_if_any(invocation, "sandbox");
  const char *words = getenv(WB_WALLS_VARIABLE);
  struct wb_walls walls;
  if (wanted != NULL && strcmp(wanted, "basic") != 0) /* that is: as many as there are */
    return setenv(WB_WALLS_VARIABLE, strcmp(wanted, "off") == 0 ? "none" : "all", 1) == 0
               ? WB_OK
               : wb_fail_errno(err, "cannot set " WB_WALLS_VARIABLE);
  const bool chosen = words != NULL && strcmp(words, "all") != 0;
  return chosen ? wb_walls_parse(&walls, words, err) : WB_OK;
}

static int run_command(const struct wb_invocation *invocation, int argc) {
  struct wb_error err;
  if (wb_cli_flag(invocation, "help")) {
    if (invocation->command == wb_cli_command_default() && argc <= 2)
      wb_cli_help_general();
    else
      wb_cli_help_command(invocation->command);
    return WB_EXIT_OK;
  }
  if (wb_cli_flag(invocation, "version")) {
    puts("workbench " WB_VERSION);
    return WB_EXIT_OK;
  }
  if (invocation->command->shell.needs_operand && invocation->n_operands == 0) {
    wb_fail(&err, WB_ERR_USAGE, "%s is missing: workbench %s %s",
            invocation->command->shell.operand, invocation->command->name,
            invocation->command->shell.operand);
    return usage_error(invocation, &err);
  }
  if (choose_sandbox(invocation, &err) != WB_OK) return usage_error(invocation, &err);
  return handlers[invocation->command - wb_commands].run(invocation);
}

/* Whether stdout is a pipe that nobody reads any more. */
static bool reader_left(void) {
  struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

/* A reader that went away (`workbench list | head -1`) is no error. Why an
 * earlier write failed is not known any more. */
static int flush_output(int code) {
  bool failed = ferror(stdout) != 0;
  errno = 0;
  failed = fflush(stdout) != 0 || failed;
  int why = errno;
  if (!failed || why == EPIPE || reader_left()) return code;
  fprintf(stderr, "workbench: cannot write the output%s%s\n", why != 0 ? ": " : "",
          why != 0 ? strerror(why) : "");
  return WB_EXIT_MISSING;
}

/* Kept out of wb_cli_main: its variables take room on a stack that may have none. */
__attribute__((noinline)) static int run_words(int argc, char **argv) {
  struct wb_invocation invocation;
  struct wb_error err = {.status = WB_OK};
  int code;
  /* How characters are written; numbers, dates and messages are the same everywhere. */
  setlocale(LC_CTYPE, "");
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
  if (argc > 1 && strcmp(argv[1], "--complete") == 0) /* words that are no options of ours */
    code = wb_complete_main(argc - 2, argv + 2);
  else if (wb_cli_parse(&invocation, argc, argv, &err) == WB_OK)
    code = run_command(&invocation, argc);
  else
    code = usage_error(&invocation, &err);
  return flush_output(code);
}

/* Where somebody has made it very small, as large as it must be; children get the same. */
static bool have_stack(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= STACK_NEEDED) return true;
  limit.rlim_cur = STACK_NEEDED;
  return limit.rlim_max >= STACK_NEEDED && setrlimit(RLIMIT_STACK, &limit) == 0;
}

int wb_cli_main(int argc, char **argv) {
  wb_json_needs_memory();
  if (have_stack()) return run_words(argc, argv);
  fprintf(stderr,
          "workbench: programs have too small a stack here; it must be %d KiB at least "
          "(ulimit -s %d)\n",
          STACK_NEEDED >> 10, STACK_NEEDED >> 10);
  return WB_EXIT_MISSING;
}
