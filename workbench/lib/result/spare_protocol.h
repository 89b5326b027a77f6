/* What a judge that waits is told: the command line that it would have had. */
#ifndef WB_RESULT_SPARE_PROTOCOL_H
#define WB_RESULT_SPARE_PROTOCOL_H

#include "base/file.h"

enum { WB_SPARE_MESSAGE_MAX = 64 << 10 }; /* bytes of all of it */

/* Never blocks: what cannot be sent at once is an error. */
enum wb_status wb_spare_send(int socket, const struct wb_names *arguments, struct wb_error *err);

/* Adds the arguments. WB_ERR_LIMIT when none came within `timeout_ms`,
 * WB_ERR_CRASH when the other end is closed. */
enum wb_status wb_spare_receive(int socket, int timeout_ms, struct wb_names *arguments,
                                struct wb_error *err);

#endif
