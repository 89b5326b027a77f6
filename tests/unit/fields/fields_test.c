/* Tables of fields: one struct with a field of every kind goes over the wire and through JSON, and
 * what cannot be is refused. */
#include "fields/fields.h"

#include <math.h>
#include <stdlib.h>

#include "fields/json_tools.h"
#include "tap.h"

enum color { RED, GREEN, BLUE };
static const struct wb_word color_rows[] = {{.name = "red"}, {.name = "green"}, {.name = "blue"}};
static const struct wb_words colors = WB_WORDS(color_rows);

struct pet {
  char *name;
  uint32_t legs;
};

#define WB_OF struct pet
static const struct wb_field pet_rows[] = {
    {"name", WB_VALUE(name), .most = 8},
    {"legs", WB_VALUE(legs), .most = 100},
};
static const struct wb_fields pet_fields = {WB_ROWS(pet_rows)};
#undef WB_OF

struct house {
  bool old;
  uint32_t number;
  uint64_t bricks;
  int64_t level;
  double rent;
  enum color door;
  char street[16];
  char file[16];
  char *owner, *tenant;
  uint64_t size[3];
  uint32_t rooms[4];
  uint32_t n_rooms;
  struct pet *pets;
  size_t n_pets;
  char **guests;
  bool *stays;
  size_t n_guests;
  bool has_garage;
  struct pet garage;
  unsigned char key[4];
  unsigned char *plan;
  size_t plan_length;
  bool has_pool;
  uint32_t depth; /* of the pool */
};

static bool has_pool(const void *of) { return ((const struct house *)of)->has_pool; }
static const char *house_fault(const void *of) {
  return ((const struct house *)of)->number == 13 ? "number" : NULL;
}
static json_t *area_to_json(const void *of) {
  const struct house *house = of;
  return wb_json_count(house->size[0] * house->size[1]);
}

enum { MOST_PETS = 3, MOST_GUESTS = 4, MOST_PLAN = 64, ROOM = 400 };

#define WB_OF struct house
static const struct wb_field house_rows[] = {
    {"old", WB_VALUE(old)},
    {"number", WB_VALUE(number)},
    {"bricks", WB_VALUE(bricks)},
    {"level", WB_VALUE(level)},
    {"rent", WB_VALUE(rent)},
    {"door", WB_VALUE(door), .words = &colors},
    {"street", WB_NAME(street), .or_null = true},
    {"file", WB_NAME(file), .judged_file = true},
    {"owner", WB_VALUE(owner)},
    {"tenant", WB_VALUE(tenant), .or_absent = true},
    {"size", WB_ARRAY(size)},
    {"width", WB_VALUE(size[0]), .json_only = true},
    {"area", .write = area_to_json},
    {"rooms", WB_COUNTED(rooms, n_rooms)},
    {"pets", WB_LIST(pets, n_pets, MOST_PETS), .fields = &pet_fields},
    {"guests", WB_LIST(guests, n_guests, MOST_GUESTS)},
    {"stays", WB_LIST(stays, n_guests, MOST_GUESTS), .as_before = true},
    {"garage", WB_VALUE(garage), .fields = &pet_fields, WB_GIVEN(has_garage)},
    {WB_BYTES(key)},
    {WB_OWN_BYTES(plan, plan_length, MOST_PLAN), .or_null = true, .room = ROOM},
    {"has_pool", WB_VALUE(has_pool)},
    {"depth", WB_VALUE(depth), .applies = has_pool},
};
static const struct wb_fields wb_house_fields = {WB_ROWS(house_rows), .fault = house_fault};
#undef WB_OF

WB_WIRE_OWNER(house, struct house)

static void build(struct house *house) {
  *house = (struct house){.old = true,
                          .number = 7,
                          .bricks = UINT64_C(1) << 40,
                          .level = -2,
                          .rent = 12.5,
                          .door = BLUE,
                          .street = "Elm",
                          .owner = wb_strdup("Ann"),
                          .size = {4, 5, 6},
                          .rooms = {3, 1, 9, 9},
                          .n_rooms = 2,
                          .pets = wb_alloc(2 * sizeof *house->pets),
                          .n_pets = 2,
                          .guests = wb_alloc(2 * sizeof *house->guests),
                          .stays = wb_alloc(2 * sizeof *house->stays),
                          .n_guests = 2,
                          .has_garage = true,
                          .garage = {wb_strdup("car"), 0},
                          .key = {1, 0, 2, 3},
                          .plan = (unsigned char *)wb_strdup("plan"),
                          .plan_length = 4,
                          .has_pool = true,
                          .depth = 2};
  house->pets[0] = (struct pet){wb_strdup("Rex"), 4};
  house->pets[1] = (struct pet){wb_strdup(""), 2};
  house->guests[0] = wb_strdup("Bob");
  house->guests[1] = wb_strdup("Eve");
  house->stays[1] = true;
}

