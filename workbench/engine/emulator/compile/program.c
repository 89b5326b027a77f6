#include "emulator/compile/program.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"

const char *wb_program_text(struct wb_program *program, const char *text) {
  if (text == NULL) return NULL;
  for (size_t i = 0; i < program->n_texts; i++)
    if (strcmp(program->texts[i], text) == 0) return program->texts[i];
  program->texts = wb_grow(program->texts, &program->texts_capacity, program->n_texts + 1,
                           sizeof *program->texts);
  return program->texts[program->n_texts++] = wb_strdup(text);
}

void *wb_program_block(struct wb_program *program, size_t bytes) {
  program->blocks = wb_grow(program->blocks, &program->blocks_capacity, program->n_blocks + 1,
                            sizeof *program->blocks);
  return program->blocks[program->n_blocks++] = wb_alloc(bytes > 0 ? bytes : 1);
}

struct wb_program_kernel *wb_program_add_kernel(struct wb_program *program) {
  program->kernels = wb_grow(program->kernels, &program->kernels_capacity, program->n_kernels + 1,
                             sizeof *program->kernels);
  struct wb_program_kernel *kernel = &program->kernels[program->n_kernels++];
  memset(kernel, 0, sizeof *kernel);
  return kernel;
}

void wb_program_complete(struct wb_program *program) {
  program->names = wb_alloc((program->n_kernels + 1) * sizeof *program->names);
  for (size_t i = 0; i < program->n_kernels; i++) {
    struct wb_program_kernel *kernel = &program->kernels[i];
    kernel->image.info = &kernel->info;
    kernel->image.param_bytes = kernel->param_bytes;
    kernel->image.objects = kernel->objects;
    kernel->image.sites = kernel->sites;
    program->names[i] = kernel->image.name;
  }
}

const char *wb_program_fingerprint(const struct wb_program *program) {
  return program->fingerprint;
}

bool wb_program_has_better(const struct wb_program *program) { return program->origin != NULL; }

void wb_program_free(struct wb_program *program) {
  if (program == NULL) return;
  wb_object_free(program->code);
  if (program->origin != NULL) wb_str_release(&program->origin->request);
  free(program->origin);
  for (size_t i = 0; i < program->n_kernels; i++) {
    free(program->kernels[i].symbol);
    free(program->kernels[i].objects);
    free(program->kernels[i].sites);
  }
  for (size_t i = 0; i < program->n_texts; i++) free(program->texts[i]);
  for (size_t i = 0; i < program->n_blocks; i++) free(program->blocks[i]);
  free(program->texts);
  free(program->blocks);
  free(program->kernels);
  free(program->names);
  free(program);
}

const char *const *wb_program_kernels(const struct wb_program *program, size_t *count) {
  *count = program->n_kernels;
  return program->names;
}

enum wb_status wb_program_kernel(struct wb_program *program, const char *name,
                                 const struct wb_kernel_image **image, struct wb_error *err) {
  for (size_t i = 0; i < program->n_kernels; i++) {
    if (strcmp(program->names[i], name) != 0) continue;
    *image = &program->kernels[i].image;
    return WB_OK;
  }
  const char *nearest = wb_nearest(name, program->names, program->n_kernels);
  *image = NULL;
  return wb_fail(err, WB_ERR_NOT_FOUND, "the program has no kernel '%s'%s%s%s", name,
                 nearest != NULL ? "; did you mean '" : "", nearest != NULL ? nearest : "",
                 nearest != NULL ? "'?" : "");
}
