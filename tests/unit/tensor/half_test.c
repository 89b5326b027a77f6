#include "tensor/half.h"

#include <math.h>

#include "tap.h"

static void every_half_survives_a_round_trip(void) {
  for (unsigned bits = 0; bits <= 0xFFFF; bits++) {
    float value = wb_half_to_float((uint16_t)bits);
    uint16_t back = wb_half_from_double((double)value);
    if (isnan(value)) {
      if (!CHECK(isnan(wb_half_to_float(back)))) return;
    } else if (!CHECK_INT(back, bits)) {
      return;
    }
  }
}

/* Every midpoint between neighbours, and the doubles next to it. */
static void rounds_to_nearest_even(void) {
  for (unsigned bits = 0; bits < 0x7BFF; bits++) {
    double low = (double)wb_half_to_float((uint16_t)bits);
    double high = (double)wb_half_to_float((uint16_t)(bits + 1));
    double middle = (low + high) / 2;
    unsigned even = bits % 2 == 0 ? bits : bits + 1;
    if (!CHECK_INT(wb_half_from_double(middle), even)) return;
    if (!CHECK_INT(wb_half_from_double(-middle), even | 0x8000)) return;
    if (!CHECK_INT(wb_half_from_double(nextafter(middle, 0)), bits)) return;
    if (!CHECK_INT(wb_half_from_double(nextafter(middle, INFINITY)), bits + 1)) return;
  }
}

static void handles_the_ends(void) {
  CHECK_INT(wb_half_from_double(65504), 0x7BFF);
  CHECK_INT(wb_half_from_double(65519.99), 0x7BFF);
  CHECK_INT(wb_half_from_double(65520), 0x7C00);
  CHECK_INT(wb_half_from_double(1e300), 0x7C00);
  CHECK_INT(wb_half_from_double(-INFINITY), 0xFC00);
  CHECK_INT(wb_half_from_double(0x1p-25), 0);
  CHECK_INT(wb_half_from_double(nextafter(0x1p-25, 1)), 1);
  CHECK_INT(wb_half_from_double(1e-300), 0);
  CHECK_INT(wb_half_from_double(-0.0), 0x8000);
  CHECK(isnan(wb_half_to_float(wb_half_from_double(NAN))));
}

int main(void) {
  tap_run("every half survives the way to float and back", every_half_survives_a_round_trip);
  tap_run("doubles round to the nearest half, ties to even", rounds_to_nearest_even);
  tap_run("overflow, underflow, infinity and NaN", handles_the_ends);
  return tap_finish();
}
