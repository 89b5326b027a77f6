/* A Lua state for one script, with a cap on memory and errors that name lines.
 *
 * No error in Lua may jump over memory that only C knows. So Lua is called
 * through wb_script_protect() alone; inside, whatever C allocates is reachable
 * from the script or the puzzle before the next call that may raise; and
 * tensors' data lies in Lua's own memory, as userdata. */
#ifndef WB_SCRIPT_STATE_H
#define WB_SCRIPT_STATE_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file_states.h"
#include "base/status.h"
#include "base/str.h"
#include "script/library.h"
#include "script/lines.h"

enum { WB_SCRIPT_SOURCE_MAX = 1 << 20 }; /* bytes of one Lua file */

/* A limit of what a script uses here and elsewhere, as by launches; 0 ms: none. */
struct wb_script_whole {
  uint32_t ms;
  uint64_t (*elsewhere_ns)(void *data);
  void *data;
};

struct wb_script {
  lua_State *lua;
  char *course;         /* the folder with lua/ */
  char *label;          /* "puzzles/01-map/puzzle.lua": how errors call it */
  struct wb_str source; /* the file that is being loaded */
  const char *text;     /* of the main file, while it runs; NULL: not at hand */
  size_t text_length;
  struct wb_file_states files;  /* all that were loaded, or were not there */
  struct wb_line_finder *lines; /* of the main file; NULL before it is parsed */
  int table_line;               /* where puzzle.kernel was called */
  const char *doing;            /* "the reference", for errors without a line */
  int doing_line;               /* where that begins; 0: unknown */
  struct wb_error error;        /* set by whoever raises, or by the handler */
  bool has_error;

  const struct wb_library_file *library;

  size_t memory_used, memory_limit;
  bool hit_limit;           /* an allocation failed because of the limit */
  uint64_t allocations;     /* asked for so far */
  uint64_t fail_allocation; /* tests: the one to refuse, and all after it; 0: none */

  uint32_t time_ms; /* of CPU: courtesy limit for each protected call */
  uint64_t deadline_ns;
  uint64_t start_ns;
  struct wb_script_whole whole;

  bool was_late, ran_out; /* the last protected call: of time, of memory */
  struct wb_error stop;   /* of wb_script_stop; status WB_OK: none */

  /* Where print goes, line by line as it is; NULL: to stderr, made harmless. */
  void (*print)(lua_State *lua, void *data, const char *bytes, size_t length);
  void *print_data;
};

/* Options that tests change; zero means the default. */
struct wb_script_options {
  uint64_t memory_limit; /* bytes; 512 MiB */
  uint32_t time_ms;      /* of CPU; 5 s */
  uint64_t fail_allocation;
  const struct wb_library_file *library; /* what is built in, in Lua */
};

/* A state without any script in it. */
enum wb_status wb_script_new(const char *course, const char *label,
                             const struct wb_script_options *options, struct wb_script **script,
                             struct wb_error *err);
void wb_script_free(struct wb_script *script);

/* The script that a Lua state belongs to. */
struct wb_script *wb_script_of(lua_State *lua);

/* Calls `function` in protected mode with `data` as a light userdata at index
 * 1. Every error comes back as a status with place and message. */
enum wb_status wb_script_protect(struct wb_script *script, lua_CFunction function, void *data,
                                 struct wb_error *err);

/* Inside a protected call: reads the text file (a full path) and pushes its
 * chunk with a fresh environment. Raises. */
void wb_script_push_chunk(lua_State *lua, const char *path, const char *label);

/* The same of a text; a first line that begins with '#' is left out, as Lua does. */
void wb_script_push_text(lua_State *lua, const char *text, size_t length, const char *label);

/* The same of the script's own file, under its label, whose fields can then be found by their
 * lines. A field that is given twice is an error. */
void wb_script_push_main(lua_State *lua, const char *path);

/* Ends the script, from within a function that it called: every further instruction raises, so that
 * no pcall goes on, and wb_script_protect fails with this. The first one counts. Raises nothing
 * itself. */
void wb_script_stop(lua_State *lua, enum wb_status status, const char *message);

/* Raises an error at a place: LABEL:line (or LABEL alone where line is 0). */
_Noreturn void wb_script_fail(lua_State *lua, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
