/* A look at a kernel's text before any compiler sees it: the first of several
 * walls, and the one with the clearest words.
 *
 * It refuses, whatever the device:
 *
 *   #include of anything but "a/plain/name" or <a/plain/name>: a compiler quotes
 *     the lines of what it cannot parse, so an include is a way to read any file;
 *     #embed and #import for the same reason;
 *   #line with a file, or with a number that the language does not allow: findings
 *     would blame another file;
 *   #pragma that reads files, switches the compiler to other work or changes names
 *     and sections (clang module, clang __debug, clang attribute, clang section,
 *     GCC dependency, weak, redefine_extname …), or that switches on an extension of
 *     clang's by which kernels call any address;
 *   names for the assembler and assembly (__asm__);
 *   attributes that speak to the linker, the loader or the code generator (alias,
 *     section, constructor, weak, naked, target, cleanup …) and [[attributes]];
 *   names that the workbench needs itself (__wb…, wbrt_…).
 *
 * Compilers differ in how they read a text, and what one takes for a comment may
 * be a directive for another: the tokens of base/tokens.h, which are clang's, would not
 * do. So the text is read in every way that some compiler
 * is known to read it (whether a return alone ends a line, whether blanks may stand
 * after the backslash of a spliced line, whether there are trigraphs), and what is
 * to be refused in one of them is refused. Where a directive may begin, every
 * character that is none of OpenCL C's counts as a blank.
 *
 * No macro is expanded: what a macro hides is for the next walls. On the emulator
 * they are a file system with nothing in it but the course's headers (frontend.c),
 * words that clang itself refuses (frontend.c), and the allowlists of what clang
 * made of it (instrument/allowlist.c). precheck.h says how a test does without one. */
#ifndef WB_DEVICE_KERNEL_TEXT_H
#define WB_DEVICE_KERNEL_TEXT_H

#include "base/str.h"
#include "device/device.h"

/* How much of a text is looked at. */
struct wb_kernel_text_rules {
  /* Files may be included from anywhere, and #line may name one. */
  bool any_include;
  /* The compiler that follows finds any file by its name, and tells which there
   * are: what is included must be in the request's folders, and __has_include
   * and similar ones are refused. */
  bool is_open;
};

/* WB_ERR_COMPILE, with a line in `log` as a compiler would word it, for what is
 * refused. */
enum wb_status wb_kernel_text_check(const struct wb_build_request *request,
                                    const struct wb_kernel_text_rules *rules, struct wb_str *log,
                                    struct wb_error *err);

#endif
