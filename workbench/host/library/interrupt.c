#include "library/interrupt.h"

#include <errno.h>
#include <lauxlib.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* All that a signal's handler can know: the call that the main thread is in. */
static struct {
  struct workbench_host *volatile host; /* NULL: it is in none */
  lua_State *lua;
  struct sigaction before;
  volatile sig_atomic_t came;
} running;

int wb_api_interrupt_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static void raise_interrupted(lua_State *lua, lua_Debug *frame) {
  (void)frame;
  luaL_error(lua, "interrupted");
}

static void tell_program(int number, siginfo_t *info, void *context) {
  if ((running.before.sa_flags & SA_SIGINFO) != 0)
    running.before.sa_sigaction(number, info, context);
  else
    running.before.sa_handler(number);
}

/* The system may choose any thread; that of the call alone knows where Lua is. */
static void take_interrupt(int number, siginfo_t *info, void *context) {
  static const uint64_t one = 1;
  const int kept = errno;
  if (gettid() != getpid() && tgkill(getpid(), getpid(), number) == 0) return;
  if (running.host != NULL) {
    running.came = 1;
    const ssize_t put = write(running.host->interrupt_fd, &one, sizeof one);
    (void)put;
    if (running.lua != NULL) lua_sethook(running.lua, raise_interrupted, LUA_MASKCOUNT, 1);
  }
  tell_program(number, info, context);
  errno = kept;
}

/* Whether the program does something at SIGINT: else it ends, or wants to hear nothing. */
static bool has_handler(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) != 0 ||
         (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

void wb_api_interrupt_begin(struct workbench_host *host, lua_State *lua) {
  uint64_t before;
  if (host->interrupt_fd < 0 || gettid() != getpid() || running.host != NULL ||
      sigaction(SIGINT, NULL, &running.before) != 0 || !has_handler(&running.before))
    return;
  while (read(host->interrupt_fd, &before, sizeof before) > 0) continue;
  struct sigaction action = {.sa_sigaction = take_interrupt,
                             .sa_flags = SA_SIGINFO | (running.before.sa_flags & SA_ONSTACK),
                             .sa_mask = running.before.sa_mask};
  running.came = 0;
  running.lua = lua;
  running.host = host;
  if (sigaction(SIGINT, &action, NULL) != 0) running.host = NULL;
}

enum wb_status wb_api_interrupt_end(struct workbench_host *host, lua_State *lua,
                                    enum wb_status status, struct wb_error *err) {
  if (running.host != host || running.lua != lua || gettid() != getpid()) return status;
  sigaction(SIGINT, &running.before, NULL);
  running.host = NULL;
  if (!running.came) return status;
  if (lua != NULL) lua_sethook(lua, NULL, 0, 0);
  return status == WB_OK ? WB_OK : wb_fail(err, WB_ERR_CANCELLED, "interrupted");
}
