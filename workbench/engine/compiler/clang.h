/* Clang's front end as a library: OpenCL C in, LLVM's bitcode and diagnostics out.
 *
 * Clang has no C interface that makes bitcode, so clang.cpp is this project's one file of C++. No
 * exception leaves it, and each call has compiler instance, files and LLVM context of its own:
 * nothing of one text is left for the next. */
#ifndef WB_COMPILER_CLANG_H
#define WB_COMPILER_CLANG_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What lies at a path: a folder, or a file's bytes, with a zero byte after them. */
struct wb_clang_file {
  bool is_folder;
  const char *bytes;
  size_t length;
};

struct wb_clang_text {
  const char *const *words; /* of `clang -cc1`, without that and the program's name */
  size_t n_words;
  const char *folder; /* the current one, an absolute path */
  /* Gives the text, `length` bytes and a zero byte, which must stay as the bytes of files must.
   * Asked for when clang has done all that it can do without it, so a good place to wait; false:
   * there is none after all. */
  bool (*begin)(void *data, const char **text, size_t *length);
  /* Finds what lies at an absolute path: 0, or the number of an error (ENOENT, EACCES). The bytes
   * must stay until the call of wb_clang_compile ends. There are no files but these. */
  int (*find)(void *data, const char *path, struct wb_clang_file *file);
  /* Takes a part of what clang says, as it is said. */
  void (*say)(void *data, const char *bytes, size_t length);
  /* Takes what comes of it: whether it compiles, and the module's bitcode. All has been said then;
   * what clang needed for the text is yet to be destroyed. */
  void (*end)(void *data, bool compiled, const char *bytes, size_t length);
  void *data;
};

/* Calls `begin` at most once, and after that `end` once (where a word is wrong, that alone). Where
 * LLVM gives up (no memory, an error that it calls fatal) the process ends, as it does where clang
 * crashes: before these calls or after. */
void wb_clang_compile(const struct wb_clang_text *text);

#ifdef __cplusplus
}
#endif

#endif
