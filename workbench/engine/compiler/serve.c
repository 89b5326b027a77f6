#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fork_server.h"
#include "base/process.h"
#include "compiler/frontend_source.h"
#include "compiler/translate.h"
#include "sandbox/limits.h"

/* No text of a kernel's length needs nearly as much; the machine does without the
 * rest. Time is limited by the worker, which waits for the answer. */
static const uint64_t ADDRESS_SPACE = 8ULL << 30;

static enum wb_status send_answer(struct wb_translator *translator, int socket,
                                  enum wb_compiler_word word, const struct wb_str *content) {
  struct wb_reader in = wb_reader_of(content->data, content->length);
  struct wb_build_request request;
  struct wb_compilation compilation;
  struct wb_str reply;
  enum wb_status status = WB_OK;
  enum wb_tier tier = word == WB_COMPILER_COMPILE ? wb_get_tier(&in) : WB_TIER_QUICK;
  wb_get_build_request(&in, &request);
  wb_compilation_init(&compilation);
  wb_str_init(&reply);
  if (!wb_reader_done(&in)) {
    status = WB_ERR_PROTOCOL;
  } else if (word == WB_COMPILER_PREPARE) {
    wb_translator_prepare(translator, &request, socket);
  } else {
    wb_translate(translator, &request, tier, &compilation);
    wb_put_compilation(&reply, &compilation);
    status = wb_compiler_send(socket, WB_COMPILER_RESULT, &reply, NULL);
  }
  wb_str_release(&reply);
  wb_compilation_release(&compilation);
  wb_build_request_release(&request);
  return status;
}

/* A compiler that cannot start says so in answer to the first request. */
static void send_failure(int socket, const struct wb_error *err) {
  struct wb_compilation compilation;
  struct wb_str reply;
  wb_compilation_init(&compilation);
  wb_str_init(&reply);
  compilation.status = err->status;
  compilation.error = *err;
  wb_put_compilation(&reply, &compilation);
  wb_compiler_send(socket, WB_COMPILER_RESULT, &reply, NULL);
  wb_str_release(&reply);
  wb_compilation_release(&compilation);
}

/* ---- the walls ---------------------------------------------------------------------- */

/* Landlock has no rule for all but some. In the folders left out files are devices, or speak of
 * processes. */
static void find_anywhere(struct wb_names *folders) {
  static const char *const NOT[] = {".", "..", "dev", "proc", "run", "sys"};
  DIR *root = opendir("/");
  if (root == NULL) return;
  for (struct dirent *entry = readdir(root); entry != NULL; entry = readdir(root)) {
    bool left_out = false;
    for (size_t i = 0; i < sizeof NOT / sizeof NOT[0]; i++)
      left_out |= strcmp(entry->d_name, NOT[i]) == 0;
    char *path = wb_path_join("/", entry->d_name);
    if (!left_out) wb_names_add(folders, path);
    free(path);
  }
  closedir(root);
}

static bool is_root(const char *folder) {
  char *resolved = realpath(folder, NULL);
  const bool root = resolved != NULL && strcmp(resolved, "/") == 0;
  free(resolved);
  return root;
}

/* `-I /` is no leave to read the whole machine. */
static void add_folders(struct wb_places *places, const char *const *folders, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!is_root(folders[i])) wb_places_add(places, folders[i], WB_MAY_READ);
}

/* The files of a request, for which clang asks this process, among them. */
static enum wb_status enclose_process(const struct wb_walls *which,
                                      const struct wb_translator_folders *folders,
                                      struct wb_error *err) {
  static struct wb_places places;
  const struct wb_enclosure walls = {.role = WB_ROLE_COMPILER,
                                     .walls = *which,
                                     .places = &places,
                                     .canary = "/dev/zero",
                                     .guard = -1};
  struct wb_names all;
  wb_names_init(&all);
  wb_places_add(&places, wb_frontend_source_header, WB_MAY_READ);
  wb_places_add(&places, "/proc/cpuinfo", WB_MAY_READ);
  wb_places_add(&places, "/dev/null", WB_MAY_READ | WB_MAY_WRITE);
  wb_places_add(&places, getenv("WORKBENCH_DUMP_IR"), WB_MAY_CHANGE);
  add_folders(&places, folders->items, folders->count);
  if (folders->anywhere) find_anywhere(&all);
  add_folders(&places, (const char *const *)all.items, all.count);
  const enum wb_status status = wb_walls_enter(&walls, err);
  wb_names_release(&all);
  return status;
}

/* ---- forks -------------------------------------------------------------------------------- */

static void put_and_send(int socket, enum wb_compiler_word word, uint32_t first,
                         const uint32_t *second) {
  struct wb_str content;
  wb_str_init(&content);
  wb_put_u32(&content, first);
  if (second != NULL) wb_put_u32(&content, *second);
  wb_compiler_send(socket, word, &content, NULL); /* who is gone needs no word */
  wb_str_release(&content);
}

/* The worker, which is not its parent, learns from this process whether the text ended it. */
static void send_end(int socket, const struct wb_exit *end) {
  const uint32_t signal = (uint32_t)end->signal;
  put_and_send(socket, WB_COMPILER_ENDED, (uint32_t)end->code, &signal);
}

/* Returns in each fork with its own socket; -1: there is nobody left to fork for. */
static int fork_for_each(int control) {
  struct wb_fork_server forks = {.control = control, .waits = true, .ended = send_end};
  if (!wb_fork_server_run(&forks)) return -1;
  put_and_send(forks.fds[0], WB_COMPILER_READY, (uint32_t)getpid(), NULL);
  return forks.fds[0];
}

int wb_translator_serve(int socket, const struct wb_translator_folders *folders, bool forks) {
  struct wb_walls walls = {0};
  struct wb_translator *translator = NULL;
  struct wb_error err = {0};
  struct wb_str content;
  enum wb_compiler_word word;
  struct wb_sandbox limits = {
      .address_space = ADDRESS_SPACE, .file_bytes = UINT64_MAX, .no_core = 1};
  wb_str_init(&content);
  wb_sandbox_enter(&limits); /* without them it is only less careful */
  enum wb_status status = wb_walls_choose(&walls, &err);
  if (status == WB_OK) status = enclose_process(&walls, folders, &err);
  if (status == WB_OK) translator = wb_translator_new(&walls);
  if (status == WB_OK && forks) wb_translator_warm_up(translator);
  if (forks) socket = fork_for_each(socket);
  if (socket >= 0 && status != WB_OK) send_failure(socket, &err);
  if (socket < 0) status = WB_ERR_CRASH;
  while (status == WB_OK) {
    status = wb_compiler_receive(socket, 0, &word, &content, NULL);
    if (status == WB_OK) status = send_answer(translator, socket, word, &content);
  }
  if (forks && socket >= 0) _exit(0); /* clang's process ends with this one */
  wb_str_release(&content);
  wb_translator_free(translator);
  return status == WB_ERR_CRASH ? 0 : 1; /* the other end was closed */
}
