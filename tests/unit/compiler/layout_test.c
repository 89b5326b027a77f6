/* The arithmetic of layout.h, which is also C, against layouts that are walked through element by
 * element: what comes n-th in memory has the offset n. */
#include <stddef.h>

typedef unsigned int uint;

#include "../../../workbench/include/layout.h"

#include "tap.h"

enum { MOST = 4, LARGEST = 3 };

/* An index or a size for each dimension; those that a layout does not have are 0, and 1. */
struct index {
  size_t n, z, y, x;
};
struct shape {
  size_t count, depth, height, width;
};

typedef size_t layout(struct index i, struct shape s, size_t leading, struct shape tile);

#define ONE_TO_FOUR(name)                                                                     \
  static size_t name##_of_1(struct index i, struct shape s, size_t leading, struct shape t) { \
    (void)i, (void)s, (void)leading, (void)t;                                                 \
    return name(1, (i.x), (s.width), leading, (t.width));                                     \
  }                                                                                           \
  static size_t name##_of_2(struct index i, struct shape s, size_t leading, struct shape t) { \
    (void)i, (void)s, (void)leading, (void)t;                                                 \
    return name(2, (i.y, i.x), (s.height, s.width), leading, (t.height, t.width));            \
  }                                                                                           \
  static size_t name##_of_3(struct index i, struct shape s, size_t leading, struct shape t) { \
    (void)i, (void)s, (void)leading, (void)t;                                                 \
    return name(3, (i.z, i.y, i.x), (s.depth, s.height, s.width), leading,                    \
                (t.depth, t.height, t.width));                                                \
  }                                                                                           \
  static size_t name##_of_4(struct index i, struct shape s, size_t leading, struct shape t) { \
    (void)i, (void)s, (void)leading, (void)t;                                                 \
    return name(4, (i.n, i.z, i.y, i.x), (s.count, s.depth, s.height, s.width), leading,      \
                (t.count, t.depth, t.height, t.width));                                       \
  }                                                                                           \
  static layout *const name##_of[MOST] = {name##_of_1, name##_of_2, name##_of_3, name##_of_4};

#define LIST(...) __VA_ARGS__
#define CALL(function, ...) function(__VA_ARGS__)
#define ROW_MAJOR(d, i, s, leading, t) CALL(row_major_##d, LIST i, LIST s)
#define COLUMN_MAJOR(d, i, s, leading, t) CALL(column_major_##d, LIST i, LIST s)
#define ROW_PADDED(d, i, s, leading, t) CALL(row_padded_##d, LIST i, LIST s, leading)
#define COLUMN_PADDED(d, i, s, leading, t) CALL(column_padded_##d, LIST i, LIST s, leading)
#define TILED(d, i, s, leading, t) CALL(tiled_##d, LIST i, LIST s, LIST t)
#define ROW_SIZE(d, i, s, leading, t) CALL(ROW_PADDED_##d##_SIZE, LIST s, leading)
#define COLUMN_SIZE(d, i, s, leading, t) CALL(COLUMN_PADDED_##d##_SIZE, LIST s, leading)
#define TILED_SIZE(d, i, s, leading, t) CALL(TILED_##d##_SIZE, LIST s, LIST t)
ONE_TO_FOUR(ROW_MAJOR)
ONE_TO_FOUR(COLUMN_MAJOR)
ONE_TO_FOUR(ROW_PADDED)
ONE_TO_FOUR(COLUMN_PADDED)
ONE_TO_FOUR(TILED)
ONE_TO_FOUR(ROW_SIZE)
ONE_TO_FOUR(COLUMN_SIZE)
ONE_TO_FOUR(TILED_SIZE)

/* ---- shapes ----------------------------------------------------------------------------- */

/* Calls `check` for every shape of `d` dimensions with sizes up to LARGEST. */
typedef bool shape_check(unsigned d, struct shape s);

static bool for_each_shape(unsigned d, shape_check *check) {
  bool good = true;
  for (size_t count = 1; count <= (d >= 4 ? LARGEST : 1); count++)
    for (size_t depth = 1; depth <= (d >= 3 ? LARGEST : 1); depth++)
      for (size_t height = 1; height <= (d >= 2 ? LARGEST : 1); height++)
        for (size_t width = 1; width <= LARGEST; width++)
          good = good && check(d, (struct shape){count, depth, height, width});
  return good;
}

static void check_shapes(shape_check *check) {
  for (unsigned d = 1; d <= MOST; d++)
    if (!CHECK(for_each_shape(d, check))) printf("# of %u dimensions\n", d);
}

static const struct shape NO_TILE = {1, 1, 1, 1};

/* ---- rows and columns -------------------------------------------------------------------- */

