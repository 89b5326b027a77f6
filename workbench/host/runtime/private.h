/* What the files of host/runtime share. Nothing here is for others.
 *
 * Order. The program is one thread, each queue another; a *clock* says of each queue how many of
 * its commands are known to be done. The host has a clock (what it waited for), each queue has one
 * (what its next command is ordered after), and so has each command: its queue's and the host's
 * when it was enqueued, and itself. Command b is ordered after command a of queue q exactly if b's
 * clock has at least a's number for q; so is the host. (Vector clocks: Fidge, Mattern 1988.)
 * What the program did before it enqueued a command is always ordered before that command. */
#ifndef WB_HOST_PRIVATE_H
#define WB_HOST_PRIVATE_H

#include "base/str.h"
#include "runtime/host.h"
#include "runtime/spans.h"
#include "runtime/vector_clock.h"

enum {
  WB_HOST_MAX_BLOCKS = 16384, /* buffers at one time: each needs a mapping or two of a process */
  WB_HOST_MAX_FINDINGS = 256  /* distinct ones; more are counted */
};

struct wb_host_device {
  struct wb_device *device;
  struct wb_device_info info;
  char *wanted;    /* as a person names it */
  int instance;    /* of emulated devices: 0, 1 … */
  bool holds_back; /* the emulator: commands are carried out when somebody waits, and tell what
                      they touched */
  uint64_t next_id;
  struct wb_command_list {
    struct wb_host_command **items; /* sent, not done; by id */
    size_t head, count, capacity;
  } sent;
  bool dead;
  struct wb_error death;
};

struct wb_host_context {
  struct wb_host_context *next;
  struct wb_host *host;
  struct wb_host_device *device;
  const char *api;
  int id, number; /* of the api's devices; of the host's contexts, from 1 */
  bool explicit_flush;
  size_t uses;      /* the handle, blocks, functions, events, commands, other queues than its own */
  unsigned n_lanes; /* queues so far, those that are gone among them */
  struct wb_host_queue *queue;
};

struct wb_host_queue {
  struct wb_host_context *context;
  size_t uses;                          /* the handle (a context's own has none), and commands */
  unsigned number;                      /* of the host's queues: its place in clocks */
  unsigned lane;                        /* of its context's queues */
  struct wb_host_place made;            /* where, of those that are not a context's own */
  uint64_t n_commands;                  /* enqueued so far, with those before it in its place */
  unsigned relaying;                    /* commands on their way between two devices */
  uint64_t flushed;                     /* that may be sent, where flushing is explicit */
  struct wb_host_command *first, *last; /* not done yet, in order */
  struct wb_host_command *unsent;       /* the first of those that were not sent */
  struct wb_host_command *unwanted;     /* the first of those that nobody waits for */
  struct wb_vector_clock clock;
  struct wb_host_command **waits; /* of other queues, that the next command waits for; references */
  size_t n_waits, waits_capacity;
  bool news;                   /* something was enqueued or made since the program last waited */
  struct wb_host_place waited; /* where it did */
};

/* Memory of one side. A handle (struct wb_host_buffer) sees all or part of it. */
struct wb_host_block {
  struct wb_host_block *next, **link; /* of the host's blocks */
  struct wb_host *host;
  struct wb_host_context *context;
  enum wb_host_side side;
  enum wb_buffer_access access;
  uint64_t bytes;
  uint64_t serial;              /* of the host's blocks, from 1 */
  size_t references;            /* handles and commands */
  struct wb_host_buffer *whole; /* its first handle; NULL: dropped */
  char name[WB_FINDING_NAME_MAX];
  wb_handle handle;      /* on the device */
  unsigned char *memory; /* the host's: mapped, shared with workers */
  uint64_t offset;       /* in the shared memory */
  bool released, launched_on, leaves_quietly;
  uint64_t version; /* how often its content changed */
  /* The last copy into it: where from, and what both sides were then. */
  struct wb_last_copy {
    uint64_t from; /* serial of the block; 0: none */
    uint64_t from_start, to_start, length, from_version, to_version;
    struct wb_host_place place;
  } last_copy;
  /* The last launch that wrote it, where it left elements as they were that it seems to be for. */
  struct wb_short_launch {
    struct wb_host_place place; /* line 0: none */
    uint64_t start, end;        /* the bytes that it left */
    uint64_t items, wanted;
  } cut;
  struct wb_host_place made, released_at;
  struct wb_host_buffer *mapping; /* of a device's, while it is mapped */
  struct wb_host_place mapped_at;
  struct wb_spans spans; /* who wrote which bytes last */
  struct wb_uses {
    struct wb_use *items;
    size_t count, capacity;
  } uses; /* by commands that the host did not wait for yet */
};

