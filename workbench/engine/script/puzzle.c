#include "script/domain.h"
#include "script/puzzle.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/nearest.h"
#include "base/slug.h"
#include "base/str.h"
#include "script/modules.h"
#include "script/spec.h"
#include "script/spec_fields.h"

/* What a protected call that loads a spec gets. */
struct loading {
  struct wb_puzzle *puzzle;
  const char *path;
};

static void push_result(lua_State *lua, const char *path, bool *is_host) {
  wb_script_push_main(lua, path);
  lua_call(lua, 0, 1);
  *is_host = wb_modules_is_made_by(lua, -1, WB_MADE_BY_HOST);
  if (*is_host || wb_modules_is_made_by(lua, -1, WB_MADE_BY_KERNEL)) return;
  if (lua_isnil(lua, -1))
    wb_script_fail(lua, 0, "returns nothing; it must end with: return puzzle.kernel { … }");
  wb_script_fail(lua, 0, "returns a %s; it must return what puzzle.kernel or puzzle.host gives",
                 luaL_typename(lua, -1));
}

static int load_spec(lua_State *lua) {
  struct loading *loading = lua_touserdata(lua, 1);
  push_result(lua, loading->path, &loading->puzzle->is_host);
  wb_spec_read(lua, lua_gettop(lua), loading->puzzle, loading->puzzle->spec);
  return 0;
}

static enum wb_status check_with(struct wb_puzzle *puzzle, const struct wb_spec_case *one,
                                 const uint64_t *seed, struct wb_error *err) {
  struct wb_case *made = NULL;
  const enum wb_status status = wb_spec_lay_out(puzzle, one, seed, &made, err);
  wb_case_free(made);
  return status;
}

static bool case_varies(const struct wb_spec_case *one) {
  bool varies = false;
  for (size_t i = 0; i < one->n_sizes; i++) varies |= one->sizes[i].varies;
  return varies;
}

/* Where sizes vary, with the least and the most of them, too. */
static enum wb_status check_case(struct wb_puzzle *puzzle, const struct wb_spec_case *one,
                                 struct wb_error *err) {
  const uint64_t least = WB_SEED_OF_LEAST, most = WB_SEED_OF_MOST;
  enum wb_status status = check_with(puzzle, one, NULL, err);
  if (status == WB_OK && case_varies(one)) status = check_with(puzzle, one, &least, err);
  if (status == WB_OK && case_varies(one)) status = check_with(puzzle, one, &most, err);
  return status;
}

/* Every case is laid out once, so that a mistake in the last shows too. */
static enum wb_status check_cases(struct wb_puzzle *puzzle, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < puzzle->n_cases && status == WB_OK; i++)
    status = check_case(puzzle, &puzzle->spec->cases[i], err);
  return status;
}

static char *domain_of(const struct wb_puzzle *puzzle) {
  struct wb_str text;
  if (puzzle->spec->domain == NULL) return NULL;
  wb_str_init(&text);
  wb_puzzle_outline_domain(puzzle, &text);
  return wb_str_detach(&text);
}

/* ---- names ---------------------------------------------------------------------- */

static bool is_slug(const char *slug) {
  size_t length = strspn(slug, "abcdefghijklmnopqrstuvwxyz0123456789-_");
  return length > 0 && length <= 100 && slug[length] == '\0';
}

static enum wb_status fail_not_found(const char *folder, const char *slug, struct wb_error *err) {
  struct wb_names names;
  enum wb_status status;
  wb_names_init(&names);
  const char *near = NULL;
  if (wb_directory_list(folder, &names, NULL) == WB_OK)
    near = wb_nearest(slug, (const char *const *)names.items, names.count);
  if (near != NULL)
    status =
        wb_fail(err, WB_ERR_NOT_FOUND, "there is no puzzle '%s'; did you mean '%s'?", slug, near);
  else
    status = wb_fail(err, WB_ERR_NOT_FOUND, "there is no puzzle '%s' in %s", slug, folder);
  wb_names_release(&names);
  return status;
}

