/* Buffers of the emulator, against bytes and flags of which each is set by itself. */
#include "emulator/buffer.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emulator/runtime.h"
#include "emulator/spare.h"
#include "tap.h"

enum { MOST = 200, ROUNDS = 400, STEPS = 12 };

static uint64_t random_state = 1;
static size_t random_below(size_t n) {
  random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (size_t)(random_state >> 33) % n;
}

/* A buffer, and what must be in it: bytes that nobody wrote are poison. */
struct both {
  struct wb_emulator_buffer *buffer;
  size_t bytes;
  unsigned char expected[MOST];
  bool written[MOST];
};

static void begin(struct both *both, size_t bytes, enum wb_buffer_access access) {
  const struct wb_buffer_desc desc = {
      .name = "a", .type = {WB_UCHAR, 1}, .bytes = bytes, .access = access};
  struct wb_error err;
  *both = (struct both){.bytes = bytes};
  memset(both->expected, WB_POISON_BYTE, sizeof both->expected);
  CHECK(wb_emulator_buffer_new(&desc, &both->buffer, &err) == WB_OK);
}

static bool agrees(const struct both *both) {
  struct wb_buffer_state state;
  unsigned char got[MOST];
  size_t first = 0, unwritten = 0;
  wb_emulator_buffer_state(both->buffer, &state);
  wb_emulator_buffer_read(both->buffer, 0, got, both->bytes);
  while (first < both->bytes && both->written[first]) first++;
  for (size_t i = 0; i < both->bytes; i++) unwritten += !both->written[i];
  const bool known =
      unwritten == 0 ? state.unwritten_bytes == 0
                     : (size_t)state.first_unwritten == first && state.unwritten_bytes == unwritten;
  return state.guards_intact && known && memcmp(got, both->expected, both->bytes) == 0;
}

static void write_range(struct both *both, size_t at, size_t count) {
  unsigned char bytes[MOST];
  for (size_t i = 0; i < count; i++) bytes[i] = (unsigned char)random_below(256);
  wb_emulator_buffer_write(both->buffer, at, bytes, count);
  memcpy(both->expected + at, bytes, count);
  memset(both->written + at, 1, count);
}

static void change(struct both *both) {
  const size_t at = random_below(both->bytes + 1), count = random_below(both->bytes - at + 1);
  const unsigned char pattern = (unsigned char)random_below(256);
  const size_t what = random_below(3);
  if (what == 0) write_range(both, at, count);
  if (what == 1) {
    wb_emulator_buffer_fill(both->buffer, at, count, &pattern, 1);
    memset(both->expected + at, pattern, count);
    memset(both->written + at, 1, count);
  }
  if (what == 2) {
    wb_emulator_buffer_forget(both->buffer, at, count);
    memset(both->expected + at, WB_POISON_BYTE, count);
    memset(both->written + at, 0, count);
  }
}

static const enum wb_buffer_access accesses[] = {WB_BUFFER_READ_ONLY, WB_BUFFER_READ_WRITE};

static void test_any_order(void) {
  bool good = true;
  for (int round = 0; round < ROUNDS && good; round++) {
    struct both both;
    begin(&both, random_below(MOST) + 1, accesses[random_below(2)]);
    for (int step = 0; step < STEPS && good; step++) {
      change(&both);
      /* Not each time: what is asked must not decide what is known later. */
      if (random_below(3) == 0 || step + 1 == STEPS) good = agrees(&both);
    }
    wb_emulator_buffer_free(both.buffer);
  }
  CHECK(good);
}

/* As a large array is sent; some stop before the end, or leave a piece out. */
static void test_pieces(void) {
  bool good = true;
  for (int round = 0; round < ROUNDS && good; round++) {
    struct both both;
    begin(&both, random_below(MOST) + 1, accesses[random_below(2)]);
    const size_t end = random_below(2) == 0 ? both.bytes : random_below(both.bytes);
    for (size_t at = 0, piece; at < end; at += piece) {
      piece = random_below(60) + 1;
      if (piece > end - at) piece = end - at;
      if (random_below(12) > 0) write_range(&both, at, piece);
    }
    good = agrees(&both);
    wb_emulator_buffer_free(both.buffer);
  }
  CHECK(good);
}