/* A range of a block that a command uses. */
struct wb_use {
  uint64_t start, end;
  uint64_t number; /* the command's in its queue */
  unsigned queue;
  uint64_t serial; /* of the host's commands */
  bool writes;
  struct wb_host_place place;
};

struct wb_host_buffer {
  struct wb_host_buffer *next, **link; /* of the host's handles */
  struct wb_host_block *block;
  struct wb_host_buffer *mapping_of; /* a mapping: of which device's buffer */
  struct wb_host_queue *mapping_queue;
  bool mapping_read_only;
  uint64_t offset, count, bytes;
  struct wb_dtype type;
  size_t element_bytes;
  bool is_part, released;
  size_t n_mappings; /* handles that are mappings of it */
  struct wb_host_place made, released_at;
};

/* What a launch consists of: kept for the next one, as launches are many. */
struct wb_launch_room {
  struct wb_launch_room *next;
  struct wb_end *ends; /* its buffers, by argument; so are the others */
  uint64_t *counts;    /* elements that the program sees there */
  struct wb_arg *args;
  size_t capacity;
  struct wb_launch launch;
};

enum wb_command_state { WB_COMMAND_HELD, WB_COMMAND_SENT, WB_COMMAND_DONE };

/* How the elements of a buffer lie: `used` of `bytes` are a value, the rest is padding. Of a struct
 * only the kernel knows where its padding is. bytes is 0 where nothing is known. */
struct wb_elements {
  size_t bytes, used;
  bool is_struct;
};

/* A buffer's range in a command. */
struct wb_end {
  struct wb_host_block *block; /* a reference; NULL: none */
  uint64_t offset;
  size_t element_bytes;        /* as the program sees it; 0: unknown */
  struct wb_elements elements; /* likewise; of copies alone */
};

struct wb_host_command {
  struct wb_host_command *next; /* in its queue */
  struct wb_host_queue *queue;
  size_t references;
  uint64_t number;       /* in its queue, from 1 */
  uint64_t serial;       /* of the host's, from 1 */
  uint64_t id;           /* on its device, once sent */
  uint64_t from_version; /* of a host's block that it copies from, when it was enqueued */
  enum wb_command_state state;
  enum wb_command_kind kind;
  bool wanted;  /* somebody waits for it, or its device holds nothing back */
  bool relayed; /* between two devices: has reached the host's memory */
  bool unseen;  /* of a mapping: what nobody wrote stays so, and is no mistake yet */
  struct wb_host_place place;
  struct wb_host_command **waits; /* references */
  size_t n_waits;
  struct wb_end from, to;
  uint64_t length;
  unsigned char *pattern; /* of a fill */
  size_t pattern_length;
  struct wb_end relay;         /* host memory on the way between two devices */
  struct wb_launch_room *room; /* of a launch, which the next three are in */
  struct wb_launch *launch;
  struct wb_end *ends;
  uint64_t *counts;
  uint32_t launch_number; /* of those that the program asked for, from 1 */
  struct wb_host_function *function;
  struct wb_host_times times;
  uint64_t entry; /* of the timeline; 0: none */
  struct wb_vector_clock clock;
};

struct wb_host_program {
  struct wb_host_program *next;
  struct wb_host_device *device;
  char *source, *options, *file;
  bool is_file; /* the source is that of the file, not the program's own */
  wb_handle handle;
  char *kernels;
  size_t references; /* functions that are in it */
};

/* What a launch is given for a parameter. */
struct wb_bound_arg {
  struct wb_host_arg arg; /* its `buffer` may be gone */
  struct wb_end end;      /* of a buffer */
  uint64_t bytes, count;
  struct wb_dtype type; /* of the buffer's elements */
  size_t element_bytes;
};

/* One that was set for launches to come. */
struct wb_set_argument {
  bool present;
  struct wb_bound_arg bound; /* with a reference */
  uint64_t after;            /* so many launches */
  struct wb_host_place place;
};

