#include "device/info_json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"

static json_t *clean_json(const char *text) {
  struct wb_str clean;
  wb_str_init(&clean);
  wb_clean_text(&clean, text, strlen(text));
  json_t *string = json_stringn(clean.data, clean.length);
  wb_str_release(&clean);
  return string;
}

static json_t *info_to_json(const struct wb_device_info *info) {
  return json_pack("{s:o, s:o, s:o, s:b, s:b, s:b, s:b, s:I, s:I, s:I, s:[I,I,I]}", "selector",
                   clean_json(info->selector), "name", clean_json(info->name), "vendor",
                   clean_json(info->vendor), "checks", (int)info->checks, "fp64", (int)info->fp64,
                   "fp16", (int)info->fp16, "gpu", (int)info->gpu, "global_memory",
                   (json_int_t)info->global_memory, "local_memory", (json_int_t)info->local_memory,
                   "max_group_size", (json_int_t)info->max_group_size, "max_item_size",
                   (json_int_t)info->max_item_size[0], (json_int_t)info->max_item_size[1],
                   (json_int_t)info->max_item_size[2]);
}

void wb_device_infos_print(const struct wb_device_info *infos, size_t count, struct wb_str *out) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(list, info_to_json(&infos[i]));
  char *text = json_dumps(list, JSON_COMPACT);
  wb_str_add(out, text != NULL ? text : "[]");
  free(text);
  json_decref(list);
}

static bool info_from_json(json_t *object, struct wb_device_info *info) {
  const char *selector, *name, *vendor;
  int checks, fp64, fp16, gpu;
  json_int_t global, local, group, size[3];
  memset(info, 0, sizeof *info);
  if (json_unpack(object, "{s:s, s:s, s:s, s:b, s:b, s:b, s:b, s:I, s:I, s:I, s:[I,I,I]}",
                  "selector", &selector, "name", &name, "vendor", &vendor, "checks", &checks,
                  "fp64", &fp64, "fp16", &fp16, "gpu", &gpu, "global_memory", &global,
                  "local_memory", &local, "max_group_size", &group, "max_item_size", &size[0],
                  &size[1], &size[2]) != 0)
    return false;
  wb_clean_into(info->selector, sizeof info->selector, selector);
  wb_clean_into(info->name, sizeof info->name, name);
  wb_clean_into(info->vendor, sizeof info->vendor, vendor);
  info->checks = checks != 0;
  info->fp64 = fp64 != 0;
  info->fp16 = fp16 != 0;
  info->gpu = gpu != 0;
  info->global_memory = (uint64_t)global;
  info->local_memory = (uint64_t)local;
  info->max_group_size = (uint64_t)group;
  for (int d = 0; d < 3; d++) info->max_item_size[d] = (uint64_t)size[d];
  return true;
}

enum wb_status wb_device_infos_parse(const char *text, size_t length, struct wb_device_info **items,
                                     size_t *count, struct wb_error *err) {
  json_t *list = json_loadb(text, length, JSON_DISABLE_EOF_CHECK, NULL);
  enum wb_status status = WB_OK;
  size_t capacity = *count, i;
  json_t *object;
  if (!json_is_array(list)) status = WB_ERR_PROTOCOL;
  json_array_foreach(list, i, object) {
    struct wb_device_info info;
    if (!info_from_json(object, &info)) {
      status = WB_ERR_PROTOCOL;
      break;
    }
    *items = wb_grow(*items, &capacity, *count + 1, sizeof **items);
    (*items)[(*count)++] = info;
  }
  json_decref(list);
  if (status != WB_OK) wb_fail(err, status, "the worker's list of devices cannot be read");
  return status;
}
