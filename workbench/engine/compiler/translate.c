#include "compiler/translate.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/large_pages.h"
#include "compiler/frontend_source.h"
#include "compiler/frontend_hints.h"
#include "compiler/instrument/instrument.h"
#include "compiler/codegen.h"
#include "compiler/fingerprint.h"
#include "device/precheck.h"
#include "device/kernel_text.h"
#include "compiler/literals.h"
#include "compiler/mutate/mutate.h"
#include "emulator/compile/package.h"

/* What a small kernel takes; and what is kept of the heap from one to the next. */
enum { HEAP_ROOM = 1 << 20, HEAP_KEPT = 8 << 20 };

/* What clang made of a request. */
struct clang_result {
  struct wb_str request; /* its bytes; empty: there is nothing */
  struct wb_str bitcode, log;
  struct wb_names files;
  struct wb_literals literals;
};

struct wb_translator {
  struct wb_codegen codegen;
  struct wb_frontend frontend;
  bool prepared;
  /* The context of the last one, with all that is in it. Disposing of it takes milliseconds that
   * no answer should wait for: that is done when another request comes, if one comes at all. */
  LLVMContextRef last_context;
  struct clang_result last;
};

static void init_result(struct clang_result *result) {
  memset(result, 0, sizeof *result);
  wb_str_init(&result->request);
  wb_str_init(&result->bitcode);
  wb_str_init(&result->log);
  wb_names_init(&result->files);
}

static void forget_result(struct clang_result *result) {
  wb_str_release(&result->request);
  wb_str_release(&result->bitcode);
  wb_str_release(&result->log);
  wb_names_release(&result->files);
  wb_literals_release(&result->literals);
  init_result(result);
}

/* A context takes its modules along. */
static void dispose_context(LLVMContextRef *context) {
  if (*context != NULL) LLVMContextDispose(*context);
  *context = NULL;
}

struct wb_translator *wb_translator_new(const struct wb_walls *walls) {
  struct wb_translator *made = wb_alloc(sizeof *made);
  wb_frontend_init(&made->frontend, walls);
  init_result(&made->last);
  return made;
}

void wb_translator_free(struct wb_translator *translator) {
  if (translator == NULL) return;
  wb_frontend_release(&translator->frontend);
  forget_result(&translator->last);
  dispose_context(&translator->last_context);
  wb_codegen_release(&translator->codegen);
  free(translator);
}

/* LLVM prints its complaints on stderr unless there is a handler; the status of the call that
 * failed says enough. */
static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *data) {
  (void)info;
  (void)data;
}

static LLVMContextRef new_context(void) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(context, ignore_diagnostic, NULL);
  return context;
}

/* What clang makes of its own builtins (__builtin_printf) may be invalid. */
static enum wb_status parse_bitcode(LLVMContextRef context, const struct wb_str *bitcode,
                                    LLVMModuleRef *module, struct wb_str *log,
                                    struct wb_error *err) {
  LLVMMemoryBufferRef view =
      LLVMCreateMemoryBufferWithMemoryRange(bitcode->data, bitcode->length, "kernel", 0);
  bool failed = LLVMParseBitcodeInContext2(context, view, module) != 0;
  LLVMDisposeMemoryBuffer(view);
  if (!failed) return WB_OK;
  wb_str_add(log,
             "error: the compiler made invalid code of this text; do without builtins that "
             "are not OpenCL C's\n");
  return wb_fail(err, WB_ERR_COMPILE, "the compiler's output cannot be read");
}

/* One compilation. */
struct job {
  struct wb_translator *translator;
  const struct wb_build_request *request;
  struct wb_compilation *result;
  struct wb_program *program;
  struct wb_str bitcode, object;
  LLVMContextRef context;
  LLVMModuleRef module;
  struct wb_literals literals; /* what clang saw in calls */
  bool clang_spoke;            /* when it did */
  size_t clang_log;            /* bytes of the log that are clang's */
};

/* Whether clang, on no text at all, tries what its walls refuse: the sandbox does not
 * fit this machine then, and no text is to blame. */
static bool is_refused_anyway(struct job *job) {
  struct wb_frontend *frontend = &job->translator->frontend;
  struct wb_build_request nothing = *job->request;
  struct wb_str bitcode, log;
  struct wb_names files;
  nothing.source = "";
  nothing.length = 0;
  wb_str_init(&bitcode);
  wb_str_init(&log);
  wb_names_init(&files);
  enum wb_status status = wb_frontend_start(frontend, &nothing, &log, NULL);
  if (status == WB_OK) status = wb_frontend_finish(frontend, &bitcode, &log, &files, NULL);
  wb_str_release(&bitcode);
  wb_str_release(&log);
  wb_names_release(&files);
  return status == WB_ERR_REFUSED || status == WB_ERR_MISSING;
}

