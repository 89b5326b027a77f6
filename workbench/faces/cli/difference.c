#include "cli/difference.h"

#include "cli/print.h"

void wb_print_difference(const struct wb_invocation *invocation, const struct wb_version *old,
                         const struct wb_version *new) {
  struct wb_document text = {0};
  const struct wb_report_style style = wb_cli_style(invocation);
  const unsigned width = style.width > 0 ? style.width : 80;
  const bool sides =
      wb_cli_flag(invocation, "side-by-side") && width >= WB_DIFFERENCE_SIDES_COLUMNS;
  wb_report_difference(old, new, sides ? WB_DIFFERENCE_SIDES : WB_DIFFERENCE_LINES, width, &text);
  wb_print(invocation, &text);
}
