#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/instrument/objects.h"

static bool is_inlined(LLVMValueRef where) {
  LLVMMetadataRef at =
      where != NULL && LLVMIsAInstruction(where) ? LLVMInstructionGetDebugLoc(where) : NULL;
  return at != NULL && LLVMDILocationGetInlinedAt(at) != NULL;
}

uint32_t wb_own_site(struct wb_kernel_work *kernel, LLVMValueRef where) {
  struct wb_program_kernel *made = wb_program_kernel_of(kernel);
  struct wb_pointer_place place = wb_place_of(kernel->work, where);
  made->sites =
      wb_grow(made->sites, &made->sites_capacity, made->image.n_sites + 1, sizeof *made->sites);
  made->sites[made->image.n_sites] = (struct wbrt_site){
      .line = place.line, .column = place.column, .file = place.file, .called = is_inlined(where)};
  return made->image.n_sites++;
}

static bool same_site(const struct wbrt_site *a, const struct wbrt_site *b) {
  return a->line == b->line && a->column == b->column && a->file == b->file &&
         a->array == b->array && a->bytes == b->bytes && a->element_bytes == b->element_bytes &&
         a->lanes == b->lanes && a->narrow == b->narrow && a->updates == b->updates &&
         a->guesses == b->guesses;
}

uint32_t wb_site(struct wb_kernel_work *kernel, LLVMValueRef where, uint32_t object,
                 uint32_t bytes) {
  return wb_vector_site(kernel, where, object, bytes, 1);
}

uint32_t wb_vector_site(struct wb_kernel_work *kernel, LLVMValueRef where, uint32_t object,
                        uint32_t bytes, uint32_t lanes) {
  struct wb_program_kernel *made = wb_program_kernel_of(kernel);
  uint32_t number = wb_own_site(kernel, where);
  struct wbrt_site *site = &made->sites[number];
  site->bytes = bytes;
  site->lanes = lanes;
  if (object < WBRT_MAX_OBJECTS) {
    site->array = kernel->infos[object].name;
    site->element_bytes = kernel->infos[object].element_bytes;
  }
  /* Sites of one place are made soon after one another. */
  uint32_t first = number > 64 ? number - 64 : 0;
  for (uint32_t i = first; i < number; i++) {
    if (!same_site(&made->sites[i], site)) continue;
    made->image.n_sites--;
    return i;
  }
  return number;
}

static struct wbrt_site *copy_site(struct wb_kernel_work *kernel, LLVMValueRef where,
                                   uint32_t *site) {
  struct wb_program_kernel *made = wb_program_kernel_of(kernel);
  const uint32_t number = wb_own_site(kernel, where);
  made->sites[number] = made->sites[*site];
  *site = number;
  return &made->sites[number];
}

uint32_t wb_narrow_site(struct wb_kernel_work *kernel, LLVMValueRef where, uint32_t site) {
  copy_site(kernel, where, &site)->narrow = true;
  return site;
}

uint32_t wb_update_site(struct wb_kernel_work *kernel, LLVMValueRef where, uint32_t site) {
  copy_site(kernel, where, &site)->updates = true;
  return site;
}

uint32_t wb_guess_site(struct wb_kernel_work *kernel, LLVMValueRef where, uint32_t site) {
  copy_site(kernel, where, &site)->guesses = true;
  return site;
}
