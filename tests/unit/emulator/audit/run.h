/* Builds a generated program on the emulator, runs its kernels one after
 * another with one work-item each, and compares their slots. */
#ifndef WB_TESTS_EMULATOR_AUDIT_RUN_H
#define WB_TESTS_EMULATOR_AUDIT_RUN_H

#include <inttypes.h>
#include <stdio.h>

#include "unit/emulator/audit/source.h"
#include "emulator/emulator.h"
#include "tap.h"
#include "tensor/tensor.h"

enum {
  AUDIT_INPUTS = 24,
  AUDIT_ROOM_BYTES = 128,
  AUDIT_TYPES = sizeof audit_types / sizeof audit_types[0],
  AUDIT_ARGS = 2 + AUDIT_TYPES
};

static const double audit_reals[AUDIT_INPUTS] = {0.5,  1,    -1,   2.25, -0.75, 0,    100, 3.5,
                                                 1e-3, 7,    -2.5, 0.1,  100,   -31,  1e4, 0.9999,
                                                 2,    -0.1, 8,    0.25, 1.5,   -4.5, 17,  0.3};
static const int64_t audit_integers[AUDIT_INPUTS] = {
    1,  2,   -1,   3,  INT32_MAX, 0,  5,  INT64_MIN, INT64_MAX, 7,  -8, INT32_MIN,
    64, 100, -128, 31, 255,       11, -3, 13,        32767,     17, 4,  -200};

/* A device, and the arguments that all kernels get. */
struct audit_rig {
  struct wb_device *device;
  struct wb_arg args[AUDIT_ARGS];
  size_t out_bytes;
};

static inline enum wb_scalar audit_scalar(char letter) {
  static const char LETTERS[] = "cCsSiIlLhfd";
  static const enum wb_scalar SCALARS[] = {WB_CHAR, WB_UCHAR, WB_SHORT, WB_USHORT,
                                           WB_INT,  WB_UINT,  WB_LONG,  WB_ULONG,
                                           WB_HALF, WB_FLOAT, WB_DOUBLE};
  return SCALARS[strchr(LETTERS, letter) - LETTERS];
}

static inline wb_handle audit_buffer(struct audit_rig *rig, const char *name, struct wb_dtype type,
                                     size_t bytes, const void *content) {
  wb_handle buffer = 0;
  struct wb_buffer_desc desc = {name, type, bytes,
                                content != NULL ? WB_BUFFER_READ_ONLY : WB_BUFFER_READ_WRITE};
  CHECK(wb_buffer_create(rig->device, &desc, &buffer, NULL) == WB_OK);
  if (content != NULL)
    CHECK(wb_buffer_write(rig->device, buffer, 0, content, bytes, NULL) == WB_OK);
  return buffer;
}

static inline wb_handle audit_input(struct audit_rig *rig, const struct audit_type *type) {
  struct wb_tensor tensor;
  const struct wb_shape shape = {.rank = 1, .size = {AUDIT_INPUTS}};
  const struct wb_dtype dtype = {audit_scalar(type->letter), 1};
  CHECK(wb_tensor_init(&tensor, dtype, &shape, NULL) == WB_OK);
  for (size_t k = 0; k < AUDIT_INPUTS; k++) {
    if (audit_is_real(type->letter))
      wb_tensor_set(&tensor, k, 0, audit_reals[k]);
    else
      wb_tensor_set_int(&tensor, k, 0, audit_integers[k]);
  }
  wb_handle buffer = audit_buffer(rig, type->name, dtype, wb_tensor_bytes(&tensor), tensor.data);
  wb_tensor_release(&tensor);
  return buffer;
}

static inline void audit_set_arg(struct audit_rig *rig, size_t index, const char *name,
                                 struct wb_dtype type, wb_handle buffer) {
  rig->args[index] = (struct wb_arg){.kind = WB_ARG_BUFFER, .name = name, .type = type};
  rig->args[index].value.buffer = buffer;
}

static inline void audit_rig_init(struct audit_rig *rig, size_t slots) {
  const struct wb_dtype byte = {WB_UCHAR, 1};
  struct wb_error err = {0};
  *rig = (struct audit_rig){.out_bytes = slots * AUDIT_SLOT_BYTES};
  if (wb_emulator_open("emulator", &rig->device, &err) != WB_OK) {
    printf("Bail out! %s\n", err.message);
    exit(1);
  }
  audit_set_arg(rig, 0, "out", byte, audit_buffer(rig, "out", byte, rig->out_bytes, NULL));
  audit_set_arg(rig, 1, "global_room", byte,
                audit_buffer(rig, "global_room", byte, AUDIT_ROOM_BYTES, NULL));
  for (size_t i = 0; i < AUDIT_TYPES; i++)
    audit_set_arg(rig, 2 + i, audit_types[i].name,
                  (struct wb_dtype){audit_scalar(audit_types[i].letter), 1},
                  audit_input(rig, &audit_types[i]));
}

/* ---- one program ----------------------------------------------------------------- */

static inline void audit_complain(const char *what, const char *text) {
  printf("#   %s: %s\n", what, text);
  tap_state.current_failed = true;
}

