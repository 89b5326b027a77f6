/* What kernels print: drivers write it to this process's stdout, which is
 * turned to a file in memory for the time of a launch. */
#ifndef WB_OPENCL_CAPTURE_H
#define WB_OPENCL_CAPTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "device/device.h"

struct wb_capture {
  int file, saved; /* -1: nothing is captured */
};

/* At most `limit` bytes, and some more that say that there were more; the
 * kernel cannot make the file larger. Without a memory file nothing is
 * captured, what is printed goes where it did, and the outcome says that it is
 * not known. */
void wb_capture_begin(struct wb_capture *capture, uint64_t limit);

/* Restores stdout and puts the text into the outcome; more than `limit` bytes
 * make it WB_OUTCOME_OUTPUT_LIMIT. */
void wb_capture_end(struct wb_capture *capture, uint64_t limit, struct wb_outcome *outcome);

#endif