/* What there is where the spec should be, or nothing; the folder is there. */
static enum wb_status fail_no_spec(const char *path, const char *label, struct wb_error *err) {
  struct stat about;
  if (stat(path, &about) != 0)
    return wb_fail_at(err, WB_ERR_SPEC, label,
                      "the puzzle's folder has no spec: this file is not there");
  return wb_fail_at(err, WB_ERR_SPEC, label, "a spec is a file with Lua text, and this is %s",
                    S_ISDIR(about.st_mode)    ? "a folder"
                    : S_ISFIFO(about.st_mode) ? "a FIFO"
                    : S_ISSOCK(about.st_mode) ? "a socket"
                                              : "a device");
}

/* ---- life ----------------------------------------------------------------------- */

static struct wb_puzzle *new_puzzle(const char *slug) {
  struct wb_puzzle *puzzle = wb_alloc(sizeof *puzzle);
  puzzle->slug = wb_strdup(slug);
  puzzle->number = wb_slug_number(slug);
  puzzle->spec = wb_spec_new();
  wb_names_init(&puzzle->steps);
  wb_names_init(&puzzle->hints);
  wb_names_init(&puzzle->tags);
  wb_names_init(&puzzle->aliases);
  wb_names_init(&puzzle->requires);
  wb_names_init(&puzzle->strict);
  wb_names_init(&puzzle->allow);
  wb_names_init(&puzzle->files);
  wb_names_init(&puzzle->launches);
  wb_names_init(&puzzle->defines);
  return puzzle;
}

static enum wb_status load_file(const char *course, const char *path, const char *label,
                                const struct wb_script_options *options, struct wb_puzzle *puzzle,
                                struct wb_error *err) {
  struct loading loading = {puzzle, path};
  enum wb_status status = wb_script_new(course, label, options, &puzzle->script, err);
  if (status == WB_OK) status = wb_script_protect(puzzle->script, load_spec, &loading, err);
  if (status == WB_OK) status = check_cases(puzzle, err);
  if (status == WB_OK && puzzle->domain == NULL) puzzle->domain = domain_of(puzzle);
  return status;
}

enum wb_status wb_puzzle_load_with(const char *course, const char *slug,
                                   const struct wb_script_options *options,
                                   struct wb_puzzle **loaded, struct wb_error *err) {
  char *folder = wb_path_join(course, "puzzles");
  char *label = wb_format("puzzles/%s/puzzle.lua", slug);
  char *path = wb_path_join(course, label);
  char *own = wb_path_join(folder, slug);
  struct wb_puzzle *puzzle = NULL;
  enum wb_status status = WB_OK;
  *loaded = NULL;
  if (!is_slug(slug) || !wb_is_directory(own)) {
    status = fail_not_found(folder, slug, err);
    goto out;
  }
  if (!wb_is_regular_file(path)) {
    status = fail_no_spec(path, label, err);
    goto out;
  }
  puzzle = new_puzzle(slug);
  status = load_file(course, path, label, options, puzzle, err);
  if (status != WB_OK)
    wb_puzzle_free(puzzle);
  else
    *loaded = puzzle;
out:
  free(own);
  free(path);
  free(label);
  free(folder);
  return status;
}

enum wb_status wb_puzzle_load(const char *course, const char *slug, uint64_t memory_limit,
                              struct wb_puzzle **puzzle, struct wb_error *err) {
  struct wb_script_options options = {.memory_limit = memory_limit};
  return wb_puzzle_load_with(course, slug, &options, puzzle, err);
}

const struct wb_file_states *wb_puzzle_files(const struct wb_puzzle *puzzle) {
  return &puzzle->script->files;
}

void wb_puzzle_free(struct wb_puzzle *puzzle) {
  if (puzzle == NULL) return;
  wb_script_free(puzzle->script);
  wb_spec_free(puzzle->spec);
  for (size_t i = 0; i < puzzle->n_params; i++) free(puzzle->params[i].name);
  free(puzzle->params);
  free(puzzle->case_steps);
  free(puzzle->case_groups);
  for (size_t i = 0; i < puzzle->n_groups; i++)
    wb_spec_release_rows(&wb_spec_group, &puzzle->groups[i]);
  free(puzzle->groups);
  free(puzzle->domain);
  wb_spec_release_rows(&wb_spec_kernel, puzzle);
  free(puzzle->slug);
  free(puzzle);
}