struct wb_host_function {
  struct wb_host_function *next, **link;
  struct wb_host_context *context;
  struct wb_host_program *program;
  char *name;
  struct wb_kernel_info info;
  size_t references;           /* the handle and commands */
  struct wb_set_argument *set; /* info.n_params of them; NULL: none yet */
  uint64_t n_launches;
  struct wb_host_place launched; /* last */
};

struct wb_host_event {
  struct wb_host_event *next, **link;
  struct wb_host_context *context;
  struct wb_host_command *mark; /* a reference; NULL: nothing was recorded */
  struct wb_vector_clock clock;
  struct wb_host_place made, recorded;
  struct wb_host_place waited_unrecorded; /* where a queue waited in vain; line 0: nowhere */
  unsigned waiting;                       /* that queue's number, */
  uint64_t waiting_after;                 /* and after how many commands */
  unsigned asked; /* how often it was asked whether it is done, and was not */
};

enum { WB_SPARE_MEMORIES = 8 };

struct wb_host {
  struct wb_host_options options;
  char *device_option;
  char **files; /* interned names */
  size_t n_files, files_capacity;
  int memory_fd;
  uint64_t memory_end; /* of the shared memory */
  struct wb_holes {
    struct {
      uint64_t offset, length;
    } * items;
    size_t count, capacity;
  } holes; /* free parts of it */
  struct wb_spare_memory {
    unsigned char *memory; /* mapped; NULL: none */
    uint64_t offset, length;
  } spares[WB_SPARE_MEMORIES]; /* parts that were released, for buffers of the same size to come */
  size_t next_spare;           /* whose place is taken next */
  struct wb_host_device *devices[8];
  size_t n_devices;
  struct wb_device_info *infos; /* of all devices that there are; asked for once */
  size_t n_infos, n_emulated;
  bool listed;
  struct wb_host_context *contexts;
  size_t n_contexts;
  struct wb_host_queue *queues[WB_HOST_MAX_QUEUES];
  unsigned n_queues;
  struct wb_vector_clock clock;
  struct wb_host_block *blocks;
  uint64_t n_blocks;    /* made so far */
  uint64_t live_blocks; /* that have memory now */
  uint64_t room_taken;  /* bytes of handles, events, kernels and their texts */
  struct wb_host_buffer *buffers;
  struct wb_host_program *programs; /* the one that was asked for last comes first */
  struct wb_host_function *functions;
  struct wb_host_event *events;
  uint64_t n_pending, n_commands;
  struct wb_host_command *spare_commands; /* that were dropped, for those to come */
  struct wb_launch_room *spare_rooms;
  uint64_t random; /* state */
  struct wb_finding *findings;
  size_t n_findings, findings_capacity;
  struct wb_host_counts counts;
  struct wb_array_count *arrays; /* wb_host_arrays */
  size_t n_arrays;
  enum wb_outcome_kind ended_by; /* wb_host_ended_by */
  uint64_t spent_ns;             /* wb_host_spent_ns */
  enum wb_status failure;        /* of a command, not told yet */
  struct wb_error failure_error;
  struct wb_timeline *timeline; /* NULL: not wanted */
  unsigned char *trace;         /* of options.traced_launch, once it has run */
  size_t trace_length;
  const struct wb_host_program *traced; /* of its kernel */
  struct wb_kept_content *kept;         /* of buffers that are gone, with options.keeps_origins */
  struct wb_str printed;                /* by kernels, to be given out by the next wait */
  uint64_t start_ns;
};

/* ---- host.c: places, findings ------------------------------------------------------------- */

struct wb_host_place wb_host_here(struct wb_host *host);
/* The same text, which lives as long as the host. */
const char *wb_host_intern(struct wb_host *host, const char *text);

/* A finding being made. */
struct wb_host_fault {
  enum wb_finding_kind kind;
  enum wb_severity severity;
  /* Where the program is, if `place` is not set: asking costs more than most checks. */
  struct wb_host_place place, other;
  const struct wb_host_block *block; /* names its array; may be NULL */
  enum wb_access access;
  enum wb_launch_reason reason;
  bool has_index;
  int64_t index;
};
/* Adds it, or counts it where it is known. Does nothing where the host is unchecked, unless it is
 * an error that makes the call fail. The message names no line. */
void wb_host_report(struct wb_host *host, const struct wb_host_fault *fault, const char *format,
                    ...) __attribute__((format(printf, 3, 4)));