static char *json_of(const struct house *house) {
  json_t *object = wb_fields_to_json(&wb_house_fields, house, "judged.cl");
  char *text = json_dumps(object, JSON_COMPACT);
  json_decref(object);
  return text;
}

static const char WHOLE[] =
    "{\"old\":true,\"number\":7,\"bricks\":1099511627776,\"level\":-2,\"rent\":12.5,"
    "\"door\":\"blue\",\"street\":\"Elm\",\"file\":\"judged.cl\",\"owner\":\"Ann\","
    "\"size\":[4,5,6],\"width\":4,\"area\":20,\"rooms\":[3,1],\"pets\":[{\"name\":\"Rex\","
    "\"legs\":4},{\"name\":\"\",\"legs\":2}],\"guests\":[\"Bob\",\"Eve\"],\"stays\":[false,true],"
    "\"garage\":{\"name\":\"car\",\"legs\":0},\"has_pool\":true,\"depth\":2}";

static void data_are_printed_for_people_to_read(void) {
  struct pet pets[] = {{.name = "Rex", .legs = 4}, {.name = "Tick", .legs = 8}};
  struct wb_str text;
  wb_str_init(&text);
  wb_fields_print(&pet_fields, pets, &text);
  CHECK_STRING(text.data, "{\n  \"name\": \"Rex\",\n  \"legs\": 4\n}\n");
  wb_str_clear(&text);
  wb_fields_print_list(&pet_fields, pets, 2, &text);
  CHECK_STRING(text.data,
               "[\n  {\n    \"name\": \"Rex\",\n    \"legs\": 4\n  },\n"
               "  {\n    \"name\": \"Tick\",\n    \"legs\": 8\n  }\n]\n");
  wb_str_clear(&text);
  wb_fields_print_list(&pet_fields, NULL, 0, &text);
  CHECK_STRING(text.data, "[]\n");
  wb_str_release(&text);
}

static void a_struct_is_an_object(void) {
  struct house house = {0};
  build(&house);
  char *text = json_of(&house);
  CHECK_STRING(text, WHOLE);
  free(text);
  wb_house_release(&house);
  CHECK(house.owner == NULL && house.n_pets == 0);
  text = json_of(&house);
  CHECK_STRING(text,
               "{\"old\":false,\"number\":0,\"bricks\":0,\"level\":0,\"rent\":0.0,"
               "\"door\":\"red\",\"street\":null,\"file\":\"judged.cl\",\"owner\":\"\","
               "\"size\":[0,0,0],\"width\":0,\"area\":0,\"rooms\":[],\"pets\":[],\"guests\":[],"
               "\"stays\":[],\"garage\":null,\"has_pool\":false}");
  free(text);
}

/* The first member that cannot be; NULL where the object is one, and then it is written again as
 * it was read. */
static const char *fault_of(const char *text) {
  static char name[32];
  json_t *object = json_loads(text, 0, NULL);
  const char *bad = NULL;
  struct house house = {0};
  CHECK(object != NULL);
  wb_fields_from_json(&wb_house_fields, (struct wb_json_reader){object, &bad, "judged.cl"}, &house);
  snprintf(name, sizeof name, "%s", bad != NULL ? bad : "");
  wb_house_release(&house);
  json_decref(object);
  return bad != NULL ? name : NULL;
}

static void an_object_is_read_as_it_was_written(void) {
  json_t *object = json_loads(WHOLE, 0, NULL);
  const char *bad = NULL;
  struct house house = {0};
  wb_fields_from_json(&wb_house_fields, (struct wb_json_reader){object, &bad, "judged.cl"}, &house);
  CHECK(bad == NULL);
  CHECK_STRING(house.file, "");
  CHECK_INT(house.rooms[2], 0);
  char *text = json_of(&house);
  CHECK_STRING(text, WHOLE);
  free(text);
  wb_house_release(&house);
  json_decref(object);
}

static void what_is_absent_is_zero(void) {
  json_t *object = json_loads("{\"door\":\"red\"}", 0, NULL);
  const char *bad = NULL;
  struct house house = {0};
  wb_fields_from_json(&wb_house_fields, (struct wb_json_reader){object, &bad, NULL}, &house);
  CHECK(bad == NULL);
  CHECK_STRING(house.owner, "");
  CHECK(house.tenant == NULL && !house.has_garage && house.n_pets == 0 && house.bricks == 0);
  wb_house_release(&house);
  json_decref(object);
}

