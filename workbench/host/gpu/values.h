/* What the files of the module `gpu` share: its values in Lua, and steps that all of them take. */
#ifndef WB_GPU_VALUES_H
#define WB_GPU_VALUES_H

#include <lauxlib.h>
#include <lua.h>

#include "base/file.h"
#include "base/str.h"
#include "gpu/gpu.h"

struct json_t;

struct wb_gpu_state {
  struct wb_gpu_settings settings;
  struct wb_host *host;
  uint32_t end_line;        /* the script has returned, in this line; 0: it runs */
  lua_State *lua;           /* whose function runs now; NULL: none */
  struct wb_error error;    /* the last one that was raised */
  bool failed;              /* … by the last call */
  uint64_t unseen_bytes;    /* of buffers, made since Lua last collected all that it could */
  uint64_t room_collected;  /* that was left after wb_gpu_make_room collected last */
  struct wb_str text, path; /* of the file that was read last: here no error of Lua loses them */
  struct wb_names names;    /* of a folder that is listed, likewise */
  struct json_t *json;      /* that is decoded, likewise; NULL: none */
};

/* The kinds of values; each has a metatable, which the registry has at the address of its row. */
enum wb_gpu_kind {
  WB_GPU_CONTEXT,
  WB_GPU_QUEUE,
  WB_GPU_BUFFER,
  WB_GPU_FUNCTION,
  WB_GPU_EVENT,
  WB_GPU_LOCAL,
  WB_GPU_KIND_COUNT
};

/* The first user value of all but a context is what must outlive it: the context, or a part's
 * whole. */
struct wb_gpu_context {
  struct wb_gpu_state *gpu;
  struct wb_host_context *handle; /* NULL: closed; so are the others */
  bool is_lent;                   /* the handle is somebody else's to drop */
};
struct wb_gpu_queue {
  struct wb_gpu_state *gpu;
  struct wb_host_queue *handle;
};
struct wb_gpu_buffer {
  struct wb_gpu_state *gpu;
  struct wb_host_buffer *handle;
  struct wb_dtype type;
  bool is_struct; /* elements are bytes in a string */
  bool is_mapping;
  bool is_lent;
  enum wb_host_side side;
  size_t element_bytes;
  uint64_t count;
};
struct wb_gpu_function {
  struct wb_gpu_state *gpu;
  struct wb_host_function *handle;
  bool has_arguments; /* of set_argument */
};
struct wb_gpu_event {
  struct wb_gpu_state *gpu;
  struct wb_host_event *handle;
};
struct wb_gpu_local {
  struct wb_dtype type;
  size_t bytes;
};

/* ---- steps (module.c) ---------------------------------------------------------------------- */

/* The state's; from now on lines and names are asked of `lua`, which runs. */
struct wb_gpu_state *wb_gpu_enter(lua_State *lua);

/* The same for finalizers, which run in between: the state that was entered last may be gone. */
void wb_gpu_enter_to_drop(struct wb_gpu_state *gpu, lua_State *lua);

/* Raises what a call of the runtime failed with; returns where it did not. */
void wb_gpu_check(lua_State *lua, struct wb_gpu_state *gpu, enum wb_status status,
                  const struct wb_error *err);

