/* Random keys, bytes, sizes, files and signals at the program itself, in a real
 * pseudo-terminal, with a judge that answers at random and an editor that draws
 * garbage. It must go on, and Ctrl-C must always end it.
 *
 * FUZZ_SECONDS and FUZZ_SEED as in fuzz_test.c; without them it plays a little. */
#include "fuzz/hostile.h"
#include "tap.h"
#include "tui/bindings.h"
#include "tui/pty.h"

enum { SHORT_STEPS = 150, ROUND_STEPS = 400 };

static void write_kernel(struct chance *chance) {
  static const char *const words[] = {
      "accepted",    "wrong-answer", "runtime-error", "compile-error", "time-limit",
      "judge-error", "unwritten",    "dies",          "endless",       "floods",
      "lingers",     "hostile",      "nonsense"};
  const char *slug = chance_one_in(chance, 2) ? "01-first" : "02-wide";
  char *text = hostile_text(chance, 40);
  char *kernel = wb_format("// judge: %s\n%s",
                           words[chance_below(chance, sizeof words / sizeof words[0])], text);
  pty_kernel(slug, kernel);
  free(kernel);
  free(text);
}

/* Not those that give the terminal away, for without a shell nobody brings the program back, nor
 * the one that stops a terminal's output while an editor starts. */
static bool is_harmless(int key) { return key != WB_CTRL('Z') && key != WB_CTRL('S'); }

static void type_binding(struct pty *pty, struct chance *chance) {
  const struct wb_command *command = NULL;
  char name[WB_KEY_WORD_MAX];
  int key = 0;
  while (command == NULL || !wb_is_key(command))
    command = &wb_commands[chance_below(chance, (unsigned)wb_n_commands)];
  wb_key_parse(wb_first_key(command, name), &key);
  if (key > 0 && key < 0x110000 && is_harmless(key))
    wb_terminal_type(pty->terminal, (uint32_t)key, 0);
  else
    wb_terminal_press(pty->terminal, chance_below(chance, WB_TERMINAL_FUNCTION + 12),
                      chance_below(chance, 8));
}

static void type_bytes(struct pty *pty, struct chance *chance) {
  char *text = hostile_text(chance, 3);
  for (const char *c = text; *c != '\0'; c++) {
    const unsigned char byte = (unsigned char)*c;
    if (is_harmless(byte)) wb_terminal_type(pty->terminal, byte, 0);
  }
  free(text);
}

/* As a terminal sends them; some are cut short. */
static void type_sequence(struct pty *pty, struct chance *chance) {
  static const char *const sequences[] = {"\033[<0;5;3M",     "\033[<0;5;3m",
                                          "\033[<64;9;9M",    "\033[200~",
                                          "\033[201~",        "\033[200~jjQq\033[201~",
                                          "\033[M !!",        "\033[A",
                                          "\033OP",           "\033[1;5C",
                                          "\033[<0;999;999M", "\033[I",
                                          "\033[?1;2c",       "\033]11;rgb:0/0/0\033\\"};
  const char *text = sequences[chance_below(chance, sizeof sequences / sizeof sequences[0])];
  const size_t length = strlen(text);
  const size_t cut = chance_one_in(chance, 4) ? chance_below(chance, (unsigned)length) : length;
  for (size_t i = 0; i < cut; i++) wb_terminal_type(pty->terminal, (unsigned char)text[i], 0);
}

static void resize(struct pty *pty, struct chance *chance) {
  wb_terminal_resize(pty->terminal,
                     1 + (int)chance_below(chance, chance_one_in(chance, 9) ? 200 : 50),
                     2 + (int)chance_below(chance, chance_one_in(chance, 9) ? 500 : 140));
}

static void command(struct pty *pty, struct chance *chance) {
  static const char *const commands[] = {
      ":puzzle 2\r", ":line 3\r",   ":device emulator\r", ":list\r", ":hint\r",
      ":history\r",  ":help run\r", ":reset\r",           "/fi\r",   ":filter solved\r"};
  pty_type(pty, commands[chance_below(chance, sizeof commands / sizeof commands[0])]);
}

static void signal_it(struct pty *pty, struct chance *chance) {
  kill(pty->pid, chance_one_in(chance, 2) ? SIGCONT : SIGWINCH);
}

static void step(struct pty *pty, struct chance *chance) {
  const unsigned kind = chance_below(chance, 40);
  if (kind < 22) type_binding(pty, chance);
  if (kind == 22 || kind == 23) type_bytes(pty, chance);
  if (kind >= 24 && kind < 28) type_sequence(pty, chance);
  if (kind >= 28 && kind < 31) resize(pty, chance);
  if (kind == 31) command(pty, chance);
  if (kind == 32) signal_it(pty, chance);
  if (kind >= 33 && kind < 36) write_kernel(chance);
  if (kind == 36) wb_terminal_type(pty->terminal, WB_KEY_LEAVE_EDITOR, 0);
  if (kind == 37) wb_terminal_type(pty->terminal, 'r', 0);
  pty_take(pty, (int)chance_below(chance, chance_one_in(chance, 10) ? 40 : 4));
}

