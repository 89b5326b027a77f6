#include "device/info_json.h"

#include <stdlib.h>

#include "device/protocol.h"
#include "fields/json_tools.h"

void wb_device_infos_print(const struct wb_device_info *infos, size_t count, struct wb_str *out) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++)
    json_array_append_new(list, wb_fields_to_json(&wb_info_fields, &infos[i], NULL));
  char *text = json_dumps(list, JSON_COMPACT);
  wb_str_add(out, text != NULL ? text : "[]");
  free(text);
  json_decref(list);
}

enum wb_status wb_device_infos_parse(const char *text, size_t length, struct wb_device_info **items,
                                     size_t *count, struct wb_error *err) {
  json_t *list = json_loadb(text, length, JSON_DISABLE_EOF_CHECK, NULL);
  const char *bad = json_is_array(list) ? NULL : "list";
  size_t capacity = *count, i;
  json_t *object;
  json_array_foreach(list, i, object) {
    const struct wb_json_reader in = {object, &bad, NULL};
    *items = wb_grow(*items, &capacity, *count + 1, sizeof **items);
    (*items)[*count] = (struct wb_device_info){.selector = ""};
    wb_fields_from_json(&wb_info_fields, in, &(*items)[*count]);
    if (bad != NULL) break;
    ++*count;
  }
  json_decref(list);
  if (bad == NULL) return WB_OK;
  return wb_fail(err, WB_ERR_PROTOCOL, "the worker's list of devices cannot be read");
}
