// Row i of out is row ids[i] of the table, times factor.
// Each has so many columns; a work-item has one column of
// one row.
__kernel void lookup(__global float *out,
                     __global const float *table,
                     __global const int *ids, uint count,
                     uint columns) {
  size_t column = get_global_id(0);
  size_t i = get_global_id(1);
  if (i < count && column < columns)
    out[i * columns + column] =
        factor * table[ids[i] * columns + column];
}
