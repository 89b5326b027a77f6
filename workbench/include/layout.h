/* Where an element of an array with several dimensions lies in memory.
 *
 * A buffer has one dimension: its elements lie one after another. A *layout* is the rule by which
 * a matrix, a volume or a batch of volumes is put into it. Each function below is one layout: it
 * takes the indices of an element, then the sizes of the dimensions in the same order, and gives
 * the element's offset, counted in elements from the start of the buffer:
 *
 *     #include "layout.h"
 *
 *     __kernel void add(__global float *out, __global const float *a, __global const float *b,
 *                       int height, int width) {
 *       int x = get_global_id(0), y = get_global_id(1);
 *       if (y >= height || x >= width) return;
 *       size_t i = row_major_2(y, x, height, width);
 *       out[i] = a[i] + b[i];
 *     }
 *
 * The name ends with the number of dimensions. Their indices and sizes are always called
 *
 *     dimensions   indices       sizes
 *     1            x             width
 *     2            y, x          height, width
 *     3            z, y, x       depth, height, width
 *     4            n, z, y, x    count, depth, height, width
 *
 * and the layouts are
 *
 *     row_major       the last index moves fastest: a row's elements lie side by side
 *     column_major    the first index moves fastest: a column's elements do
 *     row_padded      row-major, and each row takes `leading` elements, of which `width` are used
 *     column_padded   column-major, and each column takes `leading` elements
 *     tiled           tile after tile; a tile's elements lie together
 *
 * The functions cost nothing: a compiler makes of them what it makes of the same formula in the
 * kernel. They read and write no memory, and a size that its formula does not need is not used.
 *
 * The workbench's emulator also compares each index with the size of its dimension. An access at
 * an offset that comes from a wrong index is a finding that names the index and the dimension, even
 * where the offset is inside the buffer: a[y][16] of rows of 16 elements is the first element of
 * the next row. To compute such an offset, and to compare it, is allowed. An index is wrong, too,
 * where it was negative: the parameters are unsigned, so that it is far too large.
 *
 * A macro NAME_SIZE is the number of elements that a layout takes, padding included; with
 * constants it is a constant, for arrays in local and private memory. */
#ifndef LAYOUT_H
#define LAYOUT_H

/* LAYOUT_INDEX says which index of which dimension has gone into an offset. On devices it is
 * nothing. The emulator's compiler defines __wb_layout_checks, and knows __wb_index: its result is
 * the offset, together with what is wrong with it, if anything is. */
#ifdef __wb_layout_checks
size_t __wb_index(size_t offset, size_t index, size_t size, uint which);
#define LAYOUT_INDEX(offset, layout, dimensions, dimension, index, size) \
  offset = __wb_index(offset, index, size, (layout) << 8 | (dimensions) << 4 | (dimension))
#else
#define LAYOUT_INDEX(offset, layout, dimensions, dimension, index, size) (void)(index), (void)(size)
#endif

/* What its last number may be besides 0 to 3: the index lies in the leading dimension. */
#define LAYOUT_LEADING 4

#define LAYOUT_ROW_MAJOR 0
#define LAYOUT_COLUMN_MAJOR 1
#define LAYOUT_ROW_PADDED 2
#define LAYOUT_COLUMN_PADDED 3
#define LAYOUT_TILED 4

/* ---- row-major ----------------------------------------------------------------------------------
 *
 * C's own order. The offset of (y, x) is y whole rows, and x more:
 *
 *     height 2, width 3:   0 1 2
 *                          3 4 5
 */

static inline size_t row_major_1(size_t x, size_t width) {
  size_t offset = x;
  LAYOUT_INDEX(offset, LAYOUT_ROW_MAJOR, 1, 0, x, width);
  return offset;
}

