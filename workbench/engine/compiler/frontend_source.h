/* What a build request may ask of the compiler: options, file name, includes; and
 * whether it got more. */
#ifndef WB_COMPILER_FRONTEND_SOURCE_H
#define WB_COMPILER_FRONTEND_SOURCE_H

#include "base/file.h"
#include "base/str.h"
#include "device/device.h"

/* Arguments for clang, from clBuildProgram's option string. */
struct wb_options {
  char **items;
  size_t count, capacity;
};
enum { WB_MAX_OPTIONS = 64 };

void wb_frontend_options_init(struct wb_options *options);
void wb_frontend_options_release(struct wb_options *options);

/* Fails with WB_ERR_COMPILE and a line in `log` for an option that is not
 * OpenCL's or that could reach a file. Adds -cl-std=CL1.2 where no other
 * version is asked for. */
enum wb_status wb_frontend_options_parse(struct wb_options *options, const char *text,
                                         struct wb_str *log, struct wb_error *err);

/* Adds the extensions and optional features that the emulator has beyond what
 * clang knows of its target, for the version of OpenCL C that was parsed. */
void wb_frontend_options_add_extensions(struct wb_options *options);

/* Appends what comes before the text: words that clang shall refuse wherever they
 * come from (it knows what macros and odd characters make of a text), and that
 * #line. */
void wb_frontend_source_prefix(struct wb_str *text, const char *file_name);

/* The one file that clang reads for a text that includes nothing. */
extern const char wb_frontend_source_header[];

/* The description of a file system, for clang's -ivfsoverlay, in which there is
 * nothing but clang's own header for OpenCL C and the request's include folders. */
void wb_frontend_source_system(const struct wb_build_request *request, const char *include,
                               struct wb_str *out);

/* After clang: whether it read nothing but that, as far as its own list shows, and names no
 * other file (a #line can name any). Otherwise the log is replaced by a line that says so,
 * since it may quote a file that the learner must not see. `files` may be NULL where the list
 * is not known. */
bool wb_frontend_source_is_contained(const struct wb_build_request *request,
                                     const struct wb_names *files, struct wb_str *log);

#endif