/* Made while clang has its first text: until then it is of no use, and each page of it would be
 * copied for clang's process. */
static enum wb_status have_codegen(struct wb_translator *translator, struct wb_error *err) {
  if (translator->codegen.layout != NULL) return WB_OK;
  wb_heap_keep(HEAP_ROOM, HEAP_KEPT);
  return wb_codegen_init(&translator->codegen, err);
}

/* Clang's run over a request's text. */
static enum wb_status run_clang(struct job *job, const struct wb_build_request *request,
                                struct wb_str *log, struct wb_error *err) {
  struct wb_frontend *frontend = &job->translator->frontend;
  wb_str_clear(&job->bitcode);
  wb_names_release(&job->result->files);
  enum wb_status status = wb_frontend_start(frontend, request, log, err);
  dispose_context(&job->translator->last_context);
  if (status == WB_OK) status = have_codegen(job->translator, err);
  if (status == WB_OK)
    status = wb_frontend_finish(frontend, &job->bitcode, log, &job->result->files, err);
  if ((status == WB_OK || status == WB_ERR_COMPILE) &&
      !wb_frontend_source_is_contained(request, log))
    status = wb_fail(err, WB_ERR_COMPILE, "the kernel speaks of files that are not its own");
  if (status == WB_ERR_REFUSED && is_refused_anyway(job))
    status = wb_fail(err, WB_ERR_MISSING,
                     "the sandbox does not let clang work on this machine, please report it; "
                     "--sandbox=off does without walls");
  return status;
}

/* The same over the text with what clang must not compute in calls. WB_OK where
 * `log` is that of the text itself, too: empty. Else a look at the text as it is
 * decides, and the module, if there is one, is the one to take. */
static enum wb_status run_on_literals(struct job *job, struct wb_error *err) {
  enum { ATTEMPTS = 2 };
  struct wb_build_request request = *job->request;
  enum wb_status status = WB_ERR_COMPILE;
  struct wb_str text, log;
  wb_str_init(&text);
  wb_str_init(&log);
  for (int i = 0; i < ATTEMPTS && status == WB_ERR_COMPILE && job->literals.count > 0; i++) {
    wb_str_clear(&text);
    wb_str_clear(&log);
    wb_literals_wrap(&job->literals, job->request->source, job->request->length, &text);
    request.source = text.data;
    request.length = text.length;
    status = run_clang(job, &request, &log, err);
    if (status == WB_ERR_COMPILE) wb_literals_drop(&job->literals, log.data);
  }
  job->clang_spoke = log.length > 0;
  if (status != WB_OK) wb_literals_release(&job->literals);
  wb_str_release(&text);
  wb_str_release(&log);
  return status;
}

/* The look at the text is at the author's: literals.c puts names into it that are
 * refused there. */
static enum wb_status compile_text(struct job *job, struct wb_error *err) {
  const struct wb_kernel_text_rules rules = {.any_include = job->request->any_include};
  struct wb_str *log = &job->result->log, kept;
  enum wb_status status = WB_OK;
  if (wb_precheck_stands(WB_PRECHECK_TEXT))
    status = wb_kernel_text_check(job->request, &rules, log, err);
  if (status != WB_OK) return status;
  wb_str_init(&kept);
  wb_literals_find(&job->literals, job->request->source, job->request->length,
                   job->request->options);
  const bool doubtful = job->literals.count > 0;
  bool done = doubtful && run_on_literals(job, err) == WB_OK;
  if (done) wb_str_add_bytes(&kept, job->bitcode.data, job->bitcode.length);
  if (!done || job->clang_spoke) status = run_clang(job, job->request, log, err);
  if (done && status == WB_OK) {
    wb_str_clear(&job->bitcode);
    wb_str_add_bytes(&job->bitcode, kept.data, kept.length);
  }
  wb_str_release(&kept);
  return status;
}

/* ---- once more ------------------------------------------------------------------------- */

static void copy_names(struct wb_names *to, const struct wb_names *from) {
  for (size_t i = 0; i < from->count; i++) wb_names_add(to, from->items[i]);
}

