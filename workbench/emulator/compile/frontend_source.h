/* What a build request may ask of the compiler: options, file name, includes. */
#ifndef WB_EMULATOR_COMPILE_FRONTEND_SOURCE_H
#define WB_EMULATOR_COMPILE_FRONTEND_SOURCE_H

#include "base/str.h"
#include "device/device.h"

/* Arguments for clang, from clBuildProgram's option string. */
struct wb_options {
  char **items;
  size_t count, capacity;
};
enum { WB_MAX_OPTIONS = 64 };

void wb_options_init(struct wb_options *options);
void wb_options_release(struct wb_options *options);

/* Fails with WB_ERR_COMPILE and a line in `log` for an option that is not
 * OpenCL's or that could reach a file. Adds -cl-std=CL1.2 where no other
 * version is asked for. */
enum wb_status wb_options_parse(struct wb_options *options, const char *text, struct wb_str *log,
                                struct wb_error *err);

/* Adds the extensions and optional features that the emulator has beyond what
 * clang knows of its target, for the version of OpenCL C that was parsed. */
void wb_options_add_extensions(struct wb_options *options);

/* Appends the #line that makes diagnostics carry the judged file's name. */
void wb_source_name_line(struct wb_str *text, const char *file_name);

/* Refuses an #include of anything but a plain name below the course's include
 * folder: a compiler quotes the lines of what it cannot parse, so an include
 * is a way to read any file. Nor may a #line name one. A cheap check in front of the sandbox. */
enum wb_status wb_source_check_includes(const struct wb_build_request *request, struct wb_str *log,
                                        struct wb_error *err);

#endif
