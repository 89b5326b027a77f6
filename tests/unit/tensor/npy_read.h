/* Reading a whole .npy file in one step, for tests: a tensor is made of what the file has. */
#ifndef WB_TESTS_NPY_READ_H
#define WB_TESTS_NPY_READ_H

#include "tensor/npy.h"

static inline enum wb_status parse_npy(const void *bytes, size_t length, const char *name,
                                       unsigned lanes, struct wb_tensor *tensor,
                                       struct wb_error *err) {
  struct wb_npy_info info;
  *tensor = (struct wb_tensor){0};
  enum wb_status status = wb_npy_inspect_bytes(bytes, length, name, lanes, &info, err);
  if (status == WB_OK) status = wb_tensor_init(tensor, info.type, &info.shape, err);
  if (status == WB_OK) status = wb_npy_parse_into(bytes, length, name, tensor, err);
  if (status != WB_OK) wb_tensor_release(tensor);
  return status;
}

static inline enum wb_status load_npy(const char *path, unsigned lanes, struct wb_tensor *tensor,
                                      struct wb_error *err) {
  struct wb_npy_info info;
  *tensor = (struct wb_tensor){0};
  enum wb_status status = wb_npy_inspect(path, lanes, &info, err);
  if (status == WB_OK) status = wb_tensor_init(tensor, info.type, &info.shape, err);
  if (status == WB_OK) status = wb_npy_load_into(path, tensor, err);
  if (status != WB_OK) wb_tensor_release(tensor);
  return status;
}

#endif