/* The last index moves fastest, and each row takes `leading`. */
static bool rows_follow_each_other(unsigned d, struct shape s, layout *const of[], size_t leading) {
  size_t next = 0;
  bool good = true;
  for (size_t n = 0; n < s.count; n++)
    for (size_t z = 0; z < s.depth; z++)
      for (size_t y = 0; y < s.height; y++) {
        for (size_t x = 0; x < s.width; x++)
          good &= of[d - 1]((struct index){n, z, y, x}, s, leading, NO_TILE) == next++;
        next += leading - s.width;
      }
  if (of == ROW_PADDED_of)
    good &= ROW_SIZE_of[d - 1]((struct index){0}, s, leading, NO_TILE) == next;
  return good;
}

static bool row_major_is_dense(unsigned d, struct shape s) {
  return rows_follow_each_other(d, s, ROW_MAJOR_of, s.width);
}

static bool padded_rows_are_apart(unsigned d, struct shape s) {
  bool good = true;
  for (size_t more = 0; more < LARGEST; more++)
    good &= rows_follow_each_other(d, s, ROW_PADDED_of, s.width + more);
  return good;
}

/* The size of the first dimension. */
static size_t first_size(unsigned d, struct shape s) {
  const size_t sizes[MOST] = {s.width, s.height, s.depth, s.count};
  return sizes[d - 1];
}

/* The first index moves fastest: the loops are the other way round, and the innermost one that
 * has a dimension is the column. */
static bool columns_follow_each_other(unsigned d, struct shape s, layout *const of[],
                                      size_t leading) {
  const size_t column = first_size(d, s);
  size_t next = 0, in_column = 0;
  bool good = true;
  for (size_t x = 0; x < s.width; x++)
    for (size_t y = 0; y < s.height; y++)
      for (size_t z = 0; z < s.depth; z++)
        for (size_t n = 0; n < s.count; n++) {
          good &= of[d - 1]((struct index){n, z, y, x}, s, leading, NO_TILE) == next++;
          if (++in_column < column) continue;
          in_column = 0;
          next += leading - column;
        }
  if (of == COLUMN_PADDED_of)
    good &= COLUMN_SIZE_of[d - 1]((struct index){0}, s, leading, NO_TILE) == next;
  return good;
}

static bool column_major_is_dense(unsigned d, struct shape s) {
  return columns_follow_each_other(d, s, COLUMN_MAJOR_of, first_size(d, s));
}

static bool padded_columns_are_apart(unsigned d, struct shape s) {
  bool good = true;
  for (size_t more = 0; more < LARGEST; more++)
    good &= columns_follow_each_other(d, s, COLUMN_PADDED_of, first_size(d, s) + more);
  return good;
}

/* ---- tiles --------------------------------------------------------------------------------- */

/* The elements of the tile that begins at `at`, in order; those beyond the edges are counted. */
static bool tile_is_dense(unsigned d, struct shape s, struct shape t, struct index at,
                          size_t *next) {
  bool good = true;
  for (size_t n = at.n; n < at.n + t.count; n++)
    for (size_t z = at.z; z < at.z + t.depth; z++)
      for (size_t y = at.y; y < at.y + t.height; y++)
        for (size_t x = at.x; x < at.x + t.width; x++, ++*next)
          if (n < s.count && z < s.depth && y < s.height && x < s.width)
            good &= TILED_of[d - 1]((struct index){n, z, y, x}, s, 0, t) == *next;
  return good;
}

static bool tiles_follow_each_other(unsigned d, struct shape s, struct shape t) {
  size_t next = 0;
  bool good = true;
  for (size_t n = 0; n < s.count; n += t.count)
    for (size_t z = 0; z < s.depth; z += t.depth)
      for (size_t y = 0; y < s.height; y += t.height)
        for (size_t x = 0; x < s.width; x += t.width)
          good &= tile_is_dense(d, s, t, (struct index){n, z, y, x}, &next);
  return good && TILED_SIZE_of[d - 1]((struct index){0}, s, 0, t) == next;
}

static bool tiles_of_all_sizes(unsigned d, struct shape s) {
  bool good = true;
  for (size_t count = 1; count <= (d >= 4 ? LARGEST : 1); count++)
    for (size_t depth = 1; depth <= (d >= 3 ? LARGEST : 1); depth++)
      for (size_t height = 1; height <= (d >= 2 ? LARGEST : 1); height++)
        for (size_t width = 1; width <= LARGEST; width++)
          good &= tiles_follow_each_other(d, s, (struct shape){count, depth, height, width});
  return good;
}

static void rows(void) { check_shapes(row_major_is_dense); }
static void columns(void) { check_shapes(column_major_is_dense); }
static void padded_rows(void) { check_shapes(padded_rows_are_apart); }
static void padded_columns(void) { check_shapes(padded_columns_are_apart); }
static void tiles(void) { check_shapes(tiles_of_all_sizes); }

int main(void) {
  tap_run("row-major: the last index moves fastest", rows);
  tap_run("column-major: the first index moves fastest", columns);
  tap_run("padded rows lie as far apart as the leading dimension says", padded_rows);
  tap_run("padded columns do, too", padded_columns);
  tap_run("tiled: tile after tile, and each of them whole", tiles);
  return tap_finish();
}
