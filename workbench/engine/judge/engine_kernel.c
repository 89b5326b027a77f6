#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "base/str.h"
#include "device/language.h"
#include "device/registry.h"
#include "judge/blame.h"
#include "judge/engine_private.h"
#include "judge/print_probe.h"
#include "judge/signature.h"
#include "launch/group_size.h"
#include "base/kernel_scan.h"
#include "launch/outcome.h"
#include "launch/source_file.h"

bool wb_engine_start_building(struct wb_engine *run) {
  struct wb_error err = {0};
  enum wb_status status = wb_pipe(run->cancel, &err);
  if (status == WB_OK)
    status =
        run->job->devices.open(run->job->devices.data, run->cancel[0], &run->builder.device, &err);
  if (status != WB_OK) {
    wb_source_file_fail(run->result, &err);
    return false;
  }
  run->builder.request = (struct wb_build_request){.source = run->source.data,
                                                   .length = run->source.length,
                                                   .file_name = run->job->file,
                                                   .include_directory = run->job->includes,
                                                   .options = "",
                                                   .time_limit_ms = WB_BUILD_LIMIT_MS,
                                                   .profile = run->job->profile,
                                                   .mutant = run->job->mutant,
                                                   .lists_mutants = run->job->lists_mutants,
                                                   .wants_fingerprint = run->job->fingerprint};
  wb_engine_tell(run, &(struct wb_event){.kind = WB_EVENT_COMPILING}, WB_CASE_PATIENCE_MS);
  wb_builder_start(&run->builder);
  return true;
}

