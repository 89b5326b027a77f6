#include "cli/difference.h"

#include "cli/print.h"

void wb_print_kernel_pair(const struct wb_invocation *invocation,
                          const struct wb_kernel_pair *comparison) {
  struct wb_document text = {0};
  const struct wb_report_style style = wb_cli_style(invocation);
  const unsigned width = style.width > 0 ? style.width : 80;
  const bool sides =
      wb_cli_flag(invocation, "side-by-side") && width >= WB_DIFFERENCE_SIDES_COLUMNS;
  wb_kernel_pair_write(comparison, sides ? WB_DIFFERENCE_SIDES : WB_DIFFERENCE_LINES, width, &text);
  wb_print(invocation, &text);
}
