/* A buffer's content as a table: the index of each line's first element, then
 * its elements in columns. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/device.h"
#include "report/emulation.h"
#include "report/write.h"

enum { MOST_ELEMENTS = 1024, BYTES_A_LINE = 16, VALUE_MAX = 640 };
static const char unset[] = "unset";

bool wb_dump_unset(const struct wb_dump *dump, size_t i) {
  const struct wb_dtype type = dump->content.type;
  const size_t size = wb_dtype_size(type), used = wb_scalar_size(type.scalar) * type.lanes;
  const unsigned char *bytes = (const unsigned char *)dump->content.data + i * size;
  if (dump->undefined != NULL && dump->undefined[i]) return true;
  if (!dump->knows_written || dump->unwritten_bytes == 0) return false;
  for (size_t k = 0; k < used; k++)
    if (bytes[k] != WB_POISON_BYTE) return false;
  return true;
}

static void element_text(const struct wb_dump *dump, size_t i, char text[VALUE_MAX]) {
  if (wb_dump_unset(dump, i))
    memcpy(text, unset, sizeof unset);
  else if (dump->bytes)
    snprintf(text, VALUE_MAX, "%02x", ((const unsigned char *)dump->content.data)[i]);
  else
    wb_tensor_format(&dump->content, i, text, VALUE_MAX);
}

struct table {
  const struct wb_dump *dump;
  struct wb_document *document;
  size_t shown, width_of_index, width_of_value, columns;
};

static void measure_columns(struct table *table, unsigned width) {
  table->width_of_index = (size_t)wb_digits(table->shown > 0 ? table->shown - 1 : 0) + 4;
  for (size_t i = 0; i < table->shown; i++) {
    char text[VALUE_MAX];
    element_text(table->dump, i, text);
    if (strlen(text) > table->width_of_value) table->width_of_value = strlen(text);
  }
  size_t room = width > table->width_of_index ? width - table->width_of_index : 1;
  size_t fit = room / (table->width_of_value + 2);
  /* Powers of two make indices that one can count with. */
  for (table->columns = 1; table->columns * 2 <= fit;) table->columns *= 2;
  if (table->dump->bytes && table->columns > BYTES_A_LINE) table->columns = BYTES_A_LINE;
}

static void write_row(const struct table *table, size_t first) {
  wb_document_add_line(table->document);
  wb_put(table->document, WB_STYLE_DIM, "%*zu: ", (int)table->width_of_index - 1, first);
  for (size_t i = first; i < table->shown && i < first + table->columns; i++) {
    char text[VALUE_MAX];
    element_text(table->dump, i, text);
    bool set = !wb_dump_unset(table->dump, i);
    wb_put(table->document, set ? WB_STYLE_PLAIN : WB_STYLE_WARNING, "  %*s",
           (int)table->width_of_value, text);
  }
}

static void write_title(const struct table *table, size_t count) {
  const struct wb_dump *dump = table->dump;
  char type[WB_DTYPE_NAME_MAX];
  wb_document_add_line(table->document);
  wb_put(table->document, WB_STYLE_STRONG, "%s", dump->name);
  wb_put(table->document, WB_STYLE_DIM, " (argument %zu, %s[%zu]", dump->number,
         dump->bytes ? "bytes" : wb_dtype_name(dump->content.type, type), count);
  if (dump->knows_written && dump->unwritten_bytes > 0)
    wb_put(table->document, WB_STYLE_DIM, ", %" PRIu64 " of %zu bytes never written",
           dump->unwritten_bytes, wb_tensor_bytes(&dump->content));
  wb_write(table->document, WB_STYLE_DIM, ")");
}

void wb_write_dump(struct wb_document *document, const struct wb_dump *dump, unsigned width) {
  const size_t count = wb_tensor_count(&dump->content);
  struct table table = {
      .dump = dump, .document = document, .shown = count < MOST_ELEMENTS ? count : MOST_ELEMENTS};
  write_title(&table, count);
  measure_columns(&table, width);
  for (size_t i = 0; i < table.shown; i += table.columns) write_row(&table, i);
  if (table.shown == count) return;
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_DIM, "  … %zu more elements; --json has them all", count - table.shown);
}