static inline size_t row_major_2(size_t y, size_t x, size_t height, size_t width) {
  size_t offset = y * width + x;
  LAYOUT_INDEX(offset, LAYOUT_ROW_MAJOR, 2, 0, y, height);
  LAYOUT_INDEX(offset, LAYOUT_ROW_MAJOR, 2, 1, x, width);
  return offset;
}

static inline size_t row_major_3(size_t z, size_t y, size_t x, size_t depth, size_t height,
                                 size_t width) {
  size_t offset = (z * height + y) * width + x;
  LAYOUT_INDEX(offset, LAYOUT_ROW_MAJOR, 3, 0, z, depth);
  LAYOUT_INDEX(offset, LAYOUT_ROW_MAJOR, 3, 1, y, height);
  LAYOUT_INDEX(offset, LAYOUT_ROW_MAJOR, 3, 2, x, width);
  return offset;
}

static inline size_t row_major_4(size_t n, size_t z, size_t y, size_t x, size_t count, size_t depth,
                                 size_t height, size_t width) {
  size_t offset = ((n * depth + z) * height + y) * width + x;
  LAYOUT_INDEX(offset, LAYOUT_ROW_MAJOR, 4, 0, n, count);
  LAYOUT_INDEX(offset, LAYOUT_ROW_MAJOR, 4, 1, z, depth);
  LAYOUT_INDEX(offset, LAYOUT_ROW_MAJOR, 4, 2, y, height);
  LAYOUT_INDEX(offset, LAYOUT_ROW_MAJOR, 4, 3, x, width);
  return offset;
}

/* ---- column-major -------------------------------------------------------------------------------
 *
 * The order of Fortran, MATLAB and BLAS. The offset of (y, x) is x whole columns, and y more:
 *
 *     height 2, width 3:   0 2 4
 *                          1 3 5
 */

static inline size_t column_major_1(size_t x, size_t width) {
  size_t offset = x;
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_MAJOR, 1, 0, x, width);
  return offset;
}

static inline size_t column_major_2(size_t y, size_t x, size_t height, size_t width) {
  size_t offset = x * height + y;
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_MAJOR, 2, 0, y, height);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_MAJOR, 2, 1, x, width);
  return offset;
}

static inline size_t column_major_3(size_t z, size_t y, size_t x, size_t depth, size_t height,
                                    size_t width) {
  size_t offset = (x * height + y) * depth + z;
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_MAJOR, 3, 0, z, depth);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_MAJOR, 3, 1, y, height);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_MAJOR, 3, 2, x, width);
  return offset;
}

static inline size_t column_major_4(size_t n, size_t z, size_t y, size_t x, size_t count,
                                    size_t depth, size_t height, size_t width) {
  size_t offset = ((x * height + y) * depth + z) * count + n;
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_MAJOR, 4, 0, n, count);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_MAJOR, 4, 1, z, depth);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_MAJOR, 4, 2, y, height);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_MAJOR, 4, 3, x, width);
  return offset;
}

/* ---- padded -------------------------------------------------------------------------------------
 *
 * The *leading dimension* is how many elements lie between the start of a row and the start of the
 * next, or of a column and the next column. Where it is larger than the row there is padding, which
 * nobody should touch. Padding puts rows at aligned addresses, or into different banks of local
 * memory, and a part of a larger matrix is such a layout, too.
 *
 *     rows of 3, leading 4:   0 1 2 -      columns of 3, leading 4:   0 4  8
 *                             4 5 6 -                                 1 5  9
 *                                                                     2 6 10
 *                                                                     - -  -
 */

static inline size_t row_padded_1(size_t x, size_t width, size_t leading) {
  size_t offset = x;
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 1, 0, x, width);
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 1, LAYOUT_LEADING, x, leading);
  return offset;
}

static inline size_t row_padded_2(size_t y, size_t x, size_t height, size_t width, size_t leading) {
  size_t offset = y * leading + x;
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 2, 0, y, height);
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 2, 1, x, width);
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 2, LAYOUT_LEADING, x, leading);
  return offset;
}

