/* Cells of buffers that are accessed by single bytes or shorts: four bytes' cells
 * in one word, as long as it can say what they would.
 *
 * A *packed* buffer has a word for each 4 bytes, in place of a compact cell
 * (race.h) for each byte or pair of bytes: 0, nobody touched them; or
 *
 *     segment (32 bits) | site of writes + 1 (11) | of reads + 1 (11)
 *         | bytes written (4) | bytes read (4) | in a row (1) | 0
 *
 * which stands for these compact cells: cell k (0 to 3, or 0 and 1 of pairs) has
 * the plain accesses that its bits say, by the segment, or in a row by the one k
 * later: neighbours touched by neighbouring work-items, the usual case. Nothing
 * else is ever put into it: an access that would make a cell that the word cannot
 * say *splits* it first,
 *
 *     index << 2 | 1
 *
 * into the compact cells that it stood for, which go on as others do. A cell is
 * set (state.h) where its bytes are written. */
#ifndef WB_EMULATOR_CHECK_PACKED_H
#define WB_EMULATOR_CHECK_PACKED_H

#include "emulator/check/race.h"

enum { WBRT_PACKED_SHIFT = 2, WBRT_PACKED_BYTES = 1 << WBRT_PACKED_SHIFT };
enum { WBRT_PACKED_SITE_BITS = 11, WBRT_PACKED_ROW = 2 };
enum {
  WBRT_PACKED_READ_MASK = 2,
  WBRT_PACKED_WRITE_MASK = 6,
  WBRT_PACKED_READ_SITE = 10,
  WBRT_PACKED_WRITE_SITE = 21
};

/* A word that is not split, taken apart. */
struct wbrt_packed {
  uint32_t segment, row;   /* row: 1 or 0 */
  uint32_t site[2], of[2]; /* by enum wbrt_class: site + 1, bits of bytes */
};

static inline struct wbrt_packed wbrt_unpack(uint64_t word) {
  const uint32_t sites = (1U << WBRT_PACKED_SITE_BITS) - 1, bytes = (1U << WBRT_PACKED_BYTES) - 1;
  return (struct wbrt_packed){.segment = (uint32_t)(word >> WBRT_CELL_SEGMENT_SHIFT),
                              .row = (word & WBRT_PACKED_ROW) != 0,
                              .site = {(uint32_t)(word >> WBRT_PACKED_READ_SITE) & sites,
                                       (uint32_t)(word >> WBRT_PACKED_WRITE_SITE) & sites},
                              .of = {(uint32_t)(word >> WBRT_PACKED_READ_MASK) & bytes,
                                     (uint32_t)(word >> WBRT_PACKED_WRITE_MASK) & bytes}};
}

static inline uint64_t wbrt_pack(const struct wbrt_packed *p) {
  return (uint64_t)p->segment << WBRT_CELL_SEGMENT_SHIFT |
         (uint64_t)p->site[WBRT_CLASS_WRITE] << WBRT_PACKED_WRITE_SITE |
         (uint64_t)p->site[WBRT_CLASS_READ] << WBRT_PACKED_READ_SITE |
         (uint64_t)p->of[WBRT_CLASS_WRITE] << WBRT_PACKED_WRITE_MASK |
         (uint64_t)p->of[WBRT_CLASS_READ] << WBRT_PACKED_READ_MASK |
         (p->row != 0 ? (uint64_t)WBRT_PACKED_ROW : 0);
}

/* Whether a global object's cells are packed, as its granule says. */
static inline bool wbrt_is_narrow(uint32_t granule_shift) {
  return granule_shift < WBRT_PACKED_SHIFT;
}

#endif