/* Two that begin with a large page, so that what is around them is given back. */
static void test_large(void) {
  enum { BYTES = (5 << 20) + 123 };
  for (size_t i = 0; i < 2; i++) {
    const struct wb_buffer_desc desc = {
        .name = "a", .type = {WB_UCHAR, 1}, .bytes = BYTES, .access = accesses[i]};
    struct wb_emulator_buffer *buffer = NULL;
    struct wb_buffer_state state;
    struct wb_error err;
    unsigned char byte = 0;
    CHECK(wb_emulator_buffer_new(&desc, &buffer, &err) == WB_OK);
    wb_emulator_buffer_fill(buffer, 0, BYTES, &(unsigned char){7}, 1);
    wb_emulator_buffer_read(buffer, BYTES - 1, &byte, 1);
    wb_emulator_buffer_state(buffer, &state);
    CHECK(byte == 7 && state.guards_intact && state.unwritten_bytes == 0);
    wb_emulator_buffer_free(buffer);
  }
}

/* The first thing that is done with a buffer that is poisoned meanwhile. */
static void use_first(struct wb_emulator_buffer *buffer, size_t what, size_t at) {
  unsigned char byte = 7;
  struct wb_buffer_state state;
  if (what == 0) wb_emulator_buffer_write(buffer, at, &byte, 1);
  if (what == 1) wb_emulator_buffer_fill(buffer, at, 1, &byte, 1);
  if (what == 2) wb_emulator_buffer_forget(buffer, at, 1);
  if (what == 3) wb_emulator_buffer_read(buffer, at, &byte, 1);
  if (what == 4) wb_emulator_buffer_settle(buffer);
  if (what == 5) wb_emulator_buffer_state(buffer, &state);
  if (what == 3) CHECK(byte == WB_POISON_BYTE);
}

static void test_poison_in_advance(void) {
  enum { BYTES = (3 << 20) + 5, WAYS = 7 };
  const struct wb_buffer_desc desc = {
      .name = "a", .type = {WB_UCHAR, 1}, .bytes = BYTES, .access = WB_BUFFER_WRITE_ONLY};
  const size_t places[] = {0, BYTES / 2, BYTES - 1};
  for (size_t i = 0; i < 3 * WAYS; i++) {
    const size_t what = i / 3, at = places[i % 3];
    struct wb_emulator_buffer *buffer = NULL;
    struct wb_buffer_state state;
    struct wb_error err;
    CHECK(wb_emulator_buffer_new(&desc, &buffer, &err) == WB_OK);
    use_first(buffer, what, at);
    if (what + 1 < WAYS) wb_emulator_buffer_settle(buffer); /* the last is freed as it is */
    if (what + 1 < WAYS) {
      const unsigned char *data = buffer->map + WB_GUARD_BYTES;
      size_t others = 0;
      for (size_t k = 0; k < BYTES; k++) others += data[k] != WB_POISON_BYTE;
      wb_emulator_buffer_state(buffer, &state);
      CHECK(others == (what < 2) && (what >= 2 || data[at] == 7) && state.guards_intact);
      CHECK(state.unwritten_bytes == BYTES - (what < 2));
    }
    wb_emulator_buffer_free(buffer);
  }
}

static struct wb_emulator_buffer *taken(struct wb_spares *spares, size_t bytes,
                                        enum wb_buffer_access access) {
  const struct wb_buffer_desc desc = {
      .name = "b", .type = {WB_UINT, 1}, .bytes = bytes, .access = access};
  return wb_spares_take(spares, &desc);
}

/* Whether a process that is forked now has memory there. */
static bool child_sees(const unsigned char *at) {
  int end = -1;
  const pid_t child = fork();
  if (child == 0) {
    unsigned char resident;
    const uintptr_t page = (uintptr_t)at / 4096 * 4096;
    _exit(mincore((void *)page, 1, &resident) == 0);
  }
  CHECK(waitpid(child, &end, 0) == child && WIFEXITED(end));
  return WEXITSTATUS(end) == 1;
}

