#include "emulator/compile/compile_cache.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>

#if defined(__x86_64__)
#include <sys/platform/x86.h>
#endif

#include "base/file_states.h"
#include "device/precheck.h"
#include "emulator/emulator.h"
#include "sandbox/walls.h"

enum { MAX_FILES = 1000, FORMAT = 3 };

/* ---- the key ----------------------------------------------------------------------------- */

/* What the code generator asks the processor for, as the C library knows it from the program's
 * start: to ask again takes longer than all else here where a hypervisor answers. Never what
 * differs from core to core, such as the core's number. */
static void add_processor(struct wb_sha256 *sha) {
  wb_sha256_add_number(sha, getauxval(AT_HWCAP));
  wb_sha256_add_number(sha, getauxval(AT_HWCAP2));
#if defined(__x86_64__)
  static const unsigned LEAVES[] = {CPUID_INDEX_1, CPUID_INDEX_7, CPUID_INDEX_7_ECX_1,
                                    CPUID_INDEX_D_ECX_1, CPUID_INDEX_80000001};
  for (size_t i = 0; i < sizeof LEAVES / sizeof LEAVES[0]; i++) {
    struct cpuid_feature leaf = *__x86_get_cpuid_feature_leaf(LEAVES[i]);
    unsigned *found = leaf.cpuid_array;
    if (LEAVES[i] == CPUID_INDEX_1) found[cpuid_register_index_ebx] = 0; /* the core's number */
    /* Of this one the rest are sizes that follow from what the system has switched on. */
    if (LEAVES[i] == CPUID_INDEX_D_ECX_1) found[1] = found[2] = found[3] = 0;
    wb_sha256_add(sha, found, sizeof leaf.cpuid_array);
  }
#endif
}

/* Which checks and walls stand: with more of them a text may be refused that was not before. */
static void add_walls(struct wb_sha256 *sha) {
  const char *walls = getenv(WB_WALLS_VARIABLE);
  for (enum wb_precheck check = 0; check < WB_PRECHECK_COUNT; check++)
    wb_sha256_add_number(sha, wb_precheck_stands(check));
  wb_sha256_add_text(sha, walls != NULL ? walls : "");
}

bool wb_compile_cache_key(const struct wb_build_request *request, const char *compiler,
                          unsigned char key[WB_SHA256_BYTES]) {
  /* Not all are there on every machine: which ones are is part of the key. */
  static const char *const LIBRARIES[] = {WB_LLVM_LIBRARIES "/libLLVM.so.19.1",
                                          WB_LLVM_LIBRARIES "/libclang-cpp.so.19.1"};
  char version[256];
  struct wb_sha256 sha;
  struct wb_str text;
  wb_sha256_init(&sha);
  wb_sha256_add_number(&sha, FORMAT);
  wb_emulator_version(version, sizeof version);
  wb_sha256_add_text(&sha, version);
  bool known = wb_cache_add_file(&sha, "/proc/self/exe") && wb_cache_add_file(&sha, compiler);
  for (size_t i = 0; i < sizeof LIBRARIES / sizeof LIBRARIES[0]; i++)
    wb_sha256_add_number(&sha, wb_cache_add_file(&sha, LIBRARIES[i]));
  add_processor(&sha);
  add_walls(&sha);
  wb_str_init(&text);
  wb_put_build_request(&text, request);
  wb_sha256_add(&sha, text.data, text.length);
  wb_sha256_finish(&sha, key);
  wb_str_release(&text);
  return known;
}

/* ---- files that were read ------------------------------------------------------------------- */

static bool is_older(struct timespec a, const struct timespec *b) {
  return a.tv_sec < b->tv_sec || (a.tv_sec == b->tv_sec && a.tv_nsec < b->tv_nsec);
}

/* Its content is still what the compiler saw. */
static bool unchanged_since(const char *path, const struct timespec *start) {
  struct stat found;
  return stat(path, &found) == 0 && is_older(found.st_mtim, start) &&
         is_older(found.st_ctim, start);
}

static bool still_holds(struct wb_reader *in) {
  struct wb_file_states states = {.count = 0};
  size_t count = wb_get_below(in, MAX_FILES + 1);
  for (size_t i = 0; i < count && !in->bad; i++) {
    char *path = wb_get_long_text(in), *state = wb_get_long_text(in);
    if (!in->bad) wb_file_states_add_known(&states, path, state);
    free(path);
    free(state);
  }
  const bool same = !in->bad && wb_file_states_hold(&states, NULL);
  wb_file_states_release(&states);
  return same;
}

/* Those that clang read, and those that it looked for: were they there, it would be another
 * program. Of each it is known what clang saw. */
static bool put_states(struct wb_str *content, const struct wb_names *files,
                       const struct timespec *start) {
  struct wb_file_states states = {.count = 0};
  bool known = true;
  for (size_t i = 0; i < files->count && known; i++)
    known = wb_file_states_add(&states, files->items[i]) &&
            (!wb_file_exists(files->items[i]) || unchanged_since(files->items[i], start));
  wb_put_u32(content, (uint32_t)states.count);
  for (size_t i = 0; i < states.count; i++) {
    wb_put_text(content, states.items[i].path);
    wb_put_text(content, states.items[i].state);
  }
  wb_file_states_release(&states);
  return known;
}

/* ---- keeping ------------------------------------------------------------------------------- */

bool wb_compile_cache_get(const char *folder, const unsigned char key[WB_SHA256_BYTES],
                          struct wb_str *record) {
  struct wb_str content;
  size_t length = 0;
  wb_str_init(&content);
  bool found = wb_cache_get(folder, key, &content);
  struct wb_reader in = wb_reader_of(content.data, content.length);
  found = found && still_holds(&in);
  const void *bytes = found ? wb_get_bytes(&in, &length) : NULL;
  found = found && wb_reader_done(&in);
  if (found) wb_str_add_bytes(record, bytes, length);
  wb_str_release(&content);
  return found;
}

void wb_compile_cache_put(const char *folder, const unsigned char key[WB_SHA256_BYTES],
                          const struct wb_str *record, const struct wb_names *files,
                          const struct timespec *start) {
  struct wb_str content;
  if (folder == NULL || files->count > MAX_FILES) return;
  wb_str_init(&content);
  const bool known = put_states(&content, files, start);
  wb_put_bytes(&content, record->data, record->length);
  if (known) wb_cache_put(folder, key, content.data, content.length);
  wb_str_release(&content);
}
