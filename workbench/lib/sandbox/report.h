/* What a process tells its supervisor while it raises its walls, once, together with
 * the descriptor by which refused calls are told. */
#ifndef WB_SANDBOX_REPORT_H
#define WB_SANDBOX_REPORT_H

#include <stdint.h>

struct wb_walls_report {
  uint32_t standing; /* of enum wb_wall, each tried */
  uint32_t failed;   /* the wall that could not be raised, or 0 */
  int32_t error;     /* errno then */
};

#endif
