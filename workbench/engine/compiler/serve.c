#include <signal.h>
#include <stdlib.h>

#include "base/process.h"
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
    wb_translator_prepare(translator, &request);
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

/* All that clang may read, too: its walls stand within these. */
static enum wb_status enclose_process(struct wb_frontend_rules *rules, const char *const *folders,
                                      size_t n_folders, bool anywhere, struct wb_error *err) {
  static struct wb_places places;
  const struct wb_enclosure walls = {.role = WB_ROLE_COMPILER,
                                     .walls = rules->walls,
                                     .places = &places,
                                     .canary = "/dev/zero",
                                     .guard = -1};
  wb_frontend_add_places(&places);
  wb_places_add(&places, WB_LIBCLC, WB_MAY_READ);
  wb_places_add(&places, "/proc/cpuinfo", WB_MAY_READ);
  wb_places_add(&places, "/dev/null", WB_MAY_READ | WB_MAY_WRITE);
  wb_places_add(&places, getenv("WORKBENCH_DUMP_IR"), WB_MAY_CHANGE);
  wb_frontend_add_folders(&places, folders, n_folders);
  if (anywhere) {
    wb_frontend_find_anywhere(&rules->anywhere);
    wb_frontend_add_folders(&places, (const char *const *)rules->anywhere.items,
                            rules->anywhere.count);
  }
  return wb_walls_enter(&walls, err);
}

int wb_translator_serve(int socket, const char *const *folders, size_t n_folders, bool anywhere) {
  struct wb_frontend_rules rules = {.anywhere = {0}};
  struct wb_translator *translator = NULL;
  struct wb_error err = {0};
  struct wb_str content;
  enum wb_compiler_word word;
  struct wb_sandbox limits = {
      .address_space = ADDRESS_SPACE, .file_bytes = UINT64_MAX, .no_core = 1};
  wb_str_init(&content);
  signal(SIGPIPE, SIG_IGN);  /* of a clang that reads no more */
  wb_sandbox_enter(&limits); /* without them it is only less careful */
  enum wb_status status = wb_walls_choose(&rules.walls, &err);
  if (status == WB_OK) status = enclose_process(&rules, folders, n_folders, anywhere, &err);
  if (status == WB_OK) status = wb_translator_new(&rules, &translator, &err);
  if (status != WB_OK) send_failure(socket, &err);
  while (status == WB_OK) {
    status = wb_compiler_receive(socket, 0, &word, &content, NULL);
    if (status == WB_OK) status = send_answer(translator, socket, word, &content);
  }
  wb_str_release(&content);
  wb_translator_free(translator);
  wb_names_release(&rules.anywhere);
  return status == WB_ERR_CRASH ? 0 : 1; /* the other end was closed */
}
