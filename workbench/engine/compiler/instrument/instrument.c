#include "compiler/instrument/instrument.h"

#include <limits.h>
#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/collectives.h"
#include "compiler/instrument/dimension_bounds.h"
#include "compiler/instrument/members.h"
#include "compiler/instrument/steps.h"
#include "device/precheck.h"

/* Calling conventions of kernels, as clang-19 marks them. */
enum { PTX_KERNEL = 71, SPIR_KERNEL = 76 };

/* Places that touch memory or branch on it: more take longer to compile than anybody waits, and a
 * cell of race histories has 15 bits for one. */
enum { MAX_SITES = 32000 };

/* Writes the module as text to FOLDER/STAGE.ll where the environment
 * names a folder, WORKBENCH_DUMP_IR=FOLDER. For whoever changes a step;
 * docs/emulator.md explains. */
static void dump_stage(const struct wb_instrumentation *work, const char *stage) {
  const char *folder = getenv("WORKBENCH_DUMP_IR");
  char *message = NULL;
  char path[4096];
  if (folder == NULL || folder[0] == '\0') return;
  snprintf(path, sizeof path, "%s/%s.ll", folder, stage);
  if (LLVMPrintModuleToFile(work->module, path, &message) != 0)
    fprintf(stderr, "WORKBENCH_DUMP_IR: cannot write %s: %s\n", path, message);
  LLVMDisposeMessage(message);
}

static void begin_work(struct wb_instrumentation *work, const struct wb_instrument *request) {
  LLVMContextRef c = request->context;
  *work = (struct wb_instrumentation){.program = request->program,
                                      .codegen = request->codegen,
                                      .context = c,
                                      .module = request->module,
                                      .builder = LLVMCreateBuilderInContext(c),
                                      .layout = LLVMCreateTargetData(request->codegen->layout_text),
                                      .file_name = request->file_name,
                                      .source = request->source,
                                      .literals = request->literals,
                                      .log = request->log,
                                      .tier = request->tier,
                                      .profile = request->profile,
                                      .own_include = request->own_include,
                                      .any_include = request->any_include,
                                      .no_warnings = request->no_warnings,
                                      .admits_all = !wb_precheck_stands(WB_PRECHECK_CODE)};
  work->types = (struct wb_types){LLVMVoidTypeInContext(c),  LLVMInt1TypeInContext(c),
                                  LLVMInt8TypeInContext(c),  LLVMInt32TypeInContext(c),
                                  LLVMInt64TypeInContext(c), LLVMPointerTypeInContext(c, 0)};
  if (request->include_directory != NULL)
    work->include = realpath(request->include_directory, NULL);
}

static bool is_kernel(LLVMValueRef function) {
  unsigned convention = LLVMGetFunctionCallConv(function);
  return !LLVMIsDeclaration(function) && (convention == PTX_KERNEL || convention == SPIR_KERNEL);
}

static struct wb_values find_kernels(struct wb_instrumentation *work) {
  struct wb_values kernels = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    if (is_kernel(f)) wb_values_add(&kernels, f);
  return kernels;
}

static void describe_kernel(struct wb_instrumentation *work, struct wb_kernel_work *kernel,
                            size_t index, LLVMValueRef source) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(source, &length);
  struct wb_program_kernel *made = wb_program_add_kernel(work->program);
  *kernel = (struct wb_kernel_work){.work = work, .index = index, .source = source};
  kernel->infos = wb_alloc(WBRT_MAX_OBJECTS * sizeof *kernel->infos);
  made->image.name = wb_program_text(work->program, name);
  made->symbol = wb_format("wb.%s", name);
  wb_params_describe(kernel);
}

static void release_kernel(struct wb_kernel_work *kernel) {
  struct wb_map *maps[] = {
      &kernel->objects, &kernel->traced, &kernel->aligned,    &kernel->globals, &kernel->bases,
      &kernel->shadows, &kernel->maybe,  &kernel->read_sites, &kernel->turns,   &kernel->updates,
      &kernel->ways,    &kernel->astray, &kernel->may_stray,  &kernel->guesses};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) wb_map_release(maps[i]);
  wb_values_release(&kernel->stale_reads);
  free(kernel->infos);
}

static void lower_kernel(struct wb_kernel_work *kernel) {
  wb_profile_mark_scopes(kernel);
  wb_hidden_constants_resolve(kernel);
  wb_entry_clean(kernel);
  wb_lanes_narrow(kernel);
  wb_builtins_lower(kernel);
  wb_sync_lower(kernel);
  wb_collectives_lower(kernel);
  wb_objects_lower(kernel);
  wb_poison_variables(kernel);
  wb_loops_lower(kernel);
  wb_returns_lower(kernel);
}