static void check_renewed(struct wb_emulator_buffer *buffer, size_t bytes) {
  const size_t end = bytes + 2 * (size_t)WB_GUARD_BYTES;
  struct wb_buffer_state state;
  size_t others = 0;
  CHECK(buffer->fresh && buffer->bytes == bytes && strcmp(buffer->name, "b") == 0);
  wb_emulator_buffer_state(buffer, &state);
  CHECK(state.guards_intact && state.unwritten_bytes == bytes && state.first_unwritten == 0);
  for (size_t k = 0; k < bytes; k++) others += buffer->map[WB_GUARD_BYTES + k] != WB_POISON_BYTE;
  for (size_t k = end; k < buffer->map_size; k++) others += buffer->map[k] != 0;
  CHECK_INT(others, 0);
  if (buffer->in_slab) return;
  CHECK(!child_sees(buffer->map) && !child_sees((const unsigned char *)buffer->written));
  CHECK(wb_emulator_buffer_show(buffer));
  CHECK(child_sees(buffer->map) && child_sees((const unsigned char *)buffer->written));
}

/* Of any size and kind; and it keeps what is in it. */
static void test_hiding(void) {
  static const size_t sizes[] = {0, 1, 5000, 3 << 20};
  for (int i = 0; i < 8; i++) {
    const struct wb_buffer_desc desc = {
        .name = "a",
        .type = {WB_UCHAR, 1},
        .bytes = sizes[i / 2],
        .access = i % 2 ? WB_BUFFER_READ_ONLY : WB_BUFFER_READ_WRITE};
    struct wb_emulator_buffer *buffer = NULL;
    struct wb_error err;
    CHECK(wb_emulator_buffer_new(&desc, &buffer, &err) == WB_OK);
    const unsigned char *written = (const unsigned char *)buffer->written;
    wb_emulator_buffer_fill(buffer, 0, desc.bytes, "x", 1);
    CHECK(child_sees(buffer->map) && (written == NULL || child_sees(written)));
    for (int again = 0; again < 2; again++) {
      CHECK(wb_emulator_buffer_hide(buffer) && wb_emulator_buffer_hide(buffer));
      CHECK(!child_sees(buffer->map) && (written == NULL || !child_sees(written)));
      CHECK(wb_emulator_buffer_show(buffer) && wb_emulator_buffer_show(buffer));
      CHECK(child_sees(buffer->map) && (written == NULL || child_sees(written)));
    }
    for (size_t k = 0; k < desc.bytes; k += 999) CHECK_INT(buffer->map[WB_GUARD_BYTES + k], 'x');
    wb_emulator_buffer_free(buffer);
  }
}

/* One that `buffer` does not fit, since it takes other pages, and one that it fits. */
static void check_spare(size_t bytes, size_t other, size_t alike) {
  static const enum wb_buffer_access ways[] = {WB_BUFFER_WRITE_ONLY, WB_BUFFER_READ_WRITE,
                                               WB_BUFFER_READ_ONLY};
  static const struct {
    unsigned char before, after, not ;
  } pairs[] = {{0, 0, 2}, {0, 1, 2}, {1, 0, 2}, {1, 1, 2}, {2, 2, 1}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    const enum wb_buffer_access after = ways[pairs[i].after];
    const struct wb_buffer_desc desc = {
        .name = "a", .type = {WB_UCHAR, 1}, .bytes = bytes, .access = ways[pairs[i].before]};
    struct wb_spares spares = {.next = 0};
    struct wb_emulator_buffer *buffer = NULL;
    struct wb_error err;
    CHECK(wb_emulator_buffer_new(&desc, &buffer, &err) == WB_OK);
    wb_emulator_buffer_fill(buffer, 0, bytes / 2, "x", 1);
    memset(buffer->map, 1, buffer->map_size);
    memset(buffer->written, 0x55, wb_emulator_buffer_written_size(buffer));
    const unsigned char *map = buffer->map;
    wb_spares_put(&spares, buffer);
    CHECK(!child_sees(map));
    CHECK(taken(&spares, other, after) == NULL);
    CHECK(taken(&spares, alike, ways[pairs[i].not ]) == NULL);
    buffer = taken(&spares, alike, after);
    if (CHECK(buffer != NULL && buffer->map == map)) check_renewed(buffer, alike);
    CHECK(taken(&spares, alike, after) == NULL);
    wb_emulator_buffer_free(buffer);
    wb_spares_free(&spares);
  }
}