static void an_object_that_cannot_be_is_refused(void) {
  static const struct {
    const char *text, *bad;
  } objects[] = {
      {"[]", "door"},
      {"{}", "door"},
      {"{\"door\":\"pink\"}", "door"},
      {"{\"door\":\"red\",\"old\":1}", "old"},
      {"{\"door\":\"red\",\"number\":-1}", "number"},
      {"{\"door\":\"red\",\"number\":4294967296}", "number"},
      {"{\"door\":\"red\",\"number\":1.5}", "number"},
      {"{\"door\":\"red\",\"number\":13}", "number"},
      {"{\"door\":\"red\",\"bricks\":-1}", "bricks"},
      {"{\"door\":\"red\",\"rent\":\"12\"}", "rent"},
      {"{\"door\":\"red\",\"street\":[]}", "street"},
      {"{\"door\":\"red\",\"owner\":7}", "owner"},
      {"{\"door\":\"red\",\"tenant\":7}", "tenant"},
      {"{\"door\":\"red\",\"size\":[1,2]}", "size"},
      {"{\"door\":\"red\",\"size\":[1,2,3,4]}", "size"},
      {"{\"door\":\"red\",\"size\":[1,2,\"3\"]}", "size"},
      {"{\"door\":\"red\",\"rooms\":[1,2,3,4,5]}", "rooms"},
      {"{\"door\":\"red\",\"pets\":{}}", "pets"},
      {"{\"door\":\"red\",\"pets\":[{},{},{},{}]}", "pets"},
      {"{\"door\":\"red\",\"pets\":[7]}", "pets"},
      {"{\"door\":\"red\",\"pets\":[{\"legs\":101}]}", "legs"},
      {"{\"door\":\"red\",\"pets\":[{\"name\":\"Methuselah\"}]}", "name"},
      {"{\"door\":\"red\",\"guests\":[\"Bob\",null,7]}", "guests"},
      {"{\"door\":\"red\",\"guests\":[\"Bob\"],\"stays\":[]}", "stays"},
      {"{\"door\":\"red\",\"guests\":[\"Bob\"],\"stays\":[true,true]}", "stays"},
      {"{\"door\":\"red\",\"garage\":7}", "garage"},
  };
  CHECK(fault_of("{\"door\":\"red\",\"garage\":null,\"rent\":3,\"unknown\":[]}") == NULL);
  for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++)
    if (!CHECK_STRING(fault_of(objects[i].text), objects[i].bad)) printf("# %s\n", objects[i].text);
}

static void a_whole_object_has_every_member(void) {
  struct wb_fields whole = pet_fields;
  json_t *object = json_loads("{\"name\":\"Rex\"}", 0, NULL);
  const char *bad = NULL;
  struct pet pet = {0};
  whole.whole = true;
  wb_fields_from_json(&whole, (struct wb_json_reader){object, &bad, NULL}, &pet);
  CHECK_STRING(bad, "legs");
  wb_fields_release(&whole, &pet);
  json_decref(object);
}

/* What is said over the wire comes back, and no part of it does. */
static void bytes_are_read_as_they_were_written(void) {
  struct house house, got;
  struct wb_str bytes, again;
  build(&house);
  wb_str_init(&bytes);
  wb_str_init(&again);
  wb_put_house(&bytes, &house);
  struct wb_reader in = wb_reader_of(bytes.data, bytes.length);
  wb_get_house(&in, &got);
  CHECK(wb_reader_done(&in));
  char *text = json_of(&got);
  CHECK_STRING(text, WHOLE);
  CHECK(got.tenant == NULL && got.plan_length == 4 && got.plan[4] == '\0');
  CHECK(memcmp(got.key, house.key, sizeof got.key) == 0);
  free(text);
  wb_put_house(&again, &got);
  CHECK(again.length == bytes.length && memcmp(again.data, bytes.data, bytes.length) == 0);
  wb_house_release(&got);
  for (size_t length = 0; length < bytes.length; length++) {
    in = wb_reader_of(bytes.data, length);
    wb_get_house(&in, &got);
    CHECK(in.bad);
    wb_house_release(&got);
  }
  wb_house_release(&house);
  wb_str_release(&bytes);
  wb_str_release(&again);
}

/* Whether it goes over the wire. */
static bool passes(const struct house *house) {
  struct house got;
  struct wb_str bytes;
  wb_str_init(&bytes);
  wb_put_house(&bytes, house);
  struct wb_reader in = wb_reader_of(bytes.data, bytes.length);
  wb_get_house(&in, &got);
  const bool passed = wb_reader_done(&in);
  wb_house_release(&got);
  wb_str_release(&bytes);
  return passed;
}

