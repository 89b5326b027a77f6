/* The test program as its own worker: `PROGRAM --serve SELECTOR` opens a fake
 * device, and the selector says what goes wrong with it.
 *
 *   ok                  nothing
 *   refuse              the device is missing
 *   fake:any            the worker's choice of its list
 *   mute                never greets
 *   noise               prints without end before it serves
 *   fault:KIND:STEP     a fault of the fake device, for real
 *   checks:KIND:STEP    the same of one that checks
 *   mangle:KIND:REPLY   a reply is changed on its way, or does not come: "close"
 *                       closes the socket and lives on, "exit" ends by itself,
 *                       "noise" sends bytes without end, "late" comes after
 *                       LATE_MS, and so does "starved", of a worker that goes on
 *                       computing now and then
 *   garble:SEED         replies are damaged at random */
#ifndef WB_TESTS_FAKE_WORKER_H
#define WB_TESTS_FAKE_WORKER_H

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "device/fake.h"
#include "device/protocol.h"
#include "device/remote.h"
#include "device/server.h"
#include "device/worker.h"
#include "fuzz/damage.h"

/* ---- kernels: out[i] = a[i] + 10, right and wrong ------------------------------- */

static inline float *fake_floats(void *arg) { return arg; }

static void kernel_right(const uint64_t id[3], void *const *args) {
  if (id[0] < *(const uint32_t *)args[2])
    fake_floats(args[0])[id[0]] = fake_floats(args[1])[id[0]] + 10;
}
static void kernel_wrong(const uint64_t id[3], void *const *args) {
  if (id[0] < *(const uint32_t *)args[2])
    fake_floats(args[0])[id[0]] = fake_floats(args[1])[id[0]] + (id[0] == 2 ? 11 : 10);
}
static void kernel_lazy(const uint64_t id[3], void *const *args) {
  if (id[0] != 3) kernel_right(id, args);
}
static void kernel_stray(const uint64_t id[3], void *const *args) {
  kernel_right(id, args);
  fake_floats(args[0])[*(const uint32_t *)args[2]] = 1;
}
static void kernel_before(const uint64_t id[3], void *const *args) {
  kernel_right(id, args);
  if (id[0] == 0) memset((char *)args[0] - 1, 0, 1);
}
static void kernel_greedy(const uint64_t id[3], void *const *args) {
  kernel_right(id, args);
  if (id[0] == 1) fake_floats(args[1])[1] = 7;
}

/* Near enough in one place, and wrong in two, each in another quarter of 200,000 elements. */
static void kernel_far(const uint64_t id[3], void *const *args) {
  kernel_right(id, args);
  if (id[0] == 70000) fake_floats(args[0])[id[0]] += 0.0078125F;
  if (id[0] == 120000 || id[0] == 199999) fake_floats(args[0])[id[0]] += 1;
}

/* data[i] += scalar, as programs of tests/specs/host and the examples in C launch it. */
static void kernel_scalar_add(const uint64_t id[3], void *const *args) {
  if (id[0] < *(const uint32_t *)args[1]) fake_floats(args[0])[id[0]] += *(const float *)args[2];
}

#define FAKE_PARAMS                                                                              \
  .n_params = 3,                                                                                 \
  .params = {{.name = "out", .type_name = "float*", .memory = WB_MEMORY_GLOBAL},                 \
             {.name = "a", .type_name = "float*", .memory = WB_MEMORY_GLOBAL, .is_const = true}, \
             {.name = "n", .type_name = "uint", .memory = WB_MEMORY_PRIVATE, .bytes = 4}}

static const struct wb_kernel_info fake_info_of_all = {FAKE_PARAMS};
static const struct wb_kernel_info fake_info_of_sized = {FAKE_PARAMS,
                                                         .required_group_size = {1, 2, 3}};

static const struct wb_kernel_info fake_info_of_scalar_add = {
    .n_params = 3,
    .params = {{.name = "data", .type_name = "float*", .memory = WB_MEMORY_GLOBAL},
               {.name = "size", .type_name = "uint", .memory = WB_MEMORY_PRIVATE, .bytes = 4},
               {.name = "scalar", .type_name = "float", .memory = WB_MEMORY_PRIVATE, .bytes = 4}}};

static const struct wb_fake_entry fake_kernels[] = {
    {"right", kernel_right, &fake_info_of_all},
    {"wrong", kernel_wrong, &fake_info_of_all},
    {"lazy", kernel_lazy, &fake_info_of_all},
    {"stray", kernel_stray, &fake_info_of_all},
    {"before", kernel_before, &fake_info_of_all},
    {"greedy", kernel_greedy, &fake_info_of_all},
    {"sized", kernel_right, &fake_info_of_sized},
    {"far", kernel_far, &fake_info_of_all},
    {"scalar_add", kernel_scalar_add, &fake_info_of_scalar_add},
};
enum { N_FAKE_KERNELS = sizeof fake_kernels / sizeof fake_kernels[0] };

