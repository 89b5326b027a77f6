/* Which walls there are, are to stand, or do stand; sandbox.h says what they do. */
#ifndef WB_SANDBOX_WALLS_H
#define WB_SANDBOX_WALLS_H

#include <stdint.h>

#include "base/status.h"

enum wb_wall { WB_WALL_LANDLOCK = 1 << 0, WB_WALL_SECCOMP = 1 << 1 };
enum { WB_WALLS_ALL = WB_WALL_LANDLOCK | WB_WALL_SECCOMP, WB_WALLS_WORDS_MAX = 48 };
#define WB_WALLS_VARIABLE "WORKBENCH_WALLS"

/* Walls that are to stand, or that do. All zero is none. */
struct wb_walls {
  uint32_t which; /* of enum wb_wall */
  /* At most this ABI of Landlock's is used; 0 where it is not among them. */
  uint32_t landlock_abi;
};

/* The machine word of one wall: "landlock". Static storage. */
const char *wb_wall_name(enum wb_wall wall);

/* What to raise in this run: WORKBENCH_WALLS, else what this machine grants, found out
 * by raising each wall in a child. WB_ERR_USAGE where the variable cannot be understood. */
enum wb_status wb_walls_choose(struct wb_walls *walls, struct wb_error *err);

/* What this machine grants, whatever the variable says. */
void wb_walls_probe(struct wb_walls *walls);

/* As the variable has them: "landlock:7,seccomp", "none". In pairs. */
void wb_walls_words(const struct wb_walls *walls, char words[WB_WALLS_WORDS_MAX]);
enum wb_status wb_walls_parse(struct wb_walls *walls, const char *words, struct wb_error *err);

/* Sets the variable to these, for what this process starts. */
enum wb_status wb_walls_hand_on(const struct wb_walls *walls, struct wb_error *err);

#endif
