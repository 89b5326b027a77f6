#include "device/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/info_json.h"
#include "device/protocol.h"
#include "device/server.h"
#include "sandbox/folder.h"
#include "sandbox/reaper.h"

enum { LIST_MAX = 64, EXIT_USAGE = 2 };

static int print_version(const struct wb_worker *worker) {
  char text[256] = "";
  worker->version(text, sizeof text);
  puts(text);
  return fflush(stdout) == 0 ? 0 : 1;
}

static int print_list(const struct wb_worker *worker) {
  struct wb_device_info *infos = wb_alloc(LIST_MAX * sizeof *infos);
  size_t count = worker->list(infos, LIST_MAX);
  struct wb_str text;
  wb_str_init(&text);
  wb_device_infos_print(infos, count, &text);
  puts(text.data);
  wb_str_release(&text);
  free(infos);
  return fflush(stdout) == 0 ? 0 : 1;
}

enum serving { SERVE, SERVE_OWN, SERVE_EACH, SERVE_NONE };

/* Serves a device, or, where there is something to `print`, prints what drivers say: behind the
 * same walls, so that a device that a driver cannot reach there is not on the list, selectors count
 * the same devices, and a driver that is only asked its version leaves nothing behind, either. The
 * client is told by way of what a worker prints before it ends. */
static int work_enclosed(const struct wb_worker *worker, const char *selector,
                         char *const *included, enum serving serving,
                         int (*print)(const struct wb_worker *worker)) {
  const bool wants = worker->wants_folder;
  struct wb_folder folder = {.lock = -1};
  struct wb_error err = {0};
  int code = 1;
  enum wb_status status = wants ? wb_folder_make(&folder, &err) : WB_OK;
  if (status == WB_OK) status = wb_reaper_enter(wants ? &folder : NULL, &err);
  if (status != WB_OK) wb_folder_remove(&folder); /* else the reaper does */
  if (status == WB_OK && worker->enclose != NULL)
    status = worker->enclose(wants ? folder.path : NULL, included, serving == SERVE_OWN, &err);
  if (status != WB_OK)
    fprintf(selector != NULL ? stderr : stdout, "%s: %s\n", worker->name, err.message);
  else if (print == NULL && serving == SERVE_EACH)
    code = wb_server_run_forks(worker, selector, included, WB_WORKER_FD);
  else if (print == NULL)
    code = wb_server_run(worker, selector, WB_WORKER_FD, WB_STAGING_FD);
  else
    code = print(worker);
  wb_folder_forget(&folder);
  return code;
}

static int ask_drivers(const struct wb_worker *worker,
                       int (*print)(const struct wb_worker *worker)) {
  return worker->has_drivers ? work_enclosed(worker, NULL, NULL, SERVE, print) : print(worker);
}

static enum serving serving_of(const struct wb_worker *worker, const char *word) {
  if (strcmp(word, "--serve") == 0) return SERVE;
  if (strcmp(word, "--serve-own") == 0) return SERVE_OWN;
  return strcmp(word, "--serve-each") == 0 && worker->forked != NULL ? SERVE_EACH : SERVE_NONE;
}

int wb_worker_main(const struct wb_worker *worker, int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--list") == 0) return ask_drivers(worker, print_list);
  if (argc == 2 && strcmp(argv[1], "--version") == 0) return ask_drivers(worker, print_version);
  const enum serving serving = argc >= 3 ? serving_of(worker, argv[1]) : SERVE_NONE;
  if (serving != SERVE_NONE) return work_enclosed(worker, argv[2], argv + 3, serving, NULL);
  fprintf(stderr,
          "usage: %s --list | --version | --serve|--serve-own|--serve-each DEVICE [FOLDER]...\n"
          "This is a part of the workbench, which starts it itself; see `workbench devices`.\n",
          worker->name);
  return EXIT_USAGE;
}