static const char *const fault_names[] = {"none", "nomem",   "io",     "crash",
                                          "hang", "corrupt", "finding"};

/* LATE_MS is more than a launch may go beyond its limits, and less than a call may take. */
enum { NEVER_MS = 100, PATIENT_MS = 300, LATE_MS = 3500, CALL_MS = 5000 };

/* ---- the worker ----------------------------------------------------------------- */

static inline enum wb_status fake_worker_open(const char *selector, struct wb_device **device,
                                              struct wb_error *err) {
  struct wb_fake_options options = {
      .kernels = fake_kernels, .n_kernels = N_FAKE_KERNELS, .real_faults = true};
  char kind[32];
  if (strcmp(selector, "refuse") == 0)
    return wb_fail(err, WB_ERR_MISSING, "there is no such device; install one");
  options.checks = sscanf(selector, "checks:%31[a-z]:%u", kind, &options.fault_step) == 2;
  if (options.checks || sscanf(selector, "fault:%31[a-z]:%u", kind, &options.fault_step) == 2)
    for (int i = 0; i <= WB_FAKE_FINDING; i++)
      if (strcmp(kind, fault_names[i]) == 0) options.fault = (enum wb_fake_fault)i;
  return wb_fake_open(&options, device, err);
}

/* A CPU, then a GPU that refuses: to see which is chosen. */
static inline size_t fake_worker_list(struct wb_device_info *infos, size_t max) {
  memset(infos, 0, 2 * sizeof *infos);
  snprintf(infos[0].selector, sizeof infos[0].selector, "ok");
  snprintf(infos[1].selector, sizeof infos[1].selector, "refuse");
  infos[1].gpu = true;
  return max < 2 ? max : 2;
}

static const struct wb_worker fake_worker = {
    .name = "fake-worker", .open = fake_worker_open, .list = fake_worker_list};

/* Sends a reply on, damaged by chance. False when nothing more is to be sent. */
static inline bool send_garbled(unsigned seed, unsigned seen, struct wb_record_header header,
                                const char *content) {
  struct chance chance;
  struct wb_str bytes;
  chance_begin(&chance, seed * 64ULL + seen);
  wb_str_init(&bytes);
  wb_str_add_bytes(&bytes, content, header.length);
  if (chance_one_in(&chance, 2)) damage(&chance, &bytes);
  header.length = (uint32_t)bytes.length;
  if (chance_one_in(&chance, 16)) header.length = (uint32_t)damage_number(&chance);
  const bool whole = header.length <= bytes.length;
  wb_write_exact(WB_WORKER_FD, &header, sizeof header, -1, NULL);
  wb_write_exact(WB_WORKER_FD, bytes.data, bytes.length, -1, NULL);
  wb_str_release(&bytes);
  return whole;
}

/* Sends a reply on, changed. False when nothing more is to be sent. */
static inline bool send_mangled(const char *kind, struct wb_record_header header, char *content) {
  uint32_t length = header.length;
  if (strcmp(kind, "exit") == 0) _exit(3);
  if (strcmp(kind, "close") == 0) {
    close(WB_WORKER_FD);
    for (;;) pause();
  }
  if (strcmp(kind, "late") == 0 || strcmp(kind, "starved") == 0) usleep(LATE_MS * 1000);
  if (strcmp(kind, "noise") == 0)
    for (unsigned i = 1; wb_write_exact(WB_WORKER_FD, &i, sizeof i, -1, NULL) == WB_OK;)
      i = i * 1664525 + 1013904223;
  if (strcmp(kind, "huge") == 0) header.length = UINT32_MAX;
  if (strcmp(kind, "sequence") == 0) header.sequence++;
  if (strcmp(kind, "operation") == 0) header.operation++;
  if (strcmp(kind, "trail") == 0) header.length += 4;
  if (strcmp(kind, "empty") == 0) header.length = length = 0;
  if (strcmp(kind, "status") == 0) memset(content, 0xFF, 4);
  if (strcmp(kind, "flip") == 0) content[length - 1] ^= 0x40;
  wb_write_exact(WB_WORKER_FD, &header, sizeof header, -1, NULL);
  if (strcmp(kind, "short") == 0) length /= 2;
  wb_write_exact(WB_WORKER_FD, content, length, -1, NULL);
  if (strcmp(kind, "trail") == 0) wb_write_exact(WB_WORKER_FD, "????", 4, -1, NULL);
  return strcmp(kind, "short") != 0;
}