enum wb_status wb_puzzle_case_name(struct wb_puzzle *puzzle, size_t index, const char **name,
                                   bool *visible) {
  const struct wb_spec_case *one = wb_spec_case_at(puzzle->spec, index);
  if (one == NULL) return WB_ERR_NOT_FOUND;
  *name = one->name;
  *visible = one->visible;
  return WB_OK;
}

bool wb_puzzle_may_reseed(const struct wb_puzzle *puzzle, size_t index) {
  const struct wb_spec *spec = puzzle->spec;
  return index < spec->n_cases && !spec->cases[index].visible && !spec->cases[index].has_expected;
}

uint64_t wb_puzzle_seed(const struct wb_puzzle *puzzle, size_t index) {
  const struct wb_spec_case *one = wb_spec_case_at(puzzle->spec, index);
  return one->has_seed ? one->seed : wb_spec_seed(puzzle->slug, index);
}

bool wb_puzzle_varies(const struct wb_puzzle *puzzle) {
  bool varies = false;
  for (size_t i = 0; i < puzzle->n_cases; i++) varies |= case_varies(&puzzle->spec->cases[i]);
  return varies;
}

static unsigned line_of(int line) { return line > 0 ? (unsigned)line : 0; }

unsigned wb_puzzle_case_line(const struct wb_puzzle *puzzle, size_t index) {
  return line_of(puzzle->spec->cases[index].line);
}

unsigned wb_puzzle_param_line(const struct wb_puzzle *puzzle, size_t index) {
  return line_of(puzzle->spec->params[index].line);
}

unsigned wb_puzzle_group_line(const struct wb_puzzle *puzzle, size_t index) {
  return line_of(puzzle->spec->group_lines[index]);
}

unsigned wb_puzzle_domain_line(const struct wb_puzzle *puzzle) {
  return puzzle->spec->domain != NULL ? line_of(puzzle->spec->domain->line) : 0;
}

unsigned wb_puzzle_reference_line(const struct wb_puzzle *puzzle, bool second) {
  return line_of(second ? puzzle->spec->second_line : puzzle->spec->reference_line);
}

/* ---- an extra case -------------------------------------------------------------- */

/* What a protected call that reads one gets. */
struct reading {
  struct wb_puzzle *puzzle;
  const char *text;
};

/* The text is an expression of Lua in which no name means anything. */
static int read_extra(lua_State *lua) {
  const struct reading *reading = lua_touserdata(lua, 1);
  lua_pushfstring(lua, "return %s", reading->text);
  size_t length;
  const char *chunk = lua_tolstring(lua, -1, &length);
  if (luaL_loadbufferx(lua, chunk, length, "=case", "t") != LUA_OK)
    wb_script_fail(lua, 0, "%s", lua_tostring(lua, -1));
  lua_newtable(lua);
  if (lua_setupvalue(lua, -2, 1) == NULL) wb_bug("a chunk without _ENV");
  lua_call(lua, 0, 1);
  wb_spec_read_extra(lua, reading->puzzle, reading->puzzle->spec);
  return 0;
}

enum wb_status wb_puzzle_read_case(struct wb_puzzle *puzzle, const char *text,
                                   struct wb_error *err) {
  static char label[] = WB_EXTRA_CASE;
  struct reading reading = {puzzle, text};
  struct wb_script *script = puzzle->script;
  const struct wb_script own = *script;
  struct wb_case *made = NULL;
  /* It has no lines of the spec's. */
  script->label = label;
  script->lines = NULL;
  script->table_line = 0;
  enum wb_status status = wb_script_protect(script, read_extra, &reading, err);
  script->label = own.label;
  script->lines = own.lines;
  script->table_line = own.table_line;
  if (status == WB_OK) status = wb_spec_lay_out(puzzle, &puzzle->spec->extra, NULL, &made, err);
  wb_case_free(made);
  if (status != WB_OK) wb_spec_forget_extra(puzzle->spec);
  return status;
}
