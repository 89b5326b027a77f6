#include "session/known_editor.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/file.h"

/* ---- Vim and Neovim ---- */

/* Ours comes last in 'runtimepath', so that a plugin of the person's goes first. */
static void add_vim_options(const struct wb_editor_setup *setup, struct wb_names *argv) {
  if (setup->files != NULL) {
    struct wb_str set;
    wb_str_init(&set);
    wb_str_add(&set, "set runtimepath+=");
    for (const char *c = setup->files; *c != '\0'; c++) {
      if (strchr(" \\|\"", *c) != NULL) wb_str_add_char(&set, '\\');
      if (*c == ',') wb_str_add(&set, "\\\\");
      wb_str_add_char(&set, *c);
    }
    wb_str_add(&set, "/vim");
    wb_names_add(argv, "--cmd");
    wb_names_add(argv, set.data);
    wb_str_release(&set);
  }
  wb_names_add(argv, "-c");
  wb_names_add(argv, "setlocal number");
}

/* A vi that may be any: what POSIX says that all of them know. */
static void add_vi_options(const struct wb_editor_setup *setup, struct wb_names *argv) {
  (void)setup;
  wb_names_add(argv, "-c");
  wb_names_add(argv, "set number");
}

/* ---- nano ---- */

enum { NANORC_MAX = 1 << 20 };

static bool add_file(struct wb_str *out, const char *path) {
  struct wb_str text;
  wb_str_init(&text);
  const bool there = wb_file_read(path, NANORC_MAX, &text, NULL) == WB_OK;
  if (there) wb_str_addf(out, "%s\n", text.data);
  wb_str_release(&text);
  return there;
}

static void add_system_nanorc(struct wb_str *out) {
  static const char *const places[] = {"/etc/nanorc", "/usr/local/etc/nanorc",
                                       "/opt/homebrew/etc/nanorc"};
  bool found = false;
  for (size_t i = 0; i < sizeof places / sizeof places[0] && !found; i++)
    found = add_file(out, places[i]);
}

static bool add_file_below(struct wb_str *out, const char *folder, const char *name) {
  char *path = wb_path_join(folder, name);
  const bool there = add_file(out, path);
  free(path);
  return there;
}

/* The first that is there, in nano's own order. */
static void add_own_nanorc(struct wb_str *out) {
  const char *config = wb_absolute_env("XDG_CONFIG_HOME");
  char *home = wb_home_path();
  bool found = home != NULL && add_file_below(out, home, ".nanorc");
  if (!found && config != NULL) found = add_file_below(out, config, "nano/nanorc");
  if (!found && home != NULL) add_file_below(out, home, ".config/nano/nanorc");
  free(home);
}

/* nano reads either one file that it is given, or the system's and the person's; and a file
 * cannot include settings. So the one that it is given holds all of them: the person's last,
 * which wins. Two keys that no keyboard has are for us; nano shows the key that was bound last
 * at the bottom, and so the usual ones are bound again. */
static void write_nanorc(const struct wb_editor_setup *setup, struct wb_str *out) {
  wb_str_add(out, "## Written anew at each start of nano by the workbench.\n");
  add_system_nanorc(out);
  wb_str_addf(out, "include \"%s/opencl.nanorc\"\n", setup->files);
  /* nano's way to go through findings, M-B, runs a command, whose words end at blanks. */
  if (setup->findings != NULL && strpbrk(setup->findings, " \t") == NULL)
    wb_str_addf(out, "extendsyntax opencl linter cat %s\n", setup->findings);
  wb_str_add(out,
             "bind F23 exit main\nbind F24 gotoline main\n"
             "bind ^X exit main\nbind ^_ gotoline main\n");
  add_own_nanorc(out);
}

/* The path of that file; NULL where it cannot be. The caller frees. */
static char *make_nanorc(const struct wb_editor_setup *setup) {
  struct wb_str text;
  char *folder = setup->files != NULL ? wb_cache_folder() : NULL;
  char *path = NULL;
  if (folder == NULL) return NULL;
  wb_str_init(&text);
  wb_cache_make(folder);
  path = wb_path_join(folder, "nanorc");
  write_nanorc(setup, &text);
  if (wb_file_write_atomic(path, text.data, text.length, NULL) != WB_OK) {
    free(path);
    path = NULL;
  }
  wb_str_release(&text);
  free(folder);
  return path;
}

/* Whether the command says which settings nano is to read. */
static bool chooses_nanorc(const char *command) {
  return strstr(command, " -f") != NULL || strstr(command, " -I") != NULL ||
         strstr(command, "rcfile") != NULL;
}

static void add_nano_options(const struct wb_editor_setup *setup, struct wb_names *argv) {
  char *nanorc = chooses_nanorc(setup->command) ? NULL : make_nanorc(setup);
  wb_names_add(argv, "-l");
  wb_names_add(argv, "-S"); /* a long line goes on beneath */
  if (nanorc != NULL) {
    char *option = wb_format("--rcfile=%s", nanorc);
    wb_names_add(argv, option);
    free(option);
  } else {
    wb_names_add(argv, "--syntax=c"); /* which most systems have */
  }
  free(nanorc);
}

/* ---- Emacs and micro ---- */