static inline bool pass_replies(const char *kind, unsigned nth, unsigned *seen, int from) {
  struct wb_record_header header;
  bool going = wb_read_exact(from, &header, sizeof header, -1, NULL) == WB_OK;
  char *content = going ? malloc(header.length + 1) : NULL;
  going = going && wb_read_exact(from, content, header.length, -1, NULL) == WB_OK;
  if (going && kind == NULL) {
    going = send_garbled(nth, ++*seen, header, content);
  } else if (going && ++*seen == nth) {
    going = send_mangled(kind, header, content);
  } else if (going) {
    wb_write_exact(WB_WORKER_FD, &header, sizeof header, -1, NULL);
    wb_write_exact(WB_WORKER_FD, content, header.length, -1, NULL);
  }
  free(content);
  return going;
}

/* As a process computes that others keep from the processors: some 2 of 100 milliseconds. */
static inline void *compute_seldom(void *nothing) {
  for (;;) {
    const uint64_t start = wb_clock_ns();
    while (wb_elapsed_ms(start) < 2) continue;
    usleep(98000);
  }
  return nothing;
}

/* Between the client and a proper server. No kind: garbled by the seed `nth`. */
static inline int serve_mangled(const char *kind, unsigned nth) {
  int inner[2];
  unsigned seen = 0;
  bool going = socketpair(AF_UNIX, SOCK_STREAM, 0, inner) == 0;
  pid_t child = fork();
  if (child == 0) {
    close(inner[0]);
    close(WB_WORKER_FD);
    pthread_t thread;
    if (kind != NULL && strcmp(kind, "starved") == 0)
      pthread_create(&thread, NULL, compute_seldom, NULL);
    _exit(wb_server_run(&fake_worker, "ok", inner[1], WB_STAGING_FD));
  }
  close(inner[1]);
  going = going && pass_replies(kind, nth, &seen, inner[0]); /* hello */
  while (going) {
    struct wb_record_header header;
    char *content;
    if (wb_read_exact(WB_WORKER_FD, &header, sizeof header, -1, NULL) != WB_OK) break;
    content = malloc(header.length + 1);
    if (wb_read_exact(WB_WORKER_FD, content, header.length, -1, NULL) == WB_OK) {
      wb_write_exact(inner[0], &header, sizeof header, -1, NULL);
      wb_write_exact(inner[0], content, header.length, -1, NULL);
    }
    free(content);
    if (header.operation != WB_OP_LAUNCH && header.role == WB_RECORD_REQUEST)
      going = pass_replies(kind, nth, &seen, inner[0]);
  }
  close(inner[0]);
  waitpid(child, NULL, 0);
  return 0;
}

/* Call first in main; does not return in a worker. */
static inline void fake_worker_main(int argc, char **argv) {
  char kind[32];
  unsigned nth;
  if (argc != 3 || strcmp(argv[1], "--serve") != 0) return;
  if (strcmp(argv[2], "mute") == 0)
    for (;;) pause();
  if (strcmp(argv[2], "noise") == 0)
    for (int i = 0; i < 100000; i++) printf("\033[31mnoise %d\007\n", i);
  fflush(stdout);
  if (sscanf(argv[2], "mangle:%31[a-z]:%u", kind, &nth) == 2) exit(serve_mangled(kind, nth));
  if (sscanf(argv[2], "garble:%u", &nth) == 1) exit(serve_mangled(NULL, nth));
  exit(wb_worker_main(&fake_worker, argc, argv));
}

/* `how` has what is not usual. */
static inline enum wb_status open_as(struct wb_remote_options how, const char *selector,
                                     int cancel_fd, struct wb_device **device,
                                     struct wb_error *err) {
  char self[4096];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  self[length > 0 ? length : 0] = '\0';
  struct wb_remote_options options = {.worker = self,
                                      .selector = selector,
                                      .start_limit_ms = TAP_HANG_MS,
                                      .call_limit_ms = CALL_MS,
                                      .cancel_fd = cancel_fd,
                                      .posts = how.posts,
                                      .deferred = how.deferred,
                                      .keeps_limits = how.keeps_limits};
  /* The limits are for what never answers. What does must be able to beside other processes: a
   * worker that is to hang later starts and answers like any other. */
  if (strcmp(selector, "mute") == 0) options.start_limit_ms = NEVER_MS;
  if (strstr(selector, "hang") != NULL) options.call_limit_ms = PATIENT_MS;
  return wb_remote_open(&options, device, err);
}

static inline enum wb_status open_fake_worker(const char *selector, int cancel_fd,
                                              struct wb_device **device, struct wb_error *err) {
  return open_as((struct wb_remote_options){0}, selector, cancel_fd, device, err);
}

/* ---- what must not be left behind -------------------------------------------------- */

static inline int open_descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  int count = 0;
  while (folder != NULL && readdir(folder) != NULL) count++;
  if (folder != NULL) closedir(folder);
  return count;
}

static inline bool no_children(void) { return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD; }

#endif
