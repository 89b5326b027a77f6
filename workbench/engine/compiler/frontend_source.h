/* What a build request may ask of the compiler: options, file name, includes. */
#ifndef WB_COMPILER_FRONTEND_SOURCE_H
#define WB_COMPILER_FRONTEND_SOURCE_H

#include "base/file.h"
#include "base/str.h"
#include "device/device.h"

enum { WB_MAX_OPTIONS = 64 };

/* Adds clang's words for clBuildProgram's option string. Fails with WB_ERR_COMPILE and a line in
 * `log` for an option that is not OpenCL's or that could reach a file. Adds -cl-std=CL1.2 where no
 * other version is asked for. */
enum wb_status wb_frontend_options_parse(struct wb_names *options, const char *text,
                                         struct wb_str *log, struct wb_error *err);

/* Whether that string, which may be NULL, has the option. */
bool wb_frontend_options_have(const char *text, const char *option);

/* Adds the extensions and optional features that the emulator has beyond what
 * clang knows of its target, for the version of OpenCL C that was parsed. */
void wb_frontend_options_add_extensions(struct wb_names *options);

/* Appends what comes before the text: words that clang shall refuse wherever they
 * come from (it knows what macros and odd characters make of a text), and that
 * #line. */
void wb_frontend_source_prefix(struct wb_str *text, const char *file_name);

/* The folder of clang's own headers, the one of them that every text gets, and its path. */
extern const char wb_frontend_source_resources[], wb_frontend_source_header[];

/* Finds what lies at an absolute path, for the request's text: a file, whose content is appended
 * to `content`, or a folder. 0, or the number of an error: ENOENT for all that the request may not
 * include, whether it is there or not. Only below the request's folders, unless it may include any
 * file, and regular files alone. `files` gets the path of what may be a file that is included. */
int wb_frontend_source_find(const struct wb_build_request *request, const char *path,
                            bool *is_folder, struct wb_str *content, struct wb_names *files);

/* After clang: whether its log speaks of no file that the text may not include (a #line can name
 * any). Otherwise the log is replaced by a line that says so. */
bool wb_frontend_source_is_contained(const struct wb_build_request *request, struct wb_str *log);

#endif