static inline size_t row_padded_3(size_t z, size_t y, size_t x, size_t depth, size_t height,
                                  size_t width, size_t leading) {
  size_t offset = (z * height + y) * leading + x;
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 3, 0, z, depth);
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 3, 1, y, height);
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 3, 2, x, width);
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 3, LAYOUT_LEADING, x, leading);
  return offset;
}

static inline size_t row_padded_4(size_t n, size_t z, size_t y, size_t x, size_t count,
                                  size_t depth, size_t height, size_t width, size_t leading) {
  size_t offset = ((n * depth + z) * height + y) * leading + x;
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 4, 0, n, count);
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 4, 1, z, depth);
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 4, 2, y, height);
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 4, 3, x, width);
  LAYOUT_INDEX(offset, LAYOUT_ROW_PADDED, 4, LAYOUT_LEADING, x, leading);
  return offset;
}

#define ROW_PADDED_1_SIZE(width, leading) ((leading))
#define ROW_PADDED_2_SIZE(height, width, leading) ((height) * (leading))
#define ROW_PADDED_3_SIZE(depth, height, width, leading) ((depth) * (height) * (leading))
#define ROW_PADDED_4_SIZE(count, depth, height, width, leading) \
  ((count) * (depth) * (height) * (leading))

static inline size_t column_padded_1(size_t x, size_t width, size_t leading) {
  size_t offset = x;
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 1, 0, x, width);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 1, LAYOUT_LEADING, x, leading);
  return offset;
}

static inline size_t column_padded_2(size_t y, size_t x, size_t height, size_t width,
                                     size_t leading) {
  size_t offset = x * leading + y;
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 2, 0, y, height);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 2, 1, x, width);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 2, LAYOUT_LEADING, y, leading);
  return offset;
}

static inline size_t column_padded_3(size_t z, size_t y, size_t x, size_t depth, size_t height,
                                     size_t width, size_t leading) {
  size_t offset = (x * height + y) * leading + z;
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 3, 0, z, depth);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 3, 1, y, height);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 3, 2, x, width);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 3, LAYOUT_LEADING, z, leading);
  return offset;
}

static inline size_t column_padded_4(size_t n, size_t z, size_t y, size_t x, size_t count,
                                     size_t depth, size_t height, size_t width, size_t leading) {
  size_t offset = ((x * height + y) * depth + z) * leading + n;
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 4, 0, n, count);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 4, 1, z, depth);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 4, 2, y, height);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 4, 3, x, width);
  LAYOUT_INDEX(offset, LAYOUT_COLUMN_PADDED, 4, LAYOUT_LEADING, n, leading);
  return offset;
}

#define COLUMN_PADDED_1_SIZE(width, leading) ((leading))
#define COLUMN_PADDED_2_SIZE(height, width, leading) ((width) * (leading))
#define COLUMN_PADDED_3_SIZE(depth, height, width, leading) ((height) * (width) * (leading))
#define COLUMN_PADDED_4_SIZE(count, depth, height, width, leading) \
  ((depth) * (height) * (width) * (leading))

/* ---- tiled --------------------------------------------------------------------------------------
 *
 * Tile after tile, the tiles in row-major order, and so are the elements of each: neighbours in
 * every dimension lie close together. A tile at the edge takes as much room as the others, though
 * it is not full.
 *
 *     height 4, width 4, tiles of 2 x 2:    0  1 |  4  5
 *                                           2  3 |  6  7
 *                                          -------+-------
 *                                           8  9 | 12 13
 *                                          10 11 | 14 15
 */

/* How many tiles it takes, and how many elements are in so many. */
#define LAYOUT_TILES(size, tile_size) (((size) + (tile_size)-1) / (tile_size))
#define LAYOUT_WHOLE_TILES(size, tile_size) (LAYOUT_TILES(size, tile_size) * (tile_size))