/* All of a request that clang sees. */
static void put_for_clang(struct wb_str *out, const struct wb_build_request *request) {
  struct wb_build_request text = *request;
  text.mutant = 0;
  text.lists_mutants = false;
  text.wants_fingerprint = false;
  text.profile = false;
  wb_put_build_request(out, &text);
}

/* Whether more of a text's programs than one are likely to be asked for. */
static bool is_of_many(const struct wb_build_request *request) {
  return request->mutant > 0 || request->lists_mutants;
}

/* Where clang has compiled this very text last, for another program made of it: better code, a
 * mutant. A text that is judged once more may include files that have changed. */
static bool recall_clang(struct job *job) {
  struct clang_result *last = &job->translator->last;
  if (!is_of_many(job->request) && job->result->tier == WB_TIER_QUICK) return false;
  struct wb_str request;
  wb_str_init(&request);
  put_for_clang(&request, job->request);
  bool same = last->request.length == request.length &&
              memcmp(last->request.data, request.data, request.length) == 0;
  wb_str_release(&request);
  if (same) {
    wb_str_add_bytes(&job->bitcode, last->bitcode.data, last->bitcode.length);
    wb_str_add_bytes(&job->result->log, last->log.data, last->log.length);
    copy_names(&job->result->files, &last->files);
    job->literals = last->literals;
    last->literals = (struct wb_literals){0};
  }
  forget_result(last);
  return same;
}

/* At the end of a job whose code could be better, or whose text has mutants to come. */
static void remember_clang(struct job *job) {
  struct clang_result *last = &job->translator->last;
  const enum wb_status status = job->result->status;
  forget_result(last);
  if (job->bitcode.length == 0) return;
  if (!is_of_many(job->request) && (status != WB_OK || !job->result->has_better)) return;
  put_for_clang(&last->request, job->request);
  wb_str_add_bytes(&last->bitcode, job->bitcode.data, job->bitcode.length);
  wb_str_add_bytes(&last->log, job->result->log.data, job->clang_log);
  copy_names(&last->files, &job->result->files);
  last->literals = job->literals;
  job->literals = (struct wb_literals){0};
}

/* ---- to code --------------------------------------------------------------------------- */

static enum wb_status make_module(struct job *job, struct wb_error *err) {
  struct wb_str *log = &job->result->log;
  enum wb_status status = recall_clang(job) ? WB_OK : compile_text(job, err);
  job->clang_log = log->length;
  if (status == WB_ERR_COMPILE) wb_frontend_hints_add(log, job->request);
  if (status == WB_OK) status = parse_bitcode(job->context, &job->bitcode, &job->module, log, err);
  return status;
}

/* What the stack of a work-item must hold. Functions other than kernels' entries are called by any
 * kernel, each at most once at a time: nothing recurs. */
struct stack_need {
  struct wb_program *program;
  uint64_t shared;
};

static void add_frame(void *data, const char *function, uint64_t bytes) {
  struct stack_need *need = data;
  struct wb_program *program = need->program;
  size_t i = 0;
  while (i < program->n_kernels && strcmp(program->kernels[i].symbol, function) != 0) i++;
  if (i < program->n_kernels)
    program->kernels[i].image.stack_bytes = bytes;
  else
    need->shared += bytes;
}

static enum wb_status emit_object(struct job *job, enum wb_tier tier, struct wb_error *err) {
  struct stack_need need = {.program = job->program};
  const struct wb_frame_reader frames = {.tell = add_frame, .data = &need};
  enum wb_status status =
      wb_codegen_emit(&job->translator->codegen, job->module, tier, &frames, &job->object, err);
  for (size_t i = 0; i < job->program->n_kernels; i++)
    job->program->kernels[i].image.stack_bytes += need.shared;
  return status;
}

/* The list of them, and the one that is wanted. */
static enum wb_status make_mutants(struct job *job, struct wb_error *err) {
  const struct wb_build_request *request = job->request;
  const struct wb_mutate of = {.context = job->context,
                               .module = job->module,
                               .file_name = request->file_name,
                               .source = {request->source, request->length},
                               .literals = &job->literals};
  if (request->lists_mutants) wb_mutate_list(&of, &job->result->mutants);
  return request->mutant > 0 ? wb_mutate_module(&of, request->mutant, err) : WB_OK;
}

