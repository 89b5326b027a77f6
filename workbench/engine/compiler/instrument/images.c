#include "compiler/instrument/images.h"

#include <stddef.h>
#include <string.h>

#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"
#include "compiler/instrument/unwritten.h"

/* An image is the pointer to its pixels. */
static LLVMValueRef lower_data(struct wb_kernel_work *kernel, LLVMValueRef call) {
  (void)kernel;
  return LLVMGetOperand(call, 0);
}

/* Images are parameters and nothing else, so each is known by its object. */
static uint32_t image_of(struct wb_kernel_work *kernel, LLVMValueRef call) {
  uint32_t object = wb_object_of(kernel, LLVMGetOperand(call, 0));
  if (object < WBRT_FIRST_STATIC) return object;
  wb_instrument_complain(kernel->work, call,
                         "which image this is cannot be known before the kernel runs");
  return WBRT_NO_OBJECT;
}

static LLVMValueRef lower_word(struct wb_kernel_work *kernel, LLVMValueRef call) {
  uint64_t word = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
  size_t number = image_of(kernel, call) * (size_t)WBRT_IMAGE_WORDS + (size_t)word;
  return wb_context_load(kernel, kernel->work->types.i32,
                         offsetof(struct wbrt_context, images) + number * sizeof(uint32_t));
}

/* Whether none of the coordinates is unwritten, which is reported where it decides. */
static LLVMValueRef coordinates_set(struct wb_kernel_work *kernel, LLVMValueRef call) {
  LLVMValueRef set = LLVMConstAllOnes(kernel->work->types.i1);
  for (unsigned i = 1; i <= 3; i++) {
    LLVMValueRef shadow = wb_shadow_any(kernel, wb_shadow_of(kernel, LLVMGetOperand(call, i)));
    if (shadow == NULL) continue;
    LLVMValueRef one = LLVMBuildNot(kernel->work->builder, shadow, "");
    set = LLVMBuildAnd(kernel->work->builder, set, one, "");
  }
  return set;
}

static LLVMValueRef lower_outside(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef arguments[] = {wb_build_int32(work, wb_own_site(kernel, call)),
                              wb_build_int32(work, image_of(kernel, call)),
                              LLVMGetOperand(call, 1),
                              LLVMGetOperand(call, 2),
                              LLVMGetOperand(call, 3),
                              LLVMGetOperand(call, 4)};
  wb_call_runtime_if(kernel, coordinates_set(kernel, call), "wbrt_bad_pixel", arguments, 6);
  return NULL;
}

/* A sampler is its bits, made a pointer by clang. */
static LLVMValueRef lower_bits(struct wb_kernel_work *kernel, LLVMValueRef call) {
  return LLVMBuildPtrToInt(kernel->work->builder, LLVMGetOperand(call, 0), LLVMTypeOf(call), "");
}

static LLVMValueRef lower_sampler(struct wb_kernel_work *kernel, LLVMValueRef call) {
  return LLVMBuildIntToPtr(kernel->work->builder, LLVMGetOperand(call, 0), LLVMTypeOf(call), "");
}

static const struct image_builtin {
  const char *name;
  bool plain; /* not mangled */
  bool late;  /* when pointers are values, and images parameters */
  LLVMValueRef (*lower)(struct wb_kernel_work *kernel, LLVMValueRef call);
} BUILTINS[] = {{"wb_image_data", false, false, lower_data},
                {"wb_image_word", false, true, lower_word},
                {"wb_image_outside", false, true, lower_outside},
                {"wb_sampler_bits", false, false, lower_bits},
                {"__translate_sampler_initializer", true, false, lower_sampler}};

static const struct image_builtin *find_image_builtin(const char *mangled) {
  char name[64];
  wb_mangled_name(mangled, name, sizeof name);
  for (size_t i = 0; i < sizeof BUILTINS / sizeof BUILTINS[0]; i++)
    if (strcmp(name, BUILTINS[i].name) == 0 && (strcmp(name, mangled) == 0) == BUILTINS[i].plain)
      return &BUILTINS[i];
  return NULL;
}

bool wb_is_image_builtin(const char *name) { return find_image_builtin(name) != NULL; }

static bool lower_image_call(struct wb_kernel_work *kernel, LLVMValueRef call, bool late) {
  const struct image_builtin *builtin =
      LLVMIsACallInst(call) ? find_image_builtin(wb_callee_name(call)) : NULL;
  if (builtin == NULL || builtin->late != late) return false;
  wb_build_before(kernel->work, call);
  LLVMValueRef result = builtin->lower(kernel, call);
  if (result != NULL) LLVMReplaceAllUsesWith(call, result);
  LLVMInstructionEraseFromParent(call);
  return true;
}

bool wb_image_lower(struct wb_kernel_work *kernel, LLVMValueRef call) {
  return lower_image_call(kernel, call, false);
}

bool wb_image_check(struct wb_kernel_work *kernel, LLVMValueRef call) {
  return lower_image_call(kernel, call, true);
}