static inline size_t tiled_1(size_t x, size_t width, size_t tile_width) {
  size_t tile = x / tile_width;
  size_t inside = x % tile_width;
  size_t offset = tile * tile_width + inside;
  LAYOUT_INDEX(offset, LAYOUT_TILED, 1, 0, x, width);
  return offset;
}

static inline size_t tiled_2(size_t y, size_t x, size_t height, size_t width, size_t tile_height,
                             size_t tile_width) {
  size_t tile = y / tile_height * LAYOUT_TILES(width, tile_width) + x / tile_width;
  size_t inside = y % tile_height * tile_width + x % tile_width;
  size_t offset = tile * (tile_height * tile_width) + inside;
  LAYOUT_INDEX(offset, LAYOUT_TILED, 2, 0, y, height);
  LAYOUT_INDEX(offset, LAYOUT_TILED, 2, 1, x, width);
  return offset;
}

static inline size_t tiled_3(size_t z, size_t y, size_t x, size_t depth, size_t height,
                             size_t width, size_t tile_depth, size_t tile_height,
                             size_t tile_width) {
  size_t tile = (z / tile_depth * LAYOUT_TILES(height, tile_height) + y / tile_height) *
                    LAYOUT_TILES(width, tile_width) +
                x / tile_width;
  size_t inside = (z % tile_depth * tile_height + y % tile_height) * tile_width + x % tile_width;
  size_t offset = tile * (tile_depth * tile_height * tile_width) + inside;
  LAYOUT_INDEX(offset, LAYOUT_TILED, 3, 0, z, depth);
  LAYOUT_INDEX(offset, LAYOUT_TILED, 3, 1, y, height);
  LAYOUT_INDEX(offset, LAYOUT_TILED, 3, 2, x, width);
  return offset;
}

static inline size_t tiled_4(size_t n, size_t z, size_t y, size_t x, size_t count, size_t depth,
                             size_t height, size_t width, size_t tile_count, size_t tile_depth,
                             size_t tile_height, size_t tile_width) {
  size_t tile = ((n / tile_count * LAYOUT_TILES(depth, tile_depth) + z / tile_depth) *
                     LAYOUT_TILES(height, tile_height) +
                 y / tile_height) *
                    LAYOUT_TILES(width, tile_width) +
                x / tile_width;
  size_t inside = ((n % tile_count * tile_depth + z % tile_depth) * tile_height + y % tile_height) *
                      tile_width +
                  x % tile_width;
  size_t offset = tile * (tile_count * tile_depth * tile_height * tile_width) + inside;
  LAYOUT_INDEX(offset, LAYOUT_TILED, 4, 0, n, count);
  LAYOUT_INDEX(offset, LAYOUT_TILED, 4, 1, z, depth);
  LAYOUT_INDEX(offset, LAYOUT_TILED, 4, 2, y, height);
  LAYOUT_INDEX(offset, LAYOUT_TILED, 4, 3, x, width);
  return offset;
}

#define TILED_1_SIZE(width, tile_width) (LAYOUT_WHOLE_TILES(width, tile_width))
#define TILED_2_SIZE(height, width, tile_height, tile_width) \
  (LAYOUT_WHOLE_TILES(height, tile_height) * LAYOUT_WHOLE_TILES(width, tile_width))
#define TILED_3_SIZE(depth, height, width, tile_depth, tile_height, tile_width)      \
  (LAYOUT_WHOLE_TILES(depth, tile_depth) * LAYOUT_WHOLE_TILES(height, tile_height) * \
   LAYOUT_WHOLE_TILES(width, tile_width))
#define TILED_4_SIZE(count, depth, height, width, tile_count, tile_depth, tile_height, tile_width) \
  (LAYOUT_WHOLE_TILES(count, tile_count) * LAYOUT_WHOLE_TILES(depth, tile_depth) *                 \
   LAYOUT_WHOLE_TILES(height, tile_height) * LAYOUT_WHOLE_TILES(width, tile_width))

#endif
