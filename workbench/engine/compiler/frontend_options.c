#include <stdlib.h>
#include <string.h>

#include "compiler/frontend_source.h"

/* Options that mean the same to clang. A trailing '=' takes any value. */
static const char *const ALLOWED[] = {"-cl-std=",
                                      "-cl-single-precision-constant",
                                      "-cl-fp32-correctly-rounded-divide-sqrt",
                                      "-cl-mad-enable",
                                      "-cl-no-signed-zeros",
                                      "-cl-kernel-arg-info",
                                      "-cl-uniform-work-group-size",
                                      "-cl-ext=",
                                      "-w",
                                      "-Werror"};

/* Options that allow a device to be less exact, which this one never is, and to
 * make no progress that it makes; lines are always kept. */
static const char *const IGNORED[] = {"-cl-opt-disable",
                                      "-cl-strict-aliasing",
                                      "-cl-unsafe-math-optimizations",
                                      "-cl-finite-math-only",
                                      "-cl-fast-relaxed-math",
                                      "-cl-denorms-are-zero",
                                      "-cl-no-subgroup-ifp",
                                      "-g"};

/* What the emulator supports beyond what clang assumes for the target, by the first version of
 * OpenCL C with it. Macros that only the compiler's headers read are defined; clang is told of
 * the rest. */
static const struct {
  int since, until;
  const char *option;
} CARRIED[] = {
    {100, 300, "-cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics"},
    {200, 300, "-cl-ext=+cl_khr_subgroups"},
    {200, 300, "-Dcl_khr_subgroup_extended_types=1"},
    {200, 300, "-Dcl_khr_subgroup_non_uniform_vote=1"},
    {200, 300, "-Dcl_khr_subgroup_ballot=1"},
    {200, 300, "-Dcl_khr_subgroup_non_uniform_arithmetic=1"},
    {200, 300, "-Dcl_khr_subgroup_shuffle=1"},
    {200, 300, "-Dcl_khr_subgroup_shuffle_relative=1"},
    {200, 300, "-Dcl_khr_subgroup_clustered_reduce=1"},
    {200, 300, "-Dcl_khr_subgroup_rotate=1"},
    {300, 300,
     "-cl-ext=+__opencl_c_generic_address_space,+__opencl_c_atomic_order_acq_rel,"
     "+__opencl_c_atomic_order_seq_cst,+__opencl_c_atomic_scope_device,+__opencl_c_subgroups,"
     "+__opencl_c_work_group_collective_functions,+__opencl_c_program_scope_global_variables"},
    {300, 300, "-D__opencl_c_work_group_collective_functions=1"},
    {300, 300, "-D__opencl_c_atomic_order_seq_cst=1"},
    {300, 300, "-D__opencl_c_atomic_scope_device=1"},
    {300, 300, "-D__opencl_c_atomic_scope_all_devices=1"},
};

static bool is_listed(const char *const *list, size_t count, const char *option) {
  for (size_t i = 0; i < count; i++) {
    size_t length = strlen(list[i]);
    bool takes_value = list[i][length - 1] == '=';
    if (takes_value ? strncmp(option, list[i], length) == 0 : strcmp(option, list[i]) == 0)
      return true;
  }
  return false;
}

/* The next word, over quotes and backslashes as a shell would; NULL at the end. */
static char *next_word(const char **cursor) {
  const char *at = *cursor;
  struct wb_str word;
  char quote = '\0';
  wb_str_init(&word);
  while (*at == ' ' || *at == '\t' || *at == '\n') at++;
  bool any = *at != '\0';
  for (; *at != '\0' && (quote != '\0' || !strchr(" \t\n", *at)); at++) {
    if (quote == '\0' && (*at == '"' || *at == '\''))
      quote = *at;
    else if (*at == quote)
      quote = '\0';
    else if (*at == '\\' && quote != '\'' && at[1] != '\0')
      wb_str_add_char(&word, *++at);
    else
      wb_str_add_char(&word, *at);
  }
  *cursor = at;
  char *result = any ? wb_strndup(word.data, word.length) : NULL;
  wb_str_release(&word);
  return result;
}

