/* From source to a loaded program: clang in a child, meanwhile libclc here,
 * then instrument/ and the JIT. */
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Orc.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/str.h"
#include "emulator/diagnostics.h"
#include "emulator/frontend.h"
#include "emulator/guess.h"
#include "emulator/image.h"
#include "emulator/instrument/instrument.h"
#include "emulator/jit.h"

struct wb_compiler {
  struct wb_jit jit;
  LLVMMemoryBufferRef libclc; /* the file, mapped */
  unsigned programs;          /* compiled so far */
};

enum wb_status wb_compiler_new(struct wb_compiler **compiler, struct wb_error *err) {
  struct wb_compiler *made = wb_alloc(sizeof *made);
  char *message = NULL;
  enum wb_status status = wb_jit_init(&made->jit, err);
  if (status == WB_OK &&
      LLVMCreateMemoryBufferWithContentsOfFile(WB_LIBCLC, &made->libclc, &message) != 0)
    status =
        wb_fail(err, WB_ERR_MISSING, "cannot read OpenCL C's builtins, %s: %s", WB_LIBCLC, message);
  LLVMDisposeMessage(message);
  if (status != WB_OK) wb_compiler_free(made);
  *compiler = status == WB_OK ? made : NULL;
  return status;
}

void wb_compiler_free(struct wb_compiler *compiler) {
  if (compiler == NULL) return;
  wb_jit_release(&compiler->jit);
  if (compiler->libclc != NULL) LLVMDisposeMemoryBuffer(compiler->libclc);
  free(compiler);
}

/* LLVM prints its complaints on stderr unless somebody listens; the status of
 * the call that failed says enough. */
static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *data) {
  (void)info;
  (void)data;
}

/* A module whose functions are read when the linker asks for them. */
static enum wb_status open_libclc(struct wb_compiler *compiler, LLVMContextRef context,
                                  LLVMModuleRef *module, struct wb_error *err) {
  LLVMMemoryBufferRef view = LLVMCreateMemoryBufferWithMemoryRange(
      LLVMGetBufferStart(compiler->libclc), LLVMGetBufferSize(compiler->libclc), "libclc", 0);
  if (LLVMGetBitcodeModuleInContext2(context, view, module) != 0)
    return wb_fail(err, WB_ERR_MISSING, "%s is not bitcode that LLVM 19 can read", WB_LIBCLC);
  return WB_OK;
}

static enum wb_status parse(LLVMContextRef context, const struct wb_str *bitcode,
                            LLVMModuleRef *module, struct wb_error *err) {
  LLVMMemoryBufferRef view =
      LLVMCreateMemoryBufferWithMemoryRange(bitcode->data, bitcode->length, "kernel", 0);
  bool failed = LLVMParseBitcodeInContext2(context, view, module) != 0;
  LLVMDisposeMemoryBuffer(view);
  return failed ? wb_fail(err, WB_ERR_CRASH, "clang's bitcode cannot be read") : WB_OK;
}

/* One compilation. */
struct job {
  struct wb_compiler *compiler;
  const struct wb_build_request *request;
  struct wb_program *program;
  struct wb_str log, bitcode;
  LLVMOrcThreadSafeContextRef safe_context;
  LLVMModuleRef module, libclc;
};

static enum wb_status run_clang(struct job *job, struct wb_error *err) {
  struct wb_frontend frontend = {.bitcode_fd = -1, .log_fd = -1};
  LLVMContextRef context = LLVMOrcThreadSafeContextGetContext(job->safe_context);
  enum wb_status status = wb_frontend_start(&frontend, job->request, &job->log, err);
  if (status == WB_OK && wb_guess_calls_builtins(job->request->source, job->request->length))
    status = open_libclc(job->compiler, context, &job->libclc, err);
  if (status == WB_OK) status = wb_frontend_finish(&frontend, &job->bitcode, &job->log, err);
  if (status == WB_OK) status = parse(context, &job->bitcode, &job->module, err);
  if (status == WB_OK && job->libclc == NULL && wb_needs_builtins(job->module))
    status = open_libclc(job->compiler, context, &job->libclc, err);
  wb_frontend_release(&frontend);
  return status;
}

static enum wb_status make_code(struct job *job, struct wb_error *err) {
  struct wb_instrument request = {.jit = &job->compiler->jit,
                                  .program = job->program,
                                  .context = LLVMOrcThreadSafeContextGetContext(job->safe_context),
                                  .module = job->module,
                                  .libclc = job->libclc,
                                  .file_name = job->request->file_name,
                                  .source = {job->request->source, job->request->length},
                                  .include_directory = job->request->include_directory,
                                  .id = job->compiler->programs++,
                                  .profile = job->request->profile,
                                  .log = &job->log};
  job->libclc = NULL;
  enum wb_status status = wb_instrument(&request, err);
  if (status != WB_OK) return status;
  LLVMModuleRef module = job->module;
  job->module = NULL;
  return wb_jit_load(&job->compiler->jit, job->program, module, job->safe_context, err);
}

static void release_job(struct job *job) {
  if (job->libclc != NULL) LLVMDisposeModule(job->libclc);
  if (job->module != NULL) LLVMDisposeModule(job->module);
  if (job->safe_context != NULL) LLVMOrcDisposeThreadSafeContext(job->safe_context);
  wb_str_release(&job->log);
  wb_str_release(&job->bitcode);
}

enum wb_status wb_compile(struct wb_compiler *compiler, const struct wb_build_request *request,
                          struct wb_program **program, struct wb_build_result *result,
                          struct wb_error *err) {
  uint64_t start = wb_clock_ns();
  struct job job = {.compiler = compiler,
                    .request = request,
                    .program = wb_alloc(sizeof *job.program),
                    .safe_context = LLVMOrcCreateNewThreadSafeContext()};
  wb_str_init(&job.log);
  wb_str_init(&job.bitcode);
  job.program->compiler = compiler;
  LLVMContextSetDiagnosticHandler(LLVMOrcThreadSafeContextGetContext(job.safe_context),
                                  ignore_diagnostic, NULL);
  enum wb_status status = run_clang(&job, err);
  if (status == WB_OK) status = make_code(&job, err);
  wb_diagnostics_parse(result, job.log.data, request->file_name, request->include_directory);
  free(result->log);
  result->log = wb_strdup(job.log.data);
  result->time_ns = wb_clock_ns() - start;
  if (status != WB_OK) {
    wb_program_free(job.program);
    job.program = NULL;
  }
  *program = job.program;
  release_job(&job);
  return status;
}