static void check_kernel(struct wb_kernel_work *kernel) {
  /* What was found before promotion may be of pointers that have changed, or are gone. */
  wb_map_release(&kernel->traced);
  wb_map_release(&kernel->aligned);
  wb_profile_find_selects(kernel);
  wb_guesses_find(kernel);
  wb_stale_reads_find(kernel);
  wb_polls_mark(kernel);
  wb_checks_insert(kernel);
  struct wb_kernel_image *image = &wb_program_kernel_of(kernel)->image;
  if (image->n_sites > MAX_SITES)
    wb_instrument_complain(
        kernel->work, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel->entry)),
        "kernel '%s' accesses memory at more places than can be checked, %u; at most %d",
        image->name, image->n_sites, (int)MAX_SITES);
  wb_poison_resolve(kernel);
  wb_conversions_resolve(kernel);
  wb_index_calls_resolve(kernel);
  wb_stale_reads_resolve(kernel);
  wb_checks_refine(kernel);
}

static void complete_code(struct wb_kernel_work *kernel) {
  wb_checks_share(kernel);
  wb_loop_reads_build(kernel);
  wb_item_loop_build(kernel);
}

static enum wb_status status_of_complaints(struct wb_instrumentation *work, struct wb_error *err) {
  if (work->errors == 0) return WB_OK;
  return wb_fail(err, WB_ERR_COMPILE, "the kernel cannot run on the emulator");
}

static void complete_program(struct wb_program *program, bool profile) {
  for (size_t i = 0; i < program->n_kernels; i++) {
    struct wb_kernel_image *image = &program->kernels[i].image;
    image->profile = profile;
  }
  wb_program_complete(program);
}

static enum wb_status transform_kernels(struct wb_instrumentation *work,
                                        struct wb_kernel_work *kernels,
                                        const struct wb_values *sources, struct wb_error *err) {
  enum wb_status status = WB_OK;
  wb_attributes_forget(work);
  wb_members_keep(work);
  wb_folded_divisions_mark(work);
  wb_hidden_constants_insert(work);
  wb_conversions_mark(work);
  wb_profile_mark(work);
  for (size_t i = 0; i < sources->count; i++) wb_frames_measure(&kernels[i]);
  for (size_t i = 0; i < sources->count; i++) wb_returns_mark(&kernels[i]);
  for (size_t i = 0; i < sources->count; i++) wb_entry_build(&kernels[i]);
  status = wb_module_run_passes(work, "always-inline,globaldce", err);
  dump_stage(work, "2-inlined");
  if (status != WB_OK) return status;
  for (size_t i = 0; i < sources->count; i++) wb_allowlist_check_inlined(&kernels[i]);
  status = status_of_complaints(work, err);
  if (status != WB_OK) return status;
  for (size_t i = 0; i < sources->count; i++) lower_kernel(&kernels[i]);
  dump_stage(work, "3-lowered");
  status = status_of_complaints(work, err);
  if (status != WB_OK) return status;
  for (size_t i = 0; i < sources->count; i++) wb_variables_promote(&kernels[i]);
  for (size_t i = 0; i < sources->count; i++) check_kernel(&kernels[i]);
  wb_tier_choose(work);
  for (size_t i = 0; i < sources->count; i++) complete_code(&kernels[i]);
  dump_stage(work, "4-checked");
  status = status_of_complaints(work, err);
  if (status == WB_OK) status = wb_module_finish(work, err);
  dump_stage(work, "5-optimised");
  return status;
}

enum wb_status wb_instrument(struct wb_instrument *request, struct wb_error *err) {
  struct wb_instrumentation work;
  begin_work(&work, request);
  struct wb_values sources = find_kernels(&work);
  struct wb_kernel_work *kernels = wb_alloc((sources.count + 1) * sizeof *kernels);
  size_t described = 0;
  enum wb_status status = WB_OK;
  dump_stage(&work, "1-clang");
  wb_allowlist_check_module(&work);
  status = status_of_complaints(&work, err);
  if (status != WB_OK) goto out;
  wb_allowlist_isolate(&work);
  wb_approximations_round(&work);
  wb_builtins_add_missing(&work);
  if (!wb_builtins_link(&work)) {
    status = wb_fail(err, WB_ERR_CRASH, "the builtins of libclc cannot be linked");
    goto out;
  }
  wb_kernels_validate(&work);
  wb_variable_names_attach(&work);
  for (; described < sources.count; described++)
    describe_kernel(&work, &kernels[described], described, sources.items[described]);
  status = status_of_complaints(&work, err);
  if (status == WB_OK) status = transform_kernels(&work, kernels, &sources, err);
  if (status == WB_OK) complete_program(request->program, request->profile);
  request->tier = work.tier;
  request->has_better = work.has_better;
out:
  for (size_t i = 0; i < described; i++) release_kernel(&kernels[i]);
  free(kernels);
  wb_values_release(&sources);
  wb_map_release(&work.own);
  free(work.include);
  wb_members_release(&work);
  LLVMDisposeTargetData(work.layout);
  LLVMDisposeBuilder(work.builder);
  return status;
}
