#include "device/language.h"

#include <string.h>

#include "base/str.h"

static const struct wb_lack LACKS[] = {
    {"sub_group_", "sub-groups exist", 1},
    {"get_sub_group_", "sub-groups exist", 1},
    {"get_max_sub_group_", "sub-groups exist", 1},
    {"get_num_sub_groups", "sub-groups exist", 1},
    {"work_group_", "functions of work-groups exist", 1},
    {"atomic_init", "this atomic operation or type exists", 1},
    {"atomic_store", "this atomic operation or type exists", 1},
    {"atomic_load", "this atomic operation or type exists", 1},
    {"atomic_exchange", "this atomic operation or type exists", 1},
    {"atomic_compare_exchange_", "this atomic operation or type exists", 1},
    {"atomic_fetch_", "this atomic operation or type exists", 1},
    {"atomic_flag", "this atomic operation or type exists", 1},
    {"atomic_work_item_fence", "this atomic operation or type exists", 1},
    {"atomic_int", "this atomic operation or type exists", 1},
    {"atomic_uint", "this atomic operation or type exists", 1},
    {"atomic_long", "this atomic operation or type exists", 1},
    {"atomic_ulong", "this atomic operation or type exists", 1},
    {"atomic_half", "this atomic operation or type exists", 1},
    {"atomic_float", "this atomic operation or type exists", 1},
    {"atomic_double", "this atomic operation or type exists", 1},
    {"atomic_size_t", "this atomic operation or type exists", 1},
    {"atomic_ptrdiff_t", "this atomic operation or type exists", 1},
    {"atomic_uintptr_t", "this atomic operation or type exists", 1},
    {"memory_order_", "orders of memory exist", 1},
    {"memory_scope_", "scopes of memory exist", 1},
    {"get_global_linear_id", "linear ids exist", 1},
    {"get_local_linear_id", "linear ids exist", 1},
    {"program scope variable must", "variables of the program in global memory exist", 1},
    {"to_global", "generic pointers exist", 1},
    {"to_local", "generic pointers exist", 1},
    {"to_private", "generic pointers exist", 1},
    {"enqueue_", "device-side queues are", WB_NO_LANGUAGE},
    {"queue_t", "device-side queues are", WB_NO_LANGUAGE},
    {"ndrange_", "device-side queues are", WB_NO_LANGUAGE},
    {"get_default_queue", "device-side queues are", WB_NO_LANGUAGE},
    {"pipe", "pipes are", WB_NO_LANGUAGE},
    {"read_pipe", "pipes are", WB_NO_LANGUAGE},
    {"write_pipe", "pipes are", WB_NO_LANGUAGE},
    {"reserve_", "pipes are", WB_NO_LANGUAGE},
    {"blocks support disabled", "blocks are", WB_NO_LANGUAGE},
    {"intel_", "extensions of this vendor are", WB_NO_LANGUAGE},
};

uint32_t wb_build_language(const struct wb_build_request *request) {
  const char *at = request->options != NULL ? strstr(request->options, "-cl-std=") : NULL;
  for (const char *next = at; next != NULL; next = strstr(next + 1, "-cl-std=")) at = next;
  if (at == NULL) return 1;
  at += strcspn(at, "123");
  return *at != '\0' ? (uint32_t)(*at - '0') : 1;
}

const struct wb_lack *wb_language_lack(uint32_t language, const char *name) {
  const struct wb_lack *found = NULL;
  for (size_t i = 0; i < sizeof LACKS / sizeof LACKS[0] && found == NULL; i++)
    if (language <= LACKS[i].until && wb_starts_with(name, LACKS[i].prefix)) found = &LACKS[i];
  return found;
}
