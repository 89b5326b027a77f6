/* How the executable workbench-judge is asked: its command line, descriptors and limits.
 *
 *   workbench-judge run --course DIR --puzzle SLUG --file F [--device D]
 *                       [--case N] [--until-step N] [--seed S | --hidden-seed S]
 *                       [--schedule SCHEDULE]
 *                       [--profile yes] [--trace yes] [--trace-launch K] [--subgroup N] [--launch
 * CHANGE]
 *                       [--extra-case LUA] [--author yes] [--every-case yes] [--time-limit MS]
 *                       [--mutant N] [--mutants yes] [--fingerprint yes]
 *                       [--hidden-counters yes]
 *                       [--step-limit N]
 *   workbench-judge describe --course DIR [--puzzle SLUG]
 *   workbench-judge data --course DIR --puzzle SLUG [--case N] [--seed S] [--first INDEX]
 *                        [--author yes] [--extra-case LUA]
 *   workbench-judge audit --course DIR --puzzle SLUG
 *   workbench-judge student-spec --course DIR --puzzle SLUG
 *   workbench-judge wait --course DIR [--device D] [--compiler no] [--strangers yes]
 *
 * `wait` opens the device and prepares it to compile, then takes an order from descriptor
 * WB_JUDGE_ORDER_FD and goes on as if it had been started with its arguments. It says nothing
 * before that. After the result it takes the next order, until the other end is closed, or ten
 * minutes have passed without one, or its device is of no more use: then it ends. Between orders
 * it keeps the device, its compiler, and the spec with the cases that it made of it, as long as
 * the files that these come from are as they were; what a spec prints while it is loaded or makes
 * a case comes with the first result alone. With --strangers each order is of another person's
 * text, and what is kept of device and compiler was forked for none of them before (device.h,
 * wb_device_renew).
 *
 * Events (event_json.h) go to descriptor WB_JUDGE_EVENT_FD. The exit
 * code is 0 when the last event was written, whatever it says. */
#ifndef WB_RESULT_JUDGE_PROTOCOL_H
#define WB_RESULT_JUDGE_PROTOCOL_H

#include "base/file.h"
#include "base/sha256.h"

enum {
  WB_JUDGE_EVENT_FD = 3,
  WB_JUDGE_ORDER_FD = 4,
  WB_JUDGE_WAIT_MS = 600000,   /* for an order */
  WB_JUDGE_CPU_SECONDS = 10,   /* of a run: spec, inputs, reference, comparison */
  WB_DESCRIBE_CPU_SECONDS = 2, /* of one spec's description */
  WB_JUDGE_MEMORY_MB = 4096    /* address space */
};

/* $WORKBENCH_SPEC_SECONDS, for references that need longer or tests that wait
 * less, else the above. */
unsigned wb_judge_cpu_seconds(void);
unsigned wb_describe_cpu_seconds(void);

/* ---- seeds of hidden cases ---- */

/* What the inputs of a puzzle's hidden cases follow from where a course keeps them secret: whoever
 * grades derives a key for the puzzle, and maybe for the person, from their secret
 * (grading/secret.h), and a judge derives the seed of each hidden case from that. Neither the
 * secret nor other puzzles' keys follow from a key, nor a key from seeds.
 *
 * A key goes to a judge with its order: never on a command line or in the environment, where every
 * process of the machine may read it. */
struct wb_seed_key {
  unsigned char bytes[WB_SHA256_BYTES];
};

/* The first 64 bits of HMAC-SHA256(key, name), the highest first. It is by a case's name, so that
 * cases that are added or moved leave the others' inputs as they are. */
uint64_t wb_seed_of_case(const struct wb_seed_key *key, const char *name);

/* ---- what a judge that waits is told ---- */

/* The command line that it would have had, and the kernel's text where that is no file. Only the
 * first order of a judge may leave the text to the file: it reads none any more afterwards. With a
 * key, hidden cases whose inputs may be others have the seeds that follow from it, in place of the
 * spec's; this is the only way in which a judge gets one. */
struct wb_judge_order {
  struct wb_names arguments;
  bool has_key;
  struct wb_seed_key key;
  bool has_source;
  struct wb_str source; /* any bytes */
};
void wb_judge_order_init(struct wb_judge_order *order);
void wb_judge_order_release(struct wb_judge_order *order);

enum {
  WB_ORDER_BYTES_MAX = 4 << 20, /* of all of it */
  WB_ORDER_SEND_MS = 2000
};

/* Blocks only for an order that is longer than what a socket holds, and whose judge does not
 * read: WB_ORDER_SEND_MS at most. */
enum wb_status wb_judge_order_send(int socket, const struct wb_judge_order *order,
                                   struct wb_error *err);

/* Fills an order that was initialised. WB_ERR_LIMIT when none came within `timeout_ms`,
 * WB_ERR_CRASH when the other end is closed. */
enum wb_status wb_judge_order_receive(int socket, int timeout_ms, struct wb_judge_order *order,
                                      struct wb_error *err);

#endif