bool wb_frontend_options_have(const char *text, const char *option) {
  const char *cursor = text != NULL ? text : "";
  bool has = false;
  char *word;
  while (!has && (word = next_word(&cursor)) != NULL) {
    has = strcmp(word, option) == 0;
    free(word);
  }
  return has;
}

/* Clang has C++ for OpenCL, too; nothing here was made with it in mind. */
static bool is_cpp(const char *option) {
  return wb_starts_with(option, "-cl-std=") && strstr(option, "++") != NULL;
}

static enum wb_status refuse_option(const char *option, struct wb_str *log, struct wb_error *err) {
  const char *instead = "";
  if (wb_starts_with(option, "-I"))
    instead =
        ": headers are found in the course's include folder, and where `workbench emulate -I "
        "FOLDER` says";
  else if (is_cpp(option))
    instead = ": C++ for OpenCL is another language";
  wb_str_addf(log, "error: build option '%s' is not supported%s\n", option, instead);
  return wb_fail(err, WB_ERR_COMPILE, "build option '%s' is not supported%s", option, instead);
}

enum wb_status wb_frontend_options_parse(struct wb_names *options, const char *text,
                                         struct wb_str *log, struct wb_error *err) {
  enum wb_status status = WB_OK;
  bool has_standard = false;
  const char *cursor = text != NULL ? text : "";
  char *word;
  while (status == WB_OK && (word = next_word(&cursor)) != NULL) {
    bool define = wb_starts_with(word, "-D") || wb_starts_with(word, "-U");
    has_standard |= wb_starts_with(word, "-cl-std=");
    if (options->count + 2 > WB_MAX_OPTIONS) {
      status = wb_fail(err, WB_ERR_COMPILE, "more than %d build options", (int)WB_MAX_OPTIONS);
      wb_str_addf(log, "error: more than %d build options\n", (int)WB_MAX_OPTIONS);
    } else if (is_listed(IGNORED, sizeof IGNORED / sizeof IGNORED[0], word)) {
      /* nothing to say to clang */
    } else if (define && word[2] == '\0') {
      char *name = next_word(&cursor);
      if (name == NULL) {
        status = refuse_option(word, log, err);
      } else {
        char *joined = wb_format("%s%s", word, name);
        wb_names_add(options, joined);
        free(joined);
        free(name);
      }
    } else if (is_cpp(word)) {
      status = refuse_option(word, log, err);
    } else if (define || is_listed(ALLOWED, sizeof ALLOWED / sizeof ALLOWED[0], word)) {
      wb_names_add(options, word);
    } else {
      status = refuse_option(word, log, err);
    }
    free(word);
  }
  if (!has_standard) wb_names_add(options, "-cl-std=CL1.2");
  return status;
}

/* 120 for "CL1.2" and for what clang will complain about. */
static int version_of(const char *option) {
  const char *number = option + strlen("-cl-std=");
  int version = 120;
  if (strncmp(number, "CL", 2) == 0 || strncmp(number, "cl", 2) == 0) number += 2;
  if (number[0] >= '1' && number[0] <= '3' && number[1] == '.' && number[2] != '\0')
    version = (number[0] - '0') * 100 + (number[2] - '0') * 10;
  return version;
}

void wb_frontend_options_add_extensions(struct wb_names *options) {
  int version = 120;
  for (size_t i = 0; i < options->count; i++)
    if (wb_starts_with(options->items[i], "-cl-std=")) version = version_of(options->items[i]);
  for (size_t i = 0; i < sizeof CARRIED / sizeof CARRIED[0]; i++) {
    if (version < CARRIED[i].since || version > CARRIED[i].until) continue;
    wb_names_add(options, CARRIED[i].option);
  }
}
