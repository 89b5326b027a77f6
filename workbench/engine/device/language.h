/* Which major version of OpenCL C a kernel is built as, and which names that version lacks. */
#ifndef WB_DEVICE_LANGUAGE_H
#define WB_DEVICE_LANGUAGE_H

#include "device/device.h"

enum { WB_NO_LANGUAGE = 3 }; /* as `until`: no version that there is has it here */

struct wb_lack {
  const char *prefix; /* how the name begins, or what clang says in its place */
  const char *what;   /* "sub-groups exist" */
  uint32_t until;     /* the last major version that lacks it */
};

/* What the request's options ask for: 1 where they name none. */
uint32_t wb_build_language(const struct wb_build_request *request);

/* Why that version lacks the name; NULL: it is not known to. Static storage. */
const struct wb_lack *wb_language_lack(uint32_t language, const char *name);

#endif
