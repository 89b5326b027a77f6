#include "library/arguments.h"

#include <lauxlib.h>
#include <stdlib.h>

enum { MOST_TENSORS = 1000 };

workbench_status wb_api_arguments_begin(struct wb_api_arguments *arguments, const char *call,
                                        struct wb_api_script *script,
                                        struct workbench_context *context, size_t count) {
  *arguments = (struct wb_api_arguments){.call = call, .script = script, .context = context};
  if (count > MOST_TENSORS) return wb_api_refuse(call, "there cannot be %zu tensors", count);
  arguments->tensors = wb_alloc((count + 1) * sizeof *arguments->tensors);
  arguments->places = wb_alloc((count + 1) * sizeof *arguments->places);
  return WORKBENCH_OK;
}

workbench_status wb_api_arguments_add(struct wb_api_arguments *arguments,
                                      enum wb_api_list_kind kind, const char *list,
                                      workbench_tensor *const *given, size_t count) {
  if (count > 0 && given == NULL)
    return wb_api_refuse(arguments->call, "the list of %ss is NULL", list);
  for (size_t i = 0; i < count; i++) {
    struct wb_api_tensor *tensor = &arguments->tensors[arguments->count];
    struct wb_api_tensor_place *place = &arguments->places[arguments->count++];
    *place = (struct wb_api_tensor_place){arguments->call, list, i + 1};
    tensor->is_output = kind == WB_LIST_OUTPUTS || kind == WB_LIST_OUTPUTS_OR_NULL;
    tensor->is_absent =
        given[i] == NULL && (kind == WB_LIST_INPUTS_OR_NULL || kind == WB_LIST_OUTPUTS_OR_NULL);
    if (tensor->is_absent) continue;
    workbench_status status =
        wb_api_tensor_take(place, given[i], kind != WB_LIST_DESCRIBED, arguments->script, tensor);
    if (status != WORKBENCH_OK) return status;
    if (tensor->buffer != NULL && arguments->context != NULL &&
        tensor->buffer->context != arguments->context)
      return wb_api_refuse(arguments->call, "%s %zu is of another context than that of the call",
                           list, i + 1);
  }
  arguments->lists[arguments->n_lists++] = count;
  return WORKBENCH_OK;
}

workbench_status wb_api_arguments_relate(struct wb_api_arguments *arguments) {
  return wb_api_tensors_relate(arguments->places, arguments->tensors, arguments->count);
}

void wb_api_arguments_release(struct wb_api_arguments *arguments) {
  free(arguments->tensors);
  free(arguments->places);
}

/* The list of all tensors at the top becomes its parts. */
static void split_list(lua_State *lua, const struct wb_api_arguments *arguments) {
  const int all = lua_gettop(lua);
  lua_Integer place = 1;
  for (size_t i = 0; i < arguments->n_lists; i++) {
    lua_createtable(lua, (int)arguments->lists[i], 0);
    for (size_t k = 0; k < arguments->lists[i]; k++, place++) {
      lua_rawgeti(lua, all, place);
      lua_rawseti(lua, -2, (lua_Integer)k + 1);
    }
  }
  lua_remove(lua, all);
}

void wb_api_arguments_push(lua_State *lua, struct wb_api_arguments *arguments, int keep) {
  luaL_checkstack(lua, LUA_MINSTACK, NULL);
  wb_api_tensors_push(lua, arguments->tensors, arguments->count, wb_api_script_push_buffer,
                      arguments->script);
  lua_pushvalue(lua, -1);
  lua_replace(lua, keep);
  split_list(lua, arguments);
}

void wb_api_arguments_give(struct wb_api_arguments *arguments) {
  wb_api_tensors_give(arguments->tensors, arguments->count);
}

void wb_api_arguments_push_descriptions(lua_State *lua, const struct wb_api_arguments *arguments) {
  lua_createtable(lua, (int)arguments->count, 0);
  for (size_t i = 0; i < arguments->count; i++) {
    wb_api_script_push_description(lua, &arguments->tensors[i]);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
}