/* The same, for a call that cannot be carried out: WB_ERR_USAGE, "KIND: message". */
enum wb_status wb_host_refuse(struct wb_host *host, const struct wb_host_fault *fault,
                              struct wb_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* What the program calls it: "dev", or "the buffer of line 7". Lives as long as the block. */
const char *wb_host_block_name(const struct wb_host_block *block);
/* One element of it: "host[2]", or "element 2 of the host buffer of line 7". Returns `words`. */
enum { WB_ELEMENT_WORDS_MAX = WB_FINDING_NAME_MAX + 40 };
const char *wb_host_element_words(const struct wb_host_block *block, uint64_t index,
                                  char words[WB_ELEMENT_WORDS_MAX]);
/* A kernel's finding, launched at `place`. */
void wb_host_add_finding(struct wb_host *host, const struct wb_finding *finding,
                         struct wb_host_place place);
uint64_t wb_host_random(struct wb_host *host, uint64_t below);
/* Counts what a launch or a compilation takes of what all of the program may take together
 * (options.whole_ms). WB_ERR_LIMIT where that is more: it has come to its end, but is the last. */
enum wb_status wb_host_spend(struct wb_host *host, uint64_t ns, struct wb_error *err);
/* Room for what the program makes beside the contents of buffers: as much as these may have.
 * WB_ERR_LIMIT where there is none. */
enum wb_status wb_host_take_room(struct wb_host *host, uint64_t bytes, struct wb_error *err);
void wb_host_give_room(struct wb_host *host, uint64_t bytes);

/* ---- memory.c ----------------------------------------------------------------------------- */

enum wb_status wb_block_new(struct wb_host_context *context, enum wb_host_side side,
                            enum wb_buffer_access access, struct wb_dtype type, uint64_t bytes,
                            struct wb_host_block **block, struct wb_error *err);
struct wb_host_block *wb_block_hold(struct wb_host_block *block); /* one reference more */
void wb_block_drop(struct wb_host_block *block);                  /* one less */
void wb_block_leave(struct wb_host_block *block);                 /* of the host's list, too */
void wb_host_free_memory(struct wb_host *host);
/* Of a host that has none yet: so many bytes of its shared memory are there, and free. */
void wb_host_add_free_memory(struct wb_host *host, uint64_t bytes);
/* A handle that cannot be used any more, or whose memory is mapped: WB_ERR_USAGE with its
 * finding. */
enum wb_status wb_buffer_commandable(struct wb_host_buffer *buffer, const char *doing,
                                     struct wb_error *err);

struct wb_elements wb_buffer_elements(const struct wb_host_buffer *buffer);
/* Whether something that is no padding was never written in [start, end) of a block whose elements
 * begin at `origin`; *gap is its first byte. */
bool wb_block_gap(struct wb_host_block *block, const struct wb_elements *elements, uint64_t origin,
                  uint64_t start, uint64_t end, uint64_t *gap);

/* ---- uses.c: who uses what at the same time ------------------------------------------------- */

/* Adds uses of a command, sorted ranges that do not overlap, and tells races with those of other
 * queues. */
void wb_uses_add(struct wb_host_block *block, const struct wb_host_command *command,
                 const struct wb_range *ranges, size_t count, bool writes);
/* Tells where the program's own access races with a command's. Whether it does. */
bool wb_uses_check_host(struct wb_host_block *block, uint64_t start, uint64_t end, bool writes,
                        const struct wb_host_buffer *buffer, uint64_t element);
/* Whether a command that the host did not wait for uses it; which. */
bool wb_uses_open(const struct wb_host_block *block, struct wb_use *use);
/* What all commands to come, and those that wait, are ordered after. */
struct wb_vector_clock wb_host_ordered_after(const struct wb_host *host);
/* Forgets what everything later is ordered after. */
void wb_uses_prune(struct wb_host *host);

/* ---- command.c: making them ----------------------------------------------------------------- */

enum wb_status wb_command_new(struct wb_host_queue *queue, enum wb_command_kind kind,
                              struct wb_host_command **command, struct wb_error *err);
/* Puts it at its queue's end, and sends what can be sent. */
enum wb_status wb_command_enqueue(struct wb_host_command *command, struct wb_error *err);
/* Of memory that is used next, and long out of the cache: 10,000 commands that wait do not fit
 * there. NULL is fine. */
void wb_fetch_ahead(const void *memory, size_t bytes);
/* Gives a command of a launch its room, for so many arguments; what is in it is an earlier
 * launch's. */
void wb_command_take_room(struct wb_host_command *command, size_t n_args);
void wb_host_free_spares(struct wb_host *host);
/* It was carried out: lets go of all that it needed for that. */
void wb_command_done(struct wb_host_command *command);
enum wb_status wb_host_copy_unseen(struct wb_host_queue *queue, struct wb_host_buffer *to,
                                   struct wb_host_buffer *from, struct wb_error *err);
struct wb_host_command *wb_command_hold(struct wb_host_command *command);
void wb_command_drop(struct wb_host_command *command);

/* ---- progress.c: carrying them out ---------------------------------------------------------- */

/* Sends what may be sent now. */
enum wb_status wb_host_advance(struct wb_host *host, struct wb_error *err);
/* Until the command is done, with all that it is ordered after. */
enum wb_status wb_host_complete(struct wb_host_command *command, struct wb_error *err);
/* All that was enqueued so far, without the program having waited for it. */
enum wb_status wb_host_complete_all(struct wb_host *host, struct wb_error *err);
/* Until no command that was not done uses these bytes of a host's block. */
enum wb_status wb_host_settle(struct wb_host_block *block, uint64_t start, uint64_t end,
                              struct wb_error *err);
/* Whether it is a copy between two devices, which goes through the host's memory in two steps. */
bool wb_command_is_relayed(const struct wb_host_command *command);
/* Takes what has ended, without waiting. */
enum wb_status wb_host_poll(struct wb_host *host, struct wb_error *err);
/* What a device could not do, for the next wait to say: for commands and for what the program does
 * not wait for, made at `place`. The first one stays. */
void wb_host_keep_failure(struct wb_host *host, struct wb_host_place place,
                          const struct wb_error *why);
/* After a wait: what was printed goes out; the failure of a command comes out. */
enum wb_status wb_host_after_wait(struct wb_host *host, struct wb_error *err);

/* Waits for the queue; the program did not ask for it by name, but for so many bytes. */
enum wb_status wb_host_synchronize_quietly(struct wb_host_queue *queue, uint64_t bytes,
                                           struct wb_error *err);

/* ---- context.c, function.c, event.c: the end ------------------------------------------------- */

/* Something that names the context is made, or gone. One that nothing names goes when its queue's
 * number is needed for another. */
struct wb_host_context *wb_context_hold(struct wb_host_context *context);
void wb_context_let_go(struct wb_host_context *context);
void wb_host_free_queues(struct wb_host *host);   /* after events */
void wb_host_free_contexts(struct wb_host *host); /* after all that is of one */
void wb_host_free_functions(struct wb_host *host);
void wb_host_free_events(struct wb_host *host);
void wb_function_drop_reference(struct wb_host_function *function);

/* ---- origins.c: what bytes were made by ------------------------------------------------------ */

struct wb_host_origin wb_origin_of_launch(const struct wb_host_command *command);
struct wb_host_origin wb_origin_of_fill(const struct wb_host_command *command, bool zeros);
struct wb_host_origin wb_origin_of_host(struct wb_host *host); /* what the program writes now */
/* The target of a copy that is done. */
void wb_origins_copy(const struct wb_host_command *command);
/* What a copy brings to a device, when it is enqueued. */
void wb_origins_check_given(const struct wb_host_command *command);
/* What a host's block holds that is about to go. */
void wb_origins_keep(struct wb_host_block *block);
void wb_origins_free(struct wb_host *host);

/* ---- effects.c: what a command that is done did --------------------------------------------- */

void wb_effects_of(struct wb_host_command *command, const struct wb_device_completion *completion);
/* What is known of host memory when a command is enqueued. */
void wb_effects_ahead(struct wb_host_command *command);

/* ---- lanes.c: the timeline ------------------------------------------------------------------ */

void wb_lanes_command(struct wb_host_command *command);
void wb_lanes_done(struct wb_host_command *command, bool failed);
void wb_lanes_found(const struct wb_host_command *command, size_t findings);
/* The program stood still since then: counts it, too. `bytes` of a buffer that is mapped; else 0.
 */
enum wb_host_wait { WB_TIMELINE_WAITS, WB_TIMELINE_WAITS_EVENT, WB_TIMELINE_WAITS_MAP };
void wb_lanes_wait(struct wb_host *host, const struct wb_host_context *context,
                   enum wb_host_wait wait, uint64_t bytes, struct wb_host_place place,
                   uint64_t start_ns);

#endif