static void reopen(struct pty *pty) { CHECK(pty_open_workbench(pty, 30, 100, "1")); }

/* q may end it on the way, and that is all right; so may Ctrl-C and Ctrl-\ while it ends. */
static bool ended_well(const struct wb_exit *end) {
  if (!CHECK((end->exited && end->code == 0) || end->signal == SIGINT || end->signal == SIGQUIT)) {
    printf("# exit %d, signal %d\n", end->code, end->signal);
    return false;
  }
  return true;
}

/* Leaves whatever it is in; then Ctrl-C three times always ends it. */
static bool leave(struct pty *pty) {
  struct wb_exit end = {0};
  const uint64_t start = wb_clock_ns();
  wb_terminal_resize(pty->terminal, 30, 100);
  while (!wb_terminal_ended(pty->terminal, &end) &&
         wb_elapsed_ms(start) < (double)PTY_PATIENCE_MS) {
    pty_settle(pty, 50);
    if (pty_shows(pty, "leaves the editor"))
      wb_terminal_type(pty->terminal, WB_KEY_LEAVE_EDITOR, 0);
    pty_settle(pty, 50);
    /* "Quit all the same?" A paste that was begun takes keys until there is a pause. */
    if (pty_shows(pty, "y/n")) pty_settle(pty, 1500);
    wb_terminal_type(pty->terminal, pty_shows(pty, "y/n") ? 'y' : WB_CTRL('C'), 0);
  }
  if (pty->pid > 0 && wb_elapsed_ms(start) >= (double)PTY_PATIENCE_MS) {
    CHECK_NEVER("Ctrl-C does not end it");
    pty_print(pty);
    return false;
  }
  return ended_well(&end);
}

static bool play(uint64_t seed, int steps) {
  struct chance chance;
  struct pty pty;
  struct wb_exit end = {0};
  bool sound = true;
  chance_begin(&chance, seed);
  write_kernel(&chance);
  reopen(&pty);
  for (int i = 0; i < steps && sound && pty.terminal != NULL; i++) {
    step(&pty, &chance);
    if (wb_terminal_fd(pty.terminal) >= 0 || !wb_terminal_ended(pty.terminal, &end)) continue;
    sound = ended_well(&end);
    if (!sound) pty_print(&pty);
    pty_close(&pty);
    reopen(&pty);
  }
  if (sound && pty.terminal != NULL) sound = leave(&pty);
  pty_close(&pty);
  sound = CHECK(pty_wait_no_processes()) && sound;
  if (!sound) printf("# FUZZ_SEED=%llu\n", (unsigned long long)seed);
  return sound;
}

static unsigned long setting(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  return text != NULL && text[0] != '\0' ? strtoul(text, NULL, 10) : otherwise;
}

static void random_input(void) {
  const unsigned long seconds = setting("FUZZ_SECONDS", 0), first = setting("FUZZ_SEED", 1);
  const uint64_t start = wb_clock_ns();
  unsigned long played = 0;
  do {
    if (!play(first + played, seconds > 0 ? ROUND_STEPS : SHORT_STEPS)) break;
    played++;
  } while (wb_elapsed_ms(start) < (double)seconds * 1000);
  printf("# %lu rounds\n", played);
}

/* Draws garbage, echoes keys, and saves now and then. */
static void make_editor(void) {
  static const char text[] =
      "#!/bin/bash\n"
      "file=${!#}\n"
      "stty raw -echo 2> /dev/null\n"
      "while IFS= read -r -n 1 -t 20 key; do\n"
      "  case $RANDOM in\n"
      "    *1) head -c 400 /dev/urandom ;;\n"
      "    *2) printf '\\033[2J\\033[999;999Hx\\033[5b\\033]0;t\\007\\033[?1049h\\033(0qqq' ;;\n"
      "    *3) echo '// judge: accepted' > \"$file\" ;;\n"
      "    *4) exit $((RANDOM % 3)) ;;\n"
      "    *) printf '%s' \"$key\" ;;\n"
      "  esac\n"
      "done\n";
  pty_make_editor(text);
}

int main(void) {
  pty_make_folder(WB_TEST_ROOT "/tests/tui");
  make_editor();
  tap_run("random keys, bytes, sizes, files and signals leave it running, and Ctrl-C ends it",
          random_input);
  pty_forget_folder();
  return tap_finish();
}
