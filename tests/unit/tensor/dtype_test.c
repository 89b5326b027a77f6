#include "tensor/dtype.h"

#include "tap.h"

static void names_round_trip(void) {
  size_t count;
  const char *const *names = wb_dtype_names(&count);
  char buffer[WB_DTYPE_NAME_MAX];
  CHECK_INT(count, 44);
  for (size_t i = 0; i < count; i++) {
    struct wb_dtype type;
    if (!CHECK(wb_dtype_parse(names[i], &type))) continue;
    CHECK_STRING(wb_dtype_name(type, buffer), names[i]);
  }
}

static void refuses_other_names(void) {
  static const char *const wrong[] = {"",        "flaot", "float5", "float1", "float32",
                                      "float22", "int ",  "Float",  "size_t", "2"};
  struct wb_dtype type;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    CHECK(!wb_dtype_parse(wrong[i], &type));
}

static void three_lanes_take_the_room_of_four(void) {
  struct wb_dtype type = {WB_FLOAT, 3};
  CHECK_INT(wb_dtype_size(type), 16);
  CHECK_INT(wb_dtype_stride(type), 4);
  type.lanes = 2;
  CHECK_INT(wb_dtype_size(type), 8);
}

static void long_vectors_are_types_too(void) {
  struct wb_dtype type;
  char name[WB_DTYPE_NAME_MAX];
  CHECK(wb_dtype_parse("ushort16", &type));
  CHECK_INT(wb_dtype_size(type), 32);
  CHECK_STRING(wb_dtype_name(type, name), "ushort16");
  CHECK(wb_dtype_parse("double8", &type));
  CHECK_INT(wb_dtype_size(type), 64);
  for (unsigned lanes = 0; lanes < 40; lanes++)
    CHECK_INT(wb_lanes_valid(lanes),
              lanes == 1 || lanes == 2 || lanes == 3 || lanes == 4 || lanes == 8 || lanes == 16);
}

int main(void) {
  tap_run("every type's name parses back to it", names_round_trip);
  tap_run("a name that is no type is refused", refuses_other_names);
  tap_run("a 3-vector takes the room of four lanes", three_lanes_take_the_room_of_four);
  tap_run("vectors of 8 and 16 lanes are types, and no others", long_vectors_are_types_too);
  return tap_finish();
}