static void bytes_that_cannot_be_are_refused(void) {
  struct house house = {0};
  build(&house);
  CHECK(passes(&house));
  house.rent = (double)NAN;
  CHECK(!passes(&house));
  house.rent = (double)INFINITY;
  CHECK(!passes(&house));
  house.rent = 0;
  house.door = BLUE + 1;
  CHECK(!passes(&house));
  house.door = RED;
  house.pets[1].legs = 101;
  CHECK(!passes(&house));
  house.pets[1].legs = 100;
  house.number = 13;
  CHECK(!passes(&house));
  house.number = 14;
  CHECK(passes(&house));
  wb_house_release(&house);
}

/* Counts beyond what a table allows, which no encoder writes. */
static void counts_beyond_the_table_are_refused(void) {
  struct house house, got;
  struct wb_str bytes;
  unsigned refused = 0;
  build(&house);
  wb_str_init(&bytes);
  wb_put_house(&bytes, &house);
  for (size_t at = 0; at + 4 <= bytes.length; at++) {
    uint32_t kept, many = UINT32_MAX;
    memcpy(&kept, bytes.data + at, sizeof kept);
    memcpy(bytes.data + at, &many, sizeof many);
    struct wb_reader in = wb_reader_of(bytes.data, bytes.length);
    wb_get_house(&in, &got);
    if (!wb_reader_done(&in)) refused++;
    CHECK(got.n_pets <= MOST_PETS && got.n_guests <= MOST_GUESTS && got.n_rooms <= 4);
    wb_house_release(&got);
    memcpy(bytes.data + at, &kept, sizeof kept);
  }
  CHECK(refused > 50);
  wb_house_release(&house);
  wb_str_release(&bytes);
}

static void what_is_too_long_is_cut_or_stays_out(void) {
  struct house house, got;
  struct wb_str bytes;
  build(&house);
  wb_str_init(&bytes);
  free(house.pets[0].name);
  house.pets[0].name = wb_strdup("Methuselah");
  for (size_t length = 0; length < 300; length++) wb_str_add_char(&bytes, 'x');
  wb_put_house(&bytes, &house);
  struct wb_reader in = wb_reader_of(bytes.data + 300, bytes.length - 300);
  wb_get_house(&in, &got);
  CHECK(wb_reader_done(&in));
  CHECK_STRING(got.pets[0].name, "Methusel");
  CHECK(got.plan == NULL && got.plan_length == 0);
  wb_house_release(&got);
  wb_house_release(&house);
  wb_str_release(&bytes);
}

static void another_layout_has_another_digest(void) {
  struct wb_field rows[2] = {pet_rows[0], pet_rows[1]};
  struct wb_fields changed = pet_fields;
  const uint32_t digest = wb_fields_digest(&pet_fields, 1);
  changed.rows = rows;
  CHECK(wb_fields_digest(&changed, 1) == digest && wb_fields_digest(&changed, 2) != digest);
  rows[1].name = "feet";
  CHECK(wb_fields_digest(&changed, 1) == digest);
  rows[1].most = 101;
  CHECK(wb_fields_digest(&changed, 1) != digest);
  rows[1] = pet_rows[0];
  rows[0] = pet_rows[1];
  CHECK(wb_fields_digest(&changed, 1) != digest);
  changed.rows = pet_rows;
  changed.count = 1;
  CHECK(wb_fields_digest(&changed, 1) != digest);
}

int main(void) {
  tap_run("a struct is an object of its rows", a_struct_is_an_object);
  tap_run("an object, or a list of them, is printed for people to read",
          data_are_printed_for_people_to_read);
  tap_run("an object is read as it was written", an_object_is_read_as_it_was_written);
  tap_run("what is absent is zero", what_is_absent_is_zero);
  tap_run("an object that cannot be is refused by the name of a member",
          an_object_that_cannot_be_is_refused);
  tap_run("a whole object has every member", a_whole_object_has_every_member);
  tap_run("bytes are read as they were written, all of them", bytes_are_read_as_they_were_written);
  tap_run("bytes that cannot be are refused", bytes_that_cannot_be_are_refused);
  tap_run("counts beyond the table are refused", counts_beyond_the_table_are_refused);
  tap_run("what is too long is cut, or stays out of the record",
          what_is_too_long_is_cut_or_stays_out);
  tap_run("another layout has another digest, another name has not",
          another_layout_has_another_digest);
  return tap_finish();
}