/* Raises an error with a status, for whoever runs the script. */
_Noreturn void wb_gpu_fail(lua_State *lua, struct wb_gpu_state *gpu, enum wb_status status,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Pushes a new value, zeroed, with its metatable; its user value is the one at `owner`, or none
 * where that is 0. Raises; so the handle is to be put into it afterwards. */
void *wb_gpu_new_value(lua_State *lua, enum wb_gpu_kind kind, size_t size, int owner);

/* Where there is little room for more handles, those that the program has lost are collected. */
void wb_gpu_make_room(lua_State *lua, struct wb_gpu_state *gpu);

/* The value at an index, NULL where it is none of that kind. Allocates nothing. */
void *wb_gpu_test(lua_State *lua, int index, enum wb_gpu_kind kind);
/* The same; raises, also for one that was closed. Also enters. */
void *wb_gpu_check_value(lua_State *lua, int index, enum wb_gpu_kind kind);

/* Makes the metatable of a kind. Its metamethods have three upvalues: the table of methods, the
 * kind's name, the metatable. An own __index may end with wb_gpu_find_method. */
void wb_gpu_make_kind(lua_State *lua, enum wb_gpu_kind kind, const luaL_Reg *methods,
                      const luaL_Reg *metamethods);

/* Looks a method up in the table that is the running closure's first upvalue; raises, with the
 * nearest one, where there is none. */
int wb_gpu_find_method(lua_State *lua);

/* The queue of the context or queue at index 1, which is entered. */
struct wb_host_queue *wb_gpu_check_queue(lua_State *lua, struct wb_gpu_state **gpu);

/* Raises for a key of the table at `index` that none of the names (which end with NULL) is. */
void wb_gpu_check_keys(lua_State *lua, int index, const char *what, const char *const *names);

/* A type by its name; raises with the nearest one. */
/* The text at the top, for a field or an argument that is called `what`. Raises. */
const char *wb_gpu_check_text(lua_State *lua, const char *what);
/* Which of `words`, which end with NULL, the text at the top is. Raises, and names them. */
int wb_gpu_check_word(lua_State *lua, const char *what, const char *const *words);
struct wb_dtype wb_gpu_check_type(lua_State *lua, int index);

/* Pushes a table that says what a device is. */
void wb_gpu_push_device(lua_State *lua, const struct wb_device_info *info, int id);

/* The folder of the script's file that is running, malloc'ed; NULL where it has none. */
char *wb_gpu_script_folder(struct wb_gpu_state *gpu);

/* ---- what each file adds -------------------------------------------------------------------- */

void wb_gpu_open_contexts(lua_State *lua);  /* context.c: contexts and queues */
void wb_gpu_open_buffers(lua_State *lua);   /* buffer.c */
void wb_gpu_open_functions(lua_State *lua); /* function.c: kernels, local memory */
void wb_gpu_open_events(lua_State *lua);    /* event.c */

/* Methods of contexts and queues, from several files. */
extern const luaL_Reg wb_gpu_copy_methods[]; /* copy.c: enqueue_copy, enqueue_memset … */
extern const luaL_Reg
    wb_gpu_function_methods[];                /* function.c: compile_function, enqueue_function */
extern const luaL_Reg wb_gpu_event_methods[]; /* event.c: create_event, record_event … */
extern const luaL_Reg wb_gpu_make_methods[];  /* buffer.c: enqueue_create_buffer … */

/* Functions of the module. */
extern const luaL_Reg wb_gpu_file_functions[]; /* file.c: load, save */
int wb_gpu_new_context(lua_State *lua);        /* context.c: DeviceContext(id, { api = … }) */
int wb_gpu_new_local(lua_State *lua);          /* function.c: Local(type, count) */
int wb_gpu_new_event(lua_State *lua);          /* event.c: Event(context) */

/* ---- elements (element.c) ------------------------------------------------------------------- */

/* Pushes element bytes: a number, a list of lanes, or a string for a struct. */
void wb_gpu_push_element(lua_State *lua, const struct wb_gpu_buffer *buffer, const void *bytes);

/* Whether a number, or a list of lanes, fits a type; else a message is pushed. */
bool wb_gpu_number_fits(lua_State *lua, int index, struct wb_dtype type);

/* Converts the value at an index to an element's bytes; raises with `what` in front of the reason
 * where it does not fit. `bytes` has room for WB_SCALAR_ARG_MAX, or element_bytes of a struct. */
void wb_gpu_take_number(lua_State *lua, int index, struct wb_dtype type, const char *what,
                        void *bytes);
void wb_gpu_take_element(lua_State *lua, int index, const struct wb_gpu_buffer *buffer,
                         const char *what, void *bytes);

/* "HostBuffer([0.0, 1.0])": __tostring of buffers. */
int wb_gpu_buffer_to_string(lua_State *lua);

/* ---- copies (copy.c), which buffers have as methods, too ------------------------------------- */

int wb_gpu_copy_to(lua_State *lua);   /* buffer:enqueue_copy_to(to) */
int wb_gpu_copy_from(lua_State *lua); /* buffer:enqueue_copy_from(from) */
int wb_gpu_fill(lua_State *lua);      /* buffer:enqueue_fill(value) */
int wb_gpu_to_tensor(lua_State *lua); /* buffer:tensor(shape) */
int wb_gpu_load(lua_State *lua);      /* buffer:load(tensor or list) */

/* Reads a file that the script names into gpu->text, and its path into gpu->path ("" where it is
 * one that the run was given). Fails. */
enum wb_status wb_gpu_read_file(struct wb_gpu_state *gpu, const char *name, struct wb_error *err);

/* Sets gpu->path to where a person's own script means a file: its folder, else the current one. */
void wb_gpu_find_path(struct wb_gpu_state *gpu, const char *name);

#endif
