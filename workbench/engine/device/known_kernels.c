#include "device/known_kernels.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

void wb_known_kernels_take(struct wb_known_kernels *known, struct wb_build_result *result) {
  wb_known_kernels_release(known);
  *known = (struct wb_known_kernels){.program = result->program,
                                     .names = wb_strdup(result->kernels),
                                     .infos = result->infos,
                                     .n_infos = result->n_infos};
  result->infos = NULL;
  result->n_infos = 0;
}

const struct wb_kernel_info *wb_known_kernels_find(const struct wb_known_kernels *known,
                                                   wb_handle program, const char *kernel) {
  const size_t length = strlen(kernel);
  const char *name = known->names;
  if (program != known->program || name == NULL) return NULL;
  for (size_t i = 0; i < known->n_infos; i++) {
    const size_t end = strcspn(name, ";");
    if (end == length && memcmp(name, kernel, length) == 0) return &known->infos[i];
    name += end + (name[end] == ';');
  }
  return NULL;
}

void wb_known_kernels_release(struct wb_known_kernels *known) {
  free(known->names);
  free(known->infos);
  *known = (struct wb_known_kernels){.program = 0};
}
