/* The tensors that a call of an operation or a graph is given: lists of them, one after the other.
 */
#ifndef WB_LIBRARY_ARGUMENTS_H
#define WB_LIBRARY_ARGUMENTS_H

#include "library/script.h"

struct wb_api_arguments {
  const char *call; /* whose they are, for messages */
  struct wb_api_script *script;
  struct workbench_context *context; /* buffers must be of it; NULL: of any */
  struct wb_api_tensor *tensors;
  struct wb_api_tensor_place *places;
  size_t count, lists[3], n_lists; /* how many each list has */
};

enum wb_api_list_kind {
  WB_LIST_INPUTS,
  WB_LIST_OUTPUTS,
  WB_LIST_INPUTS_OR_NULL,
  WB_LIST_OUTPUTS_OR_NULL,
  WB_LIST_DESCRIBED /* their data is not looked at */
};

/* Makes room for `count` tensors; `call` is the function's name. To be released, also when it
 * refuses. */
workbench_status wb_api_arguments_begin(struct wb_api_arguments *arguments, const char *call,
                                        struct wb_api_script *script,
                                        struct workbench_context *context, size_t count);
/* A list more, which messages call "input". */
workbench_status wb_api_arguments_add(struct wb_api_arguments *arguments,
                                      enum wb_api_list_kind kind, const char *list,
                                      workbench_tensor *const *given, size_t count);
/* Once all lists are there: refuses what overlaps. */
workbench_status wb_api_arguments_relate(struct wb_api_arguments *arguments);
void wb_api_arguments_release(struct wb_api_arguments *arguments);

/* Inside a protected call; they raise. Pushes one list of values for each list of tensors, and
 * keeps them in the stack's slot `keep` until elements that were copied are given back. */
void wb_api_arguments_push(lua_State *lua, struct wb_api_arguments *arguments, int keep);
void wb_api_arguments_give(struct wb_api_arguments *arguments);
/* Pushes one list of all tensors' types and shapes. */
void wb_api_arguments_push_descriptions(lua_State *lua, const struct wb_api_arguments *arguments);

#endif