static enum wb_status make_code(struct job *job, struct wb_error *err) {
  struct wb_instrument request = {
      .codegen = &job->translator->codegen,
      .program = job->program,
      .context = job->context,
      .module = job->module,
      .file_name = job->request->file_name,
      .source = {job->request->source, job->request->length},
      .literals = &job->literals,
      .include_directory = job->request->include_directory,
      .own_include = job->request->own_include,
      .profile = job->request->profile,
      .tier = job->result->tier,
      .any_include = job->request->any_include,
      .no_warnings = wb_frontend_options_have(job->request->options, "-w"),
      .log = &job->result->log};
  enum wb_status status = make_mutants(job, err);
  if (job->request->wants_fingerprint)
    wb_fingerprint_of(job->module, &request.source, job->program->fingerprint);
  if (status == WB_OK) status = wb_instrument(&request, err);
  if (status == WB_OK) status = emit_object(job, request.tier, err);
  job->result->has_better = request.has_better;
  if (status == WB_OK)
    wb_package_put(&job->result->package, job->program, job->object.data, job->object.length);
  return status;
}

static void release_job(struct job *job) {
  enum { LARGE_BITCODE = 1 << 18 }; /* then the memory counts, and the time does not */
  dispose_context(&job->translator->last_context);
  job->translator->last_context = job->context;
  if (job->bitcode.length >= LARGE_BITCODE) dispose_context(&job->translator->last_context);
  wb_program_free(job->program);
  wb_literals_release(&job->literals);
  wb_str_release(&job->bitcode);
  wb_str_release(&job->object);
}

/* What fails here fails again with this text and no other: a person can only
 * write it in another way. */
static void blame_text(struct job *job, struct wb_error *err) {
  wb_str_addf(&job->result->log, "%s: error: the emulator cannot compile this text: %s\n",
              job->request->file_name, err->message);
  job->result->status =
      wb_fail(err, WB_ERR_COMPILE, "the emulator cannot compile %s", job->request->file_name);
}

void wb_translate(struct wb_translator *translator, const struct wb_build_request *request,
                  enum wb_tier tier, struct wb_compilation *compilation) {
  struct job job = {.translator = translator,
                    .request = request,
                    .result = compilation,
                    .program = wb_alloc(sizeof *job.program),
                    .context = new_context()};
  compilation->tier = tier;
  wb_str_init(&job.bitcode);
  wb_str_init(&job.object);
  compilation->status = make_module(&job, &compilation->error);
  if (compilation->status == WB_OK) compilation->status = make_code(&job, &compilation->error);
  if (compilation->status == WB_ERR_CRASH && !is_of_many(request))
    blame_text(&job, &compilation->error);
  remember_clang(&job);
  release_job(&job);
}

/* ---- in advance -------------------------------------------------------------------------- */

/* What most kernels have: what compiling it touches, a person's text finds in memory. */
static const char USUAL[] =
    "kernel void usual(global const float *a, global float *out, const int n) {\n"
    "  local float tile[64];\n"
    "  const int i = get_global_id(0), l = get_local_id(0);\n"
    "  float sum = 0.0f;\n"
    "  tile[l] = i < n ? a[i] : 0.0f;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (int j = 0; j < 4; j++) sum += tile[(l + j) % 64] * (float)j;\n"
    "  if (i < n) out[i] = sqrt(sum);\n"
    "}\n";

static void translate_usual(struct wb_translator *translator, struct wb_build_request request) {
  struct wb_compilation ignored;
  request.file_name = "usual.cl";
  request.source = USUAL;
  request.length = sizeof USUAL - 1;
  wb_compilation_init(&ignored);
  wb_translate(translator, &request, WB_TIER_QUICK, &ignored);
  wb_compilation_release(&ignored);
  forget_result(&translator->last);
  dispose_context(&translator->last_context);
}

void wb_translator_prepare(struct wb_translator *translator,
                           const struct wb_build_request *announced, int socket) {
  enum { QUIET_MS = 50 };
  struct pollfd asked = {.fd = socket, .events = POLLIN};
  wb_frontend_prepare(&translator->frontend);
  if (translator->prepared || poll(&asked, 1, QUIET_MS) != 0) return;
  translator->prepared = true;
  translate_usual(translator, *announced);
}

void wb_translator_warm_up(struct wb_translator *translator) {
  const struct wb_build_request plain = {.options = ""};
  translator->prepared = true;
  translate_usual(translator, plain);
  wb_frontend_warm_up(&translator->frontend, USUAL, sizeof USUAL - 1);
}
