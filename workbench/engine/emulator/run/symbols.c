#include "emulator/run/symbols.h"

#include "emulator/check/slow.h"

typedef void function(void);

/* ISO C has no way from a function to a void pointer; POSIX promises one. */
#define SYMBOL(name) \
  { #name, __extension__(void *)(function *) name }

const struct wb_symbol *wb_runtime_symbols(size_t *count) {
  static const struct wb_symbol symbols[] = {
      SYMBOL(wbrt_check),
      SYMBOL(wbrt_unwritten),
      SYMBOL(wbrt_unwritten_lanes),
      SYMBOL(wbrt_mark),
      SYMBOL(wbrt_mark_lanes),
      SYMBOL(wbrt_step),
      SYMBOL(wbrt_first_steps),
      SYMBOL(wbrt_begin_item),
      SYMBOL(wbrt_next_item),
      SYMBOL(wbrt_end_item),
      SYMBOL(wbrt_turn),
      SYMBOL(wbrt_refuse),
      SYMBOL(wbrt_race),
      SYMBOL(wbrt_race_packed),
      SYMBOL(wbrt_race_stored),
      SYMBOL(wbrt_read_unwritten),
      SYMBOL(wbrt_note_set),
      SYMBOL(wbrt_is_set),
      SYMBOL(wbrt_more_steps),
      SYMBOL(wbrt_forget_item),
      SYMBOL(wbrt_lockstep),
      SYMBOL(wbrt_one_by_one),
      SYMBOL(wbrt_used_unwritten),
      SYMBOL(wbrt_unchanged),
      SYMBOL(wbrt_divided_by_zero),
      SYMBOL(wbrt_divide_overflow),
      SYMBOL(wbrt_bad_shift),
      SYMBOL(wbrt_converted),
      SYMBOL(wbrt_bad_lane),
      SYMBOL(wbrt_bad_row),
      SYMBOL(wbrt_index_outside),
      SYMBOL(wbrt_index_used),
      SYMBOL(wbrt_bad_pixel),
      SYMBOL(wbrt_bad_align),
      SYMBOL(wbrt_begin_object),
      SYMBOL(wbrt_copy),
      SYMBOL(wbrt_set),
      SYMBOL(wbrt_barrier),
      SYMBOL(wbrt_sync),
      SYMBOL(wbrt_collective),
      SYMBOL(wbrt_subgroup),
      SYMBOL(wbrt_memory_at),
      SYMBOL(wbrt_async_copy),
      SYMBOL(wbrt_async_wait),
      SYMBOL(wbrt_polls),
      SYMBOL(wbrt_carry_unwritten),
      SYMBOL(wbrt_left_undefined),
      SYMBOL(wbrt_returns),
      SYMBOL(wbrt_exits),
      SYMBOL(wbrt_printf),
      SYMBOL(wbrt_profile_access),
      SYMBOL(wbrt_profile_branch),
      SYMBOL(wbrt_profile_select),
      SYMBOL(wbrt_changes),
      SYMBOL(wbrt_take_turn),
      SYMBOL(wbrt_stale_read),
      SYMBOL(wbrt_read_stale),
      SYMBOL(wbrt_exchanged),
      SYMBOL(wbrt_trial_read),
      SYMBOL(wbrt_trial_write),
      SYMBOL(wbrt_trial_turn),
      SYMBOL(wbrt_read_unwritten_lanes),
      SYMBOL(wbrt_mark_unwritten_lanes),
  };
  *count = sizeof symbols / sizeof symbols[0];
  return symbols;
}
