/* Files that a script names: kernels, and arrays of NumPy. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "gpu/values.h"
#include "script/tensor_lua.h"
#include "tensor/npy.h"

#define NO_SUCH_FILE "there is no file '%s' for this program"
enum { SOURCE_MAX = 1 << 20 }; /* bytes of a kernel's file */

static const struct wb_gpu_file *find_given(const struct wb_gpu_state *gpu, const char *name) {
  for (size_t i = 0; i < gpu->settings.n_files; i++)
    if (strcmp(gpu->settings.files[i].name, name) == 0) return &gpu->settings.files[i];
  return NULL;
}

/* A file that cannot be read or written is one that the program should not have named; only what
 * happens to a device is nobody's mistake. */
static enum wb_status named_by_program(enum wb_status status) {
  return status == WB_ERR_IO ? WB_ERR_USAGE : status;
}

void wb_gpu_find_path(struct wb_gpu_state *gpu, const char *name) {
  wb_str_clear(&gpu->path);
  char *folder = wb_gpu_script_folder(gpu);
  char *path = wb_path_join(folder != NULL ? folder : ".", name);
  wb_str_add(&gpu->path, wb_file_exists(path) ? path : name);
  free(path);
  free(folder);
}

enum wb_status wb_gpu_read_file(struct wb_gpu_state *gpu, const char *name, struct wb_error *err) {
  wb_str_clear(&gpu->text);
  wb_str_clear(&gpu->path);
  if (gpu->settings.sandboxed) {
    const struct wb_gpu_file *given = find_given(gpu, name);
    if (given == NULL) return wb_fail(err, WB_ERR_NOT_FOUND, NO_SUCH_FILE, name);
    wb_str_add_bytes(&gpu->text, given->bytes, given->length);
    return WB_OK;
  }
  wb_gpu_find_path(gpu, name);
  if (!wb_file_exists(gpu->path.data))
    return wb_fail(err, WB_ERR_NOT_FOUND,
                   "there is no file %s, beside the script or in the current folder", name);
  return named_by_program(wb_file_read(gpu->path.data, SOURCE_MAX, &gpu->text, err));
}

/* load(path [, type]): a tensor; with a vector's type the last axis has its lanes. */
static int load(lua_State *lua) {
  struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  const char *name = luaL_checkstring(lua, 1);
  struct wb_dtype wanted = {WB_FLOAT, 1};
  struct wb_npy_info info;
  struct wb_error err;
  char got[WB_DTYPE_NAME_MAX];
  const bool has_type = !lua_isnoneornil(lua, 2);
  if (has_type) wanted = wb_gpu_check_type(lua, 2);
  const struct wb_gpu_file *given = find_given(gpu, name);
  if (gpu->settings.sandboxed && given == NULL)
    wb_gpu_fail(lua, gpu, WB_ERR_NOT_FOUND, NO_SUCH_FILE, name);
  if (given == NULL && gpu->settings.folder != NULL) {
    wb_gpu_find_path(gpu, name);
    name = gpu->path.data;
  }
  enum wb_status status = given != NULL ? wb_npy_inspect_bytes(given->bytes, given->length, name,
                                                               wanted.lanes, &info, &err)
                                        : wb_npy_inspect(name, wanted.lanes, &info, &err);
  wb_gpu_check(lua, gpu, named_by_program(status), &err);
  if (has_type && info.type.scalar != wanted.scalar)
    return luaL_error(lua, "%s has elements of %s, not of %s", name,
                      wb_dtype_name((struct wb_dtype){info.type.scalar, 1}, got),
                      lua_tostring(lua, 2));
  struct wb_tensor *tensor = wb_tensor_lua_new(lua, info.type, &info.shape);
  memset(tensor->data, 0, wb_tensor_bytes(tensor));
  status = given != NULL ? wb_npy_parse_into(given->bytes, given->length, name, tensor, &err)
                         : wb_npy_load_into(name, tensor, &err);
  wb_gpu_check(lua, gpu, named_by_program(status), &err);
  return 1;
}

/* save(path, tensor or host buffer [, { fortran_order = …, big_endian = … }]) */
static int save(lua_State *lua) {
  static const char *const names[] = {"fortran_order", "big_endian", NULL};
  struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  const char *name = luaL_checkstring(lua, 1);
  struct wb_npy_format format = {0};
  struct wb_error err;
  if (gpu->settings.sandboxed)
    wb_gpu_fail(lua, gpu, WB_ERR_REFUSED, "this program may write no files");
  if (!lua_isnoneornil(lua, 3)) {
    luaL_checktype(lua, 3, LUA_TTABLE);
    wb_gpu_check_keys(lua, 3, "save", names);
    lua_getfield(lua, 3, "fortran_order");
    format.fortran_order = lua_toboolean(lua, -1) != 0;
    lua_getfield(lua, 3, "big_endian");
    format.big_endian = lua_toboolean(lua, -1) != 0;
  }
  lua_settop(lua, 2);
  if (wb_gpu_test(lua, 2, WB_GPU_BUFFER) != NULL) {
    lua_pushcfunction(lua, wb_gpu_to_tensor);
    lua_insert(lua, 2);
    lua_call(lua, 1, 1);
  }
  const struct wb_tensor *tensor = wb_tensor_lua_check(lua, 2);
  wb_gpu_check(lua, gpu, named_by_program(wb_npy_save(name, tensor, &format, &err)), &err);
  return 0;
}

const luaL_Reg wb_gpu_file_functions[] = {{"load", load}, {"save", save}, {NULL, NULL}};
