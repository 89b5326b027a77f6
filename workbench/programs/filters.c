/* Makes the seccomp filters of all roles (sandbox/calls.h) as C, on stdout. Runs when the
 * workbench is built: to have a library make them costs a process a millisecond and more. */
#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/calls.h"

enum { CALLS_MAX = 1024, API_WITH_NOTIFICATION = 5, BY_BINARY_TREE = 2 };

static _Noreturn void give_up(const char *what, const char *which, int error) {
  fprintf(stderr, "cannot make the system call filters: %s %s: %s\n", what, which,
          strerror(error < 0 ? -error : error));
  exit(1);
}

static uint32_t action_of(enum wb_refusal refusal) {
  return refusal == WB_REFUSE_AND_TELL ? SCMP_ACT_NOTIFY : SCMP_ACT_TRACE(0);
}

/* Calls that this architecture does not have need no rule. */
static void add_rule(scmp_filter_ctx filter, const struct wb_call *call) {
  const int number = seccomp_syscall_resolve_name(call->name);
  const uint32_t action = call->error != 0 ? SCMP_ACT_ERRNO((uint32_t)call->error) : SCMP_ACT_ALLOW;
  if (number == __NR_SCMP_ERROR) give_up("there is no call", call->name, ENOSYS);
  if (number < 0) return;
  const struct scmp_arg_cmp condition = {
      .arg = (unsigned)(call->argument == WB_ANY ? 0 : call->argument),
      .op = call->mask == WB_ALL_BITS ? SCMP_CMP_EQ : SCMP_CMP_MASKED_EQ,
      .datum_a = call->mask == WB_ALL_BITS ? call->value : call->mask,
      .datum_b = call->mask == WB_ALL_BITS ? 0 : call->value};
  const int failed =
      seccomp_rule_add_array(filter, action, number, call->argument != WB_ANY, &condition);
  if (failed != 0 && failed != -EEXIST) give_up("the rule for", call->name, failed);
}

static void print_code(scmp_filter_ctx filter, enum wb_role role) {
  struct sock_filter instruction;
  FILE *file = tmpfile();
  if (file == NULL) give_up("no temporary file for", wb_role_name(role), errno);
  const int failed = seccomp_export_bpf(filter, fileno(file));
  if (failed != 0) give_up("the filter of", wb_role_name(role), failed);
  rewind(file);
  printf("static const struct sock_filter code_%s[] = {\n", wb_role_name(role));
  while (fread(&instruction, sizeof instruction, 1, file) == 1)
    printf("  {0x%04x, %u, %u, 0x%08xu},\n", (unsigned)instruction.code, instruction.jt,
           instruction.jf, instruction.k);
  puts("};");
  fclose(file);
}

static void make_filter(enum wb_role role) {
  const struct wb_role_calls *calls = &wb_role_calls[role];
  scmp_filter_ctx filter = seccomp_init(action_of(calls->refusal));
  if (filter == NULL) give_up("the filter of", wb_role_name(role), EINVAL);
  int failed = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  if (failed == 0) failed = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, BY_BINARY_TREE);
  if (failed != 0) give_up("the filter of", wb_role_name(role), failed);
  for (size_t i = 0; i < WB_CALL_GROUPS_MAX && calls->groups[i] != NULL; i++)
    for (const struct wb_call *call = calls->groups[i]; call->name != NULL; call++)
      add_rule(filter, call);
  print_code(filter, role);
  seccomp_release(filter);
}

static void print_names(void) {
  size_t n = 0;
  puts("const char *const wb_call_names[] = {");
  for (int number = 0; number < CALLS_MAX; number++) {
    char *name = seccomp_syscall_resolve_num_arch(seccomp_arch_native(), number);
    if (name != NULL) printf("  [%d] = \"%s\",\n", number, name);
    if (name != NULL) n = (size_t)number + 1;
    free(name);
  }
  printf("};\nconst size_t wb_n_call_names = %zu;\n", n);
}

int main(void) {
  /* The kernel that runs need not be the one that this is built on. */
  seccomp_api_set(API_WITH_NOTIFICATION);
  puts("/* Made by programs/filters.c. */\n#include \"sandbox/calls.h\"\n");
  for (int role = 0; role < WB_ROLE_COUNT; role++) make_filter((enum wb_role)role);
  puts(
      "#define FILTER(code) {(code), sizeof(code) / sizeof(code)[0]}\n"
      "const struct wb_filter wb_filters[WB_ROLE_COUNT] = {");
  for (int role = 0; role < WB_ROLE_COUNT; role++)
    printf("  [%d] = FILTER(code_%s),\n", role, wb_role_name((enum wb_role)role));
  puts("};");
  print_names();
  return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
