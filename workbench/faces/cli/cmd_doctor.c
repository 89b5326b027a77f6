#include "cli/print.h"
#include "verbs/doctor.h"

int wb_shell_doctor(const struct wb_invocation *invocation) {
  struct wb_doctor doctor;
  wb_doctor_visit(wb_cli_value(invocation, "course"), wb_cli_flag(invocation, "all"), &doctor);
  const bool ready = doctor.ready;
  if (wb_cli_wants_json(invocation))
    wb_cli_print_data(&wb_doctor_fields, &doctor);
  else
    wb_cli_print(invocation, &doctor.text);
  wb_doctor_release(&doctor);
  return ready ? WB_EXIT_OK : WB_EXIT_MISSING;
}