/* A small buffer's slot is the next one's, of whatever size, if that is shared as it was. */
static void check_slot(size_t bytes, size_t next) {
  static const enum wb_buffer_access ways[] = {WB_BUFFER_WRITE_ONLY, WB_BUFFER_READ_WRITE,
                                               WB_BUFFER_READ_ONLY};
  for (size_t i = 0; i < 9; i++) {
    const enum wb_buffer_access before = ways[i / 3], after = ways[i % 3];
    const bool alike = (before == WB_BUFFER_READ_ONLY) == (after == WB_BUFFER_READ_ONLY);
    struct wb_spares spares = {.next = 0};
    struct wb_emulator_buffer *buffer = taken(&spares, bytes, before);
    if (!CHECK(buffer != NULL && buffer->in_slab)) return;
    const unsigned char *map = buffer->map;
    check_renewed(buffer, bytes);
    wb_emulator_buffer_fill(buffer, 0, bytes / 2, "x", 1);
    memset(buffer->map, 1, WB_SLOT_BYTES);
    wb_spares_put(&spares, buffer);
    buffer = taken(&spares, next, after);
    CHECK(buffer != NULL && (buffer->map == map) == alike);
    if (buffer != NULL) check_renewed(buffer, next);
    wb_emulator_buffer_free(buffer);
    wb_spares_free(&spares);
  }
}

static void test_slots(void) {
  check_slot(100, 100);
  check_slot(100, 4097);
  check_slot(4096, 1);
  check_slot(1, 16 << 10);
  check_slot(16 << 10, 4096);
}

/* Slots do not overlap, and where there is none, there is no small buffer either. */
static void test_all_slots(void) {
  static struct wb_emulator_buffer *got[WB_SLAB_SLOTS];
  struct wb_spares spares = {.next = 0};
  for (size_t i = 0; i < WB_SLAB_SLOTS; i++) {
    got[i] = taken(&spares, WB_SMALL_BYTES - i, WB_BUFFER_READ_WRITE);
    if (!CHECK(got[i] != NULL)) return;
    wb_emulator_buffer_fill(got[i], 0, 1000, "x", 1);
  }
  CHECK(taken(&spares, 1, WB_BUFFER_READ_WRITE) == NULL);
  CHECK(taken(&spares, WB_SMALL_BYTES + 1, WB_BUFFER_READ_ONLY) == NULL);
  for (size_t i = 0; i < WB_SLAB_SLOTS; i++) {
    struct wb_buffer_state state;
    wb_emulator_buffer_state(got[i], &state);
    CHECK(state.guards_intact);
    CHECK_INT(state.unwritten_bytes, WB_SMALL_BYTES - i - 1000);
    wb_spares_put(&spares, got[i]);
  }
  wb_spares_free(&spares);
}

/* Whatever a kernel has done to the memory, and whoever has it next. */
static void test_spares(void) {
  enum { LARGE = (2 << 20) + 12 };
  check_spare(LARGE, LARGE + 4096, LARGE);
  check_spare(LARGE, LARGE - 4096, LARGE - 4);
}

/* What is neither small nor large, and more large ones than there is room for, are freed. */
static void test_spares_end(void) {
  static const size_t sizes[] = {100 << 10, 1 << 20, 2 << 20, 3 << 20, 4 << 20, 5 << 20, 40 << 20};
  struct wb_spares spares = {.next = 0};
  struct wb_emulator_buffer *got[7];
  for (size_t i = 0; i < 7; i++) {
    const struct wb_buffer_desc desc = {
        .name = "a", .type = {WB_UCHAR, 1}, .bytes = sizes[i], .access = WB_BUFFER_READ_WRITE};
    struct wb_error err;
    CHECK(wb_emulator_buffer_new(&desc, &got[i], &err) == WB_OK);
  }
  for (size_t i = 0; i < 7; i++) wb_spares_put(&spares, got[i]);
  for (size_t i = 0; i < 7; i++) {
    struct wb_emulator_buffer *again = taken(&spares, sizes[i], WB_BUFFER_READ_WRITE);
    CHECK((again != NULL) == (i >= 2 && i < 6));
    wb_emulator_buffer_free(again);
  }
  wb_spares_free(&spares);
}