static void add_emacs_options(const struct wb_editor_setup *setup, struct wb_names *argv) {
  if (setup->files == NULL) return;
  char *path = wb_path_join(setup->files, "opencl.el");
  wb_names_add(argv, "-l");
  wb_names_add(argv, path);
  free(path);
}

/* It has no OpenCL C, and takes syntax files from the person's own folder alone. */
static void add_micro_options(const struct wb_editor_setup *setup, struct wb_names *argv) {
  (void)setup;
  wb_names_add(argv, "-filetype");
  wb_names_add(argv, "c");
  wb_names_add(argv, "-ruler");
  wb_names_add(argv, "true");
  wb_names_add(argv, "-softwrap");
  wb_names_add(argv, "true");
}

/* ---- the table ---- */

#define VIM_NORMAL_MODE "\x1c\x0e"   /* Ctrl-\ Ctrl-N, from wherever it is */
#define HELIX_NORMAL_MODE "\033[27u" /* Esc as it cannot be taken for Alt */

static const struct wb_known_editor editors[] = {
    {.names = {"vim", "nvim", "view", NULL},
     .save = ":w",
     .takes_line = true,
     .add_options = add_vim_options,
     .findings = ":cnext",
     .go_to = VIM_NORMAL_MODE,
     .after_line = "G",
     .leave = VIM_NORMAL_MODE ":q\r",
     .stay = ""},
    {.names = {"gvim", NULL}, .save = ":w", .takes_line = true, .add_options = add_vim_options},
    {.names = {"vi", NULL}, .save = ":w", .takes_line = true, .add_options = add_vi_options},
    {.names = {"nano", "rnano", NULL},
     .save = "Ctrl-S",
     .takes_line = true,
     .add_options = add_nano_options,
     .findings = "Alt-B",
     .go_to = "\x03\033[24;2~", /* out of a question, then F24 */
     .after_line = "\r",
     .leave = "\x03\033[23;2~", /* F23 */
     .stay = "\x03"},
    {.names = {"emacs", NULL},
     .save = "Ctrl-X Ctrl-S",
     .takes_line = true,
     .add_options = add_emacs_options,
     .findings = "Alt-G N",
     .go_to = "\033[9001~",
     .after_line = "~",
     .leave = "\033[9002~",
     .stay = ""},
    {.names = {"micro", NULL},
     .save = "Ctrl-S",
     .takes_line = true,
     .add_options = add_micro_options,
     .leave = "\x11", /* Ctrl-Q */
     .stay = "\033"},
    /* They have line numbers and OpenCL C themselves, or nothing that we know of. */
    {.names = {"hx", "helix", NULL},
     .save = ":w",
     .takes_line = true,
     .go_to = HELIX_NORMAL_MODE ":",
     .after_line = "\r",
     .leave = HELIX_NORMAL_MODE ":q\r",
     .stay = ""},
    {.names = {"kak", NULL}, .save = ":w", .takes_line = true},
    {.names = {"emacsclient", NULL}, .save = "Ctrl-X Ctrl-S", .takes_line = true},
    {.names = {"code", "codium", "code-insiders", NULL}, .takes_place = true},
    {.names = {"joe", "ne", "mg", "jed", NULL}, .takes_line = true},
    {.names = {"pico", NULL}, .takes_line = true},
};

/* "vim.basic" and "emacs-nox" are vim and emacs, too. */
static bool is_called(const struct wb_known_editor *editor, const char *name) {
  bool called = false;
  for (size_t i = 0; editor->names[i] != NULL && !called; i++) {
    const size_t length = strlen(editor->names[i]);
    called = strncmp(name, editor->names[i], length) == 0 &&
             (name[length] == '\0' || name[length] == '.' || name[length] == '-');
  }
  return called;
}

static const struct wb_known_editor *editor_called(const char *name) {
  for (size_t i = 0; i < sizeof editors / sizeof editors[0]; i++)
    if (is_called(&editors[i], name)) return &editors[i];
  return NULL;
}

char *wb_editor_path_of_program(const char *name) {
  const char *path = strchr(name, '/') == NULL ? getenv("PATH") : NULL;
  char *found = strchr(name, '/') != NULL ? wb_strdup(name) : NULL;
  while (path != NULL && *path != '\0' && found == NULL) {
    size_t length = strcspn(path, ":");
    char *folder = wb_strndup(path, length);
    char *file = wb_path_join(length > 0 ? folder : ".", name);
    if (wb_is_regular_file(file) && access(file, X_OK) == 0) {
      found = file;
      file = NULL;
    }
    free(file);
    free(folder);
    path += length + (path[length] == ':');
  }
  return found;
}

const struct wb_known_editor *wb_editor_known(const char *command) {
  char *word = wb_strndup(command, strcspn(command, " \t"));
  char *path = wb_editor_path_of_program(word);
  char *real = path != NULL ? realpath(path, NULL) : NULL;
  const struct wb_known_editor *editor = NULL;
  /* What a link leads to says more than its name. */
  if (real != NULL) editor = editor_called(wb_path_basename(real));
  if (editor == NULL) editor = editor_called(wb_path_basename(word));
  free(real);
  free(path);
  free(word);
  return editor;
}