/* Options of the build that the spec asks for. Static texts, as the request keeps no copy. */
static const char *options_of(const struct wb_puzzle *puzzle) {
  static const char *const options[] = {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"};
  static const size_t begin = sizeof "-cl-std=" - 1;
  const char *asked = "";
  for (size_t i = 0; puzzle->standard != NULL && i < sizeof options / sizeof options[0]; i++)
    if (strcmp(options[i] + begin, puzzle->standard) == 0) asked = options[i];
  return asked;
}

void wb_engine_build_for_spec(struct wb_engine *run) {
  struct wb_builder *builder = &run->builder;
  const char *options = options_of(run->puzzle);
  const bool other_language = options[0] != '\0';
  const bool counts = (run->puzzle->has_modelled_budget || run->puzzle->has_array_budget) &&
                      !builder->request.profile;
  if (!other_language && !counts) return;
  wb_builder_join(builder);
  /* What the compiler said of a kernel in another language is of no interest. */
  const bool refused = builder->status == WB_ERR_COMPILE && other_language;
  if (builder->status != WB_OK && !refused) return;
  if (!other_language && !builder->info.checks) return;
  if (!refused &&
      wb_program_release(builder->device, builder->result.program, &builder->error) != WB_OK)
    return;
  wb_builder_release(builder);
  builder->request.options = options;
  builder->request.profile |= counts && builder->info.checks;
  wb_builder_start(builder);
}

/* A driver that fails on whatever it is to compile. What it fails on is the machine's matter
 * then, and counts against nobody. */
static bool driver_fails(struct wb_engine *run, enum wb_status status, const struct wb_error *err) {
  const struct wb_device_source *devices = &run->job->devices;
  const struct wb_blame blame = {.checks = run->builder.info.checks, .stage = WB_KERNEL_COMPILED};
  struct wb_error why;
  if (!run->builder.has_info || !wb_blame_is_kernels(&blame, status) || devices->works == NULL ||
      devices->works(devices->data))
    return false;
  wb_fail(&why, WB_ERR_MISSING,
          "the driver of %s does not work on this machine: it fails on the simplest kernel, too "
          "(%s); try another --device, and see `workbench doctor`",
          run->builder.info.name, err->message);
  wb_source_file_fail(run->result, &why);
  return true;
}

/* The device failed while it had the kernel and nothing else to do. */
static void fail_with_kernel(struct wb_engine *run, size_t turn, enum wb_status status,
                             const struct wb_error *err) {
  const struct wb_blame blame = {.checks = run->builder.info.checks, .stage = WB_KERNEL_COMPILED};
  struct wb_case_result *result;
  if (!run->builder.has_info || !wb_blame_is_kernels(&blame, status)) {
    wb_source_file_fail(run->result, err);
    return;
  }
  result = wb_engine_add_case(run, run->sequence.index[turn]);
  wb_case_begin(result);
  wb_blame_kernel(&blame, status, err, result);
  wb_engine_end_case(run, result);
  wb_engine_skip_cases(run, turn + 1, result->verdict, result->name);
}

/* The compiler's words, whether or not it was content. */
static void take_build(struct wb_engine *run) {
  struct wb_build_result *build = &run->builder.result;
  struct wb_result *result = run->result;
  if (run->builder.info.name[0] != '\0') {
    free(result->device);
    result->device = wb_strdup(run->builder.info.name);
    result->checks = run->builder.info.checks;
    wb_result_take_walls(result, &run->builder.info.walls);
  }
  result->language = wb_build_language(&run->builder.request);
  result->mutants = build->mutants;
  build->mutants = (struct wb_code_mutants){0};
  free(result->fingerprint);
  result->fingerprint = wb_strdup(build->fingerprint);
  free(result->compile_log);
  result->compile_log = wb_strdup(build->log != NULL ? build->log : "");
  result->diagnostics = build->diagnostics;
  result->n_diagnostics = build->n_diagnostics;
  build->diagnostics = NULL;
  build->n_diagnostics = 0;
}

/* Features that the puzzle needs and the device has not. */
static bool check_features(struct wb_engine *run) {
  const struct {
    const char *name;
    bool there;
  } features[] = {{"fp64", run->builder.info.fp64},
                  {"fp16", run->builder.info.fp16},
                  {"subgroups", run->builder.info.subgroups},
                  {"subgroup-shuffle", run->builder.info.shuffles}};
  const struct wb_names *wanted = &run->puzzle->requires;
  struct wb_error err;
  for (size_t i = 0; i < wanted->count; i++) {
    for (size_t k = 0; k < sizeof features / sizeof features[0]; k++) {
      if (strcmp(wanted->items[i], features[k].name) != 0 || features[k].there) continue;
      wb_fail(&err, WB_ERR_MISSING, "%s needs %s, which %s " WB_LACKS_FEATURE, run->job->slug,
              features[k].name, run->builder.info.name);
      wb_source_file_fail(run->result, &err);
      return false;
    }
  }
  return true;
}

bool wb_engine_finish_building(struct wb_engine *run) {
  const struct wb_builder *builder = &run->builder;
  struct wb_result *result = run->result;
  wb_builder_join(&run->builder);
  take_build(run);
  /* A device without them may refuse every kernel that uses them. */
  if (builder->has_info && !check_features(run)) return false;
  if (builder->status == WB_ERR_COMPILE) {
    result->verdict = WB_VERDICT_COMPILE_ERROR;
    if (result->n_diagnostics == 0 && result->compile_log[0] == '\0')
      wb_source_file_complain(result, 0, "%s", builder->error.message);
  } else if (driver_fails(run, builder->status, &builder->error)) {
    return false;
  } else if (builder->status == WB_ERR_LIMIT && builder->has_info) {
    result->verdict = WB_VERDICT_TIME_LIMIT;
    free(result->detail);
    result->detail = wb_format("the kernel took too long to compile: %s", builder->error.message);
  } else if (builder->status == WB_ERR_REFUSED) {
    result->verdict = WB_VERDICT_SECURITY_VIOLATION;
    free(result->detail);
    result->detail = wb_strdup(builder->error.message);
  } else if (builder->status != WB_OK) {
    fail_with_kernel(run, 0, builder->status, &builder->error);
  }
  return builder->status == WB_OK;
}

/* A kernel that the puzzle launches is not there: no case is judged, whatever was before. */
static void complain_of_entry(struct wb_engine *run, const char *entry) {
  struct wb_kernel_place places[WB_SCAN_KERNELS_MAX];
  size_t count = wb_scan_kernels(run->source.data, run->source.length, places);
  struct wb_str names;
  wb_str_init(&names);
  for (size_t i = 0; i < count && names.length < 200; i++)
    wb_str_addf(&names, "%s%s", i > 0 ? ", " : "", places[i].name);
  wb_source_file_complain(run->result, count > 0 ? places[0].line : 0,
                          "the puzzle launches a kernel called \"%s\", but %s%s", entry,
                          count > 0 ? "the file has " : "the file has no __kernel function",
                          names.data);
  wb_str_release(&names);
  run->job->cases.free(run->recording.made);
  run->recording.made = NULL;
  while (run->result->n_cases > 0)
    wb_case_result_release(&run->result->cases[--run->result->n_cases]);
}

/* ---- what cases launch ---- */

/* The known kernel of a launch; NULL: it was not looked at yet. */
static const struct wb_known_kernel *find_known(const struct wb_engine *run,
                                                const struct wb_case_stage *stage) {
  for (size_t i = 0; i < run->n_kernels; i++) {
    const struct wb_known_kernel *known = &run->kernels[i];
    bool alike = strcmp(known->entry, stage->entry) == 0 && known->n_params == stage->n_args;
    for (size_t k = 0; k < stage->n_args && alike; k++)
      alike = known->params[k] == stage->args[k].param;
    if (alike) return known;
  }
  return NULL;
}

static void add_known(struct wb_engine *run, const struct wb_case_stage *stage,
                      const struct wb_kernel_info *info) {
  run->kernels = realloc(run->kernels, (run->n_kernels + 1) * sizeof *run->kernels);
  if (run->kernels == NULL) wb_bug("out of memory");
  struct wb_known_kernel *known = &run->kernels[run->n_kernels++];
  *known = (struct wb_known_kernel){
      .entry = wb_strdup(stage->entry), .n_params = stage->n_args, .n_orders = info->n_orders};
  memcpy(known->group_size, info->required_group_size, sizeof known->group_size);
  for (size_t i = 0; i < stage->n_args; i++) {
    known->params[i] = stage->args[i].param;
    run->takes_constant |= info->params[i].memory == WB_MEMORY_CONSTANT;
  }
}

/* Looks at a kernel for the first time. */
static bool look_at_kernel(struct wb_engine *run, size_t turn, const struct wb_case_stage *stage,
                           struct wb_launch_check *check) {
  struct wb_error err = {0};
  struct wb_kernel_info *info = wb_alloc(sizeof *info);
  enum wb_status status =
      wb_kernel_info(run->builder.device, run->builder.result.program, stage->entry, info, &err);
  if (status == WB_OK)
    check->n_findings =
        wb_signature_check(run->puzzle, stage, info,
                           wb_scan_kernel_line(run->source.data, run->source.length, stage->entry),
                           check->findings, WB_SIGNATURE_FINDINGS);
  else if (status == WB_ERR_NOT_FOUND)
    complain_of_entry(run, stage->entry);
  else if (!driver_fails(run, status, &err))
    fail_with_kernel(run, turn, status, &err);
  if (status == WB_OK && check->n_findings == 0) add_known(run, stage, info);
  if (info->n_orders > check->n_orders) check->n_orders = info->n_orders;
  free(info);
  return status == WB_OK;
}

bool wb_engine_is_known(const struct wb_engine *run, const struct wb_case_stage *stage) {
  return find_known(run, stage) != NULL;
}

bool wb_engine_check_launches(struct wb_engine *run, size_t turn, const struct wb_case *made,
                              struct wb_launch_check *check) {
  bool there = true;
  check->n_findings = check->n_orders = 0;
  for (size_t i = 0; i < made->n_stages && there && check->n_findings == 0; i++) {
    const struct wb_known_kernel *known = find_known(run, &made->stages[i]);
    if (known != NULL && known->n_orders > check->n_orders) check->n_orders = known->n_orders;
    if (known == NULL) there = look_at_kernel(run, turn, &made->stages[i], check);
  }
  return there;
}

/* ---- groups of the kernel's size ---- */

void wb_engine_check_groups(const struct wb_engine *run, const struct wb_case *made,
                            struct wb_launch_check *check) {
  for (size_t i = 0; i < made->n_stages && check->n_findings == 0; i++) {
    const struct wb_case_stage *stage = &made->stages[i];
    const struct wb_known_kernel *known = find_known(run, stage);
    if (known == NULL) continue;
    const struct wb_sized_kernel kernel = {.name = stage->entry,
                                           .source = run->source.data,
                                           .length = run->source.length,
                                           .group_size = known->group_size};
    size_t local[3] = {1, 1, 1};
    memcpy(local, stage->local, stage->dimensions * sizeof local[0]);
    check->n_findings = wb_group_size_differs(&kernel, local, &check->findings[0]);
  }
}

static void complain_of_group(struct wb_engine *run, const char *words) {
  const char *entry = run->puzzle->entry;
  wb_source_file_complain(
      run->result, wb_scan_group_line(run->source.data, run->source.length, entry), "%s", words);
}

/* What is wrong with it on this device, in words; NULL: nothing. */
static char *fault_of_group(const struct wb_engine *run, const uint32_t group[3]) {
  const struct wb_device_info *info = &run->builder.info;
  const uint64_t items = (uint64_t)group[0] * group[1] * group[2];
  uint64_t most = WB_LAUNCH_GROUP_MAX;
  if (group[0] == 0)
    return wb_format(
        "%s does not say how large its groups are; write it before its name, as in "
        "\"__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void %s(\"",
        run->puzzle->entry, run->puzzle->entry);
  if (info->max_group_size > 0 && info->max_group_size < most) most = info->max_group_size;
  for (int d = 0; d < 3; d++)
    if (info->max_item_size[d] > 0 && group[d] > info->max_item_size[d])
      return wb_format("groups of %u work-items in dimension %d are too large; %s has at most %llu",
                       group[d], d, info->name, (unsigned long long)info->max_item_size[d]);
  return items <= most ? NULL
                       : wb_format(
                             "groups of %llu work-items are too large; they have at most "
                             "%llu here",
                             (unsigned long long)items, (unsigned long long)most);
}

bool wb_engine_group_fits(struct wb_engine *run, const struct wb_case *made) {
  const struct wb_known_kernel *known = find_known(run, &made->stages[0]);
  const unsigned dimensions = made->stages[0].dimensions;
  bool fits = true;
  for (unsigned d = dimensions; d < 3 && known != NULL; d++) fits &= known->group_size[d] <= 1;
  if (fits || !run->puzzle->kernel_chooses) return true;
  char *words = wb_format(
      "the launch has %u dimension%s, so that reqd_work_group_size(%u, %u, %u) must have 1 in the "
      "place%s behind",
      dimensions, dimensions == 1 ? "" : "s", known->group_size[0], known->group_size[1],
      known->group_size[2], dimensions == 1 ? "s" : "");
  complain_of_group(run, words);
  free(words);
  return false;
}

bool wb_engine_choose_group(struct wb_engine *run) {
  struct wb_error err = {0};
  struct wb_kernel_info *info = wb_alloc(sizeof *info);
  char *fault = NULL;
  enum wb_status status = wb_kernel_info(run->builder.device, run->builder.result.program,
                                         run->puzzle->entry, info, &err);
  if (status == WB_OK)
    fault = fault_of_group(run, info->required_group_size);
  else if (status == WB_ERR_NOT_FOUND)
    complain_of_entry(run, run->puzzle->entry);
  else if (!driver_fails(run, status, &err))
    fail_with_kernel(run, 0, status, &err);
  if (fault != NULL) complain_of_group(run, fault);
  const bool chosen = status == WB_OK && fault == NULL;
  if (chosen) run->job->cases.set_group(run->job->cases.data, info->required_group_size);
  free(fault);
  free(info);
  return chosen;
}

bool wb_engine_check_printing(struct wb_engine *run) {
  struct wb_error err = {0};
  if (run->puzzle->printed == NULL || run->builder.info.checks) return true;
  enum wb_status status = wb_print_probe(run->builder.device, &run->builder.info, &err);
  if (status != WB_OK) wb_source_file_fail(run->result, &err);
  return status == WB_OK;
}