/* What a process that was forked writes is seen here, unless kernels may only read the buffer:
 * that is what the device's info says of it (keeps_inputs). */
static void test_kept(void) {
  enum { BYTES = 100 };
  for (size_t i = 0; i < 2; i++) {
    struct both both;
    struct wb_buffer_state state;
    int end = -1;
    begin(&both, BYTES, accesses[i]);
    write_range(&both, 0, BYTES);
    both.expected[5] ^= 1;
    const pid_t child = fork();
    if (child == 0) {
      memcpy(both.buffer->map + WB_GUARD_BYTES, both.expected, BYTES);
      _exit(0);
    }
    CHECK(waitpid(child, &end, 0) == child && end == 0);
    wb_emulator_buffer_state(both.buffer, &state);
    CHECK(state.guards_intact);
    CHECK(agrees(&both) == (accesses[i] != WB_BUFFER_READ_ONLY));
    wb_emulator_buffer_free(both.buffer);
  }
}

/* Some as long as is copied at once, some longer, and hardly any a multiple of the pattern. */
static void test_fill(void) {
  enum { LARGEST = 100000 };
  static unsigned char got[LARGEST];
  static const char pattern[] = "0123456789abcdef";
  static const size_t lengths[] = {1, 2, 15, 16, 17, 4096, 16383, 16384, 16385, 49152, LARGEST - 3};
  const struct wb_buffer_desc desc = {
      .name = "a", .type = {WB_UCHAR, 1}, .bytes = LARGEST, .access = WB_BUFFER_READ_WRITE};
  struct wb_emulator_buffer *buffer = NULL;
  struct wb_error err;
  if (!CHECK(wb_emulator_buffer_new(&desc, &buffer, &err) == WB_OK)) return;
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
    for (size_t period = 1; period <= 16; period++) {
      bool right = true;
      wb_emulator_buffer_fill(buffer, 0, LARGEST, "x", 1);
      wb_emulator_buffer_fill(buffer, 2, lengths[i], pattern, period);
      wb_emulator_buffer_read(buffer, 0, got, LARGEST);
      for (size_t at = 0; at < LARGEST; at++) {
        const bool inside = at >= 2 && at < 2 + lengths[i];
        right &= got[at] == (unsigned char)(inside ? pattern[(at - 2) % period] : 'x');
      }
      if (!CHECK(right)) printf("# %zu bytes, by %zu\n", lengths[i], period);
    }
  wb_emulator_buffer_free(buffer);
}

/* Whichever byte of a guard zone is another one, the state says where. */
static void test_guards(void) {
  for (size_t bytes = 0; bytes < 70; bytes += 23) {
    struct both both;
    begin(&both, bytes, WB_BUFFER_READ_WRITE);
    for (size_t i = 0; i < 2 * WB_GUARD_BYTES; i++) {
      struct wb_buffer_state state;
      const size_t at = i < WB_GUARD_BYTES ? i : i + bytes;
      both.buffer->map[at] ^= 0x10;
      wb_emulator_buffer_state(both.buffer, &state);
      both.buffer->map[at] ^= 0x10;
      CHECK(!state.guards_intact);
      CHECK_INT(state.first_broken, (int64_t)at - WB_GUARD_BYTES);
    }
    CHECK(agrees(&both));
    wb_emulator_buffer_free(both.buffer);
  }
}

int main(void) {
  tap_run("writes, fills and poison in any order leave the right bytes and the right flags",
          test_any_order);
  tap_run("a byte of a guard that has changed is found", test_guards);
  tap_run("a fill repeats its pattern, and touches nothing beside", test_fill);
  tap_run("so do pieces in order, all of them or not", test_pieces);
  tap_run("a large buffer has guards on both sides, and all of its bytes", test_large);
  tap_run("a large buffer for outputs is poison, whatever is done with it first",
          test_poison_in_advance);
  tap_run("what is hidden no process has that is forked, until it is shown", test_hiding);
  tap_run("memory that is used again is as new, and nobody's until then", test_spares);
  tap_run("a small buffer's slot is as new for another one", test_slots);
  tap_run("there are as many slots as a slab has", test_all_slots);
  tap_run("no more is kept than there is room for", test_spares_end);
  tap_run("a state says whether a launch can have changed the buffer", test_kept);
  return tap_finish();
}
