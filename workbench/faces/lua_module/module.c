#include "lua_module/module.h"

#include <langinfo.h>
#include <lauxlib.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/file.h"
#include "gpu/gpu.h"
#include "gpu/native.h"
#include "report/host_run.h"
#include "report/source_texts.h"
#include "result/host_result.h"

enum { MOST_FINDINGS = 10, SOURCE_MAX = 4 << 20 };

/* What one state of Lua has of the module: a userdata, which Lua finalizes after all values of the
 * module, since it is older. */
struct module {
  struct wb_gpu_state *gpu;
  struct wb_host *host;
  char *script; /* as it was named */
  struct wb_str printed;
};

/* What a kernel prints commands no terminal. */
static void print_clean(void *data, lua_State *lua, const char *text, size_t length) {
  struct module *module = data;
  (void)lua;
  wb_str_clear(&module->printed);
  wb_clean_text(&module->printed, text, length);
  fwrite(module->printed.data, 1, module->printed.length, stdout);
}

/* ---- the end ----------------------------------------------------------------------------------
 */

/* The interpreter may never have asked for the person's locale, and it is not ours to set. */
static bool takes_unicode(void) {
  locale_t own = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
  if (own == (locale_t)0) return false;
  const bool takes = strcmp(nl_langinfo_l(CODESET, own), "UTF-8") == 0;
  freelocale(own);
  return takes;
}

static void print_report(const struct wb_host_result *result) {
  struct wb_report_style style = wb_report_style_of(STDERR_FILENO);
  struct wb_source_texts sources = {.own = NULL};
  struct wb_document document = {0};
  struct wb_str out;
  char *folder = wb_path_dirname(result->script);
  const struct wb_host_view view = {.most_findings = MOST_FINDINGS,
                                    .sources = {wb_source_texts_find, &sources}};
  style.unicode = takes_unicode();
  wb_str_init(&out);
  wb_source_texts_add_folder(&sources, ".");
  wb_source_texts_add_folder(&sources, folder);
  wb_report_host_run(result, &view, &style, &document);
  wb_styled_to_ansi(&document, &style, &out);
  fflush(stdout);
  fwrite(out.data, 1, out.length, stderr);
  wb_document_release(&document);
  wb_source_texts_release(&sources);
  wb_str_release(&out);
  free(folder);
}

static void report_findings(const struct module *module, enum wb_status status,
                            const struct wb_error *err) {
  size_t count = 0;
  const struct wb_finding *findings = wb_host_findings(module->host, &count);
  struct wb_host_result result = {.script = wb_strdup(module->script),
                                  .cause = status,
                                  .detail = wb_strdup(status != WB_OK ? err->message : ""),
                                  .file = wb_strdup(""),
                                  .output = wb_strdup("")};
  result.n_findings = count < WB_HOST_FINDINGS_MAX ? count : WB_HOST_FINDINGS_MAX;
  result.findings_dropped = count - result.n_findings;
  result.findings = wb_alloc((result.n_findings + 1) * sizeof *result.findings);
  for (size_t i = 0; i < result.n_findings; i++) result.findings[i] = findings[i];
  result.verdict = wb_host_result_judge(&result);
  print_report(&result);
  wb_host_result_release(&result);
}

/* __gc: Lua closes the state, and has collected all buffers. Whether the program came to its end
 * Lua does not say; that its last call of the module failed says that it did not. */
static int close_module(lua_State *lua) {
  struct module *module = lua_touserdata(lua, 1);
  struct wb_error err = {.status = WB_OK};
  if (module->host != NULL) {
    const bool died = wb_gpu_call_failed(module->gpu);
    wb_gpu_script_ended(module->gpu);
    const enum wb_status status = wb_host_finish(module->host, died, &err);
    report_findings(module, status, &err);
  }
  wb_gpu_close(lua);
  wb_host_free(module->host);
  wb_gpu_free(module->gpu);
  wb_str_release(&module->printed);
  free(module->script);
  *module = (struct module){.gpu = NULL};
  return 0;
}

/* ---- the beginning ----------------------------------------------------------------------------
 */

/* What the interpreter was given to run: arg[0]. */
static char *script_name(lua_State *lua) {
  const int top = lua_gettop(lua);
  char *name = NULL;
  if (lua_getglobal(lua, "arg") == LUA_TTABLE && lua_rawgeti(lua, -1, 0) == LUA_TSTRING)
    name = wb_strdup(lua_tostring(lua, -1));
  lua_settop(lua, top);
  return name != NULL ? name : wb_strdup("lua");
}

static struct module *new_module(lua_State *lua) {
  struct module *module = lua_newuserdatauv(lua, sizeof *module, 0);
  *module = (struct module){.gpu = NULL};
  wb_str_init(&module->printed);
  lua_createtable(lua, 0, 1);
  lua_pushcfunction(lua, close_module);
  lua_setfield(lua, -2, "__gc");
  lua_setmetatable(lua, -2);
  luaL_ref(lua, LUA_REGISTRYINDEX); /* for as long as the state */
  return module;
}

int luaopen_gpu(lua_State *lua) {
  const char *device = getenv("WORKBENCH_DEVICE");
  struct wb_error err = {.status = WB_OK};
  luaL_checkversion(lua);
  struct module *module = new_module(lua);
  struct wb_host_options options = {
      .device = device != NULL && device[0] != '\0' ? device : NULL,
      .any_include = true,
      .cancel_fd = -1,
      .outlives_thread = true,
  };
  module->script = script_name(lua);
  module->gpu = wb_gpu_new(&(struct wb_gpu_settings){.print = print_clean, .data = module});
  wb_gpu_ask_script(module->gpu, &options);
  if (wb_host_new(&options, &module->host, &err) != WB_OK)
    return luaL_error(lua, "gpu: %s", err.message);
  wb_gpu_use(module->gpu, module->host);
  wb_gpu_add_companions(lua);
  wb_gpu_open(lua, module->gpu);
  wb_gpu_push_module(lua);
  return 1;
}