static inline void audit_launch(struct audit_rig *rig, wb_handle program, size_t kernel) {
  char name[24];
  struct wb_error err = {0};
  struct wb_outcome outcome;
  struct wb_launch launch = {.program = program,
                             .kernel = name,
                             .dimensions = 1,
                             .global = {1},
                             .local = {1},
                             .args = rig->args,
                             .n_args = AUDIT_ARGS,
                             .limits = {20000, 1 << 28, 1 << 16, 1000000}};
  snprintf(name, sizeof name, "k%zu", kernel);
  wb_outcome_init(&outcome);
  enum wb_status status = wb_device_launch(rig->device, &launch, &outcome, &err);
  if (status == WB_OK) status = wb_device_finish(rig->device, &err);
  if (status != WB_OK) audit_complain(name, err.message);
  if (outcome.kind != WB_OUTCOME_DONE) audit_complain(name, outcome.detail);
  for (size_t i = 0; i < outcome.n_findings; i++) {
    printf("#   line %u: ", outcome.findings[i].line);
    audit_complain(wb_finding_kind_name(outcome.findings[i].kind), outcome.findings[i].message);
  }
  wb_outcome_release(&outcome);
}

static inline bool audit_is_nan(const unsigned char *bytes, unsigned size) {
  uint64_t bits = 0, infinity = size == 8 ? 0x7FF0000000000000 : size == 4 ? 0x7F800000 : 0x7C00;
  memcpy(&bits, bytes, size);
  return (bits & ((1ULL << (size * 8 - 1)) - 1)) > infinity;
}

static inline void audit_compare(const struct audit *audit, const unsigned char *out) {
  for (size_t i = 0; i < audit->count; i++) {
    const struct audit_slot *slot = &audit->slots[i];
    if (slot->reference == AUDIT_NO_SLOT) continue;
    const unsigned char *got = out + i * AUDIT_SLOT_BYTES;
    const unsigned char *expected = out + (size_t)slot->reference * AUDIT_SLOT_BYTES;
    for (unsigned lane = 0; lane < slot->lanes;
         lane++, got += slot->bytes, expected += slot->bytes) {
      uint64_t a = 0, b = 0;
      if (memcmp(got, expected, slot->bytes) == 0) continue;
      if (slot->real && audit_is_nan(got, slot->bytes) && audit_is_nan(expected, slot->bytes))
        continue;
      memcpy(&a, got, slot->bytes);
      memcpy(&b, expected, slot->bytes);
      printf("#   lane %u is 0x%" PRIx64 ", of a scalar it is 0x%" PRIx64 ": ", lane, a, b);
      audit_complain("differs", slot->text);
    }
  }
}

static inline enum wb_status audit_build(struct audit_rig *rig, const struct audit *audit,
                                         struct wb_build_result *result, struct wb_error *err) {
  struct wb_build_request request = {.source = audit->source.data,
                                     .length = audit->source.length,
                                     .file_name = "audit.cl",
                                     .options = "-w",
                                     .time_limit_ms = 60000};
  wb_build_result_init(result);
  return wb_device_build(rig->device, &request, result, err);
}

/* Whether all functions that are called are there: the program's only mistake
 * is one that the audit adds, so that no time goes into code. */
static inline void audit_find(struct audit_rig *rig, struct audit *audit) {
  static const char MISTAKE[] = "int endless(int n) { return endless(n); }\n";
  struct wb_build_result result;
  wb_str_add(&audit->source, MISTAKE);
  CHECK(audit_build(rig, audit, &result, NULL) == WB_ERR_COMPILE);
  if (!CHECK(result.n_diagnostics == 1 && strstr(result.log, "'endless' calls itself") != NULL))
    audit_complain("missing", result.log);
  wb_build_result_release(&result);
}

/* Builds, runs and compares; the audit's slots must fit into the rig's. */
static inline void audit_run(struct audit_rig *rig, const struct audit *audit) {
  struct wb_build_result result;
  struct wb_error err = {0};
  if (!CHECK(audit->count * AUDIT_SLOT_BYTES <= rig->out_bytes)) return;
  if (audit_build(rig, audit, &result, &err) != WB_OK) {
    audit_complain(err.message, result.log);
  } else {
    unsigned char *out = malloc(rig->out_bytes);
    for (size_t i = 0; i < audit->kernels; i++) audit_launch(rig, result.program, i);
    CHECK(wb_buffer_read(rig->device, rig->args[0].value.buffer, 0, out, rig->out_bytes, &err) ==
          WB_OK);
    audit_compare(audit, out);
    free(out);
    wb_program_release(rig->device, result.program, NULL);
  }
  wb_build_result_release(&result);
}

static inline void audit_rig_release(struct audit_rig *rig) { wb_device_close(rig->device); }

static inline void audit_init(struct audit *audit) {
  *audit = (struct audit){0};
  wb_str_init(&audit->source);
}

static inline void audit_release(struct audit *audit) {
  wb_str_release(&audit->source);
  free(audit->slots);
}

#endif
