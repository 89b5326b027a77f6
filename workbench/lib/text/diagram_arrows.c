#include "text/diagram_arrows.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { NO_TRACK = -1 };

/* What makes arrows hard to follow, against a crossing: a track, and lines that leave beside the
 * middle of their cells, above all where several meet. */
enum { TRACK_COSTS = 2, BESIDE_COSTS = 2, MEETING_COSTS = 8 };

/* An arrow on its way: where it leaves and arrives, and on which track it runs. */
struct edge {
  size_t from, to; /* of its cells */
  size_t out, in;  /* where the line leaves and arrives */
  size_t net;
  bool wrong;
};

struct net {
  size_t low, high;
  bool straight; /* down and nowhere else */
  int track;
};

struct routing {
  struct edge *edges;
  size_t n_edges;
  struct net *nets;
  size_t n_nets;
  size_t tracks, most_tracks;
};

/* ---- nets -------------------------------------------------------------------------------- */

static bool meet(const struct edge *a, const struct edge *b) {
  return a->wrong == b->wrong && (a->from == b->from || a->to == b->to);
}

/* Gives arrows that hang together one number, in `net`. */
static void join_edges(struct routing *r) {
  for (size_t i = 0; i < r->n_edges; i++) r->edges[i].net = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < r->n_edges; i++)
      for (size_t k = 0; k < r->n_edges; k++)
        if (meet(&r->edges[i], &r->edges[k]) && r->edges[k].net > r->edges[i].net) {
          r->edges[k].net = r->edges[i].net;
          changed = true;
        }
  }
}

/* How many different ends the arrows of a group have. */
static size_t count_ends(const struct routing *r, size_t group, bool sources) {
  size_t count = 0;
  for (size_t i = 0; i < r->n_edges; i++) {
    bool seen = r->edges[i].net != group;
    for (size_t k = 0; k < i && !seen; k++)
      seen = r->edges[k].net == group &&
             (sources ? r->edges[k].from == r->edges[i].from : r->edges[k].to == r->edges[i].to);
    count += seen ? 0 : 1;
  }
  return count;
}

static size_t count_edges(const struct routing *r, size_t group) {
  size_t count = 0;
  for (size_t i = 0; i < r->n_edges; i++) count += r->edges[i].net == group ? 1 : 0;
  return count;
}

/* A group in which each source leads to each target is a net; of another one, the arrows of each
 * target (or of each source, where these are fewer) are one. */
static void split_group(const struct routing *r, size_t group, size_t *net_of, size_t *next) {
  const size_t sources = count_ends(r, group, true), targets = count_ends(r, group, false);
  const bool whole = count_edges(r, group) == sources * targets;
  for (size_t i = 0; i < r->n_edges; i++) {
    if (r->edges[i].net != group) continue;
    size_t same = i;
    for (size_t k = 0; k < i && same == i; k++)
      if (r->edges[k].net == group &&
          (whole || (targets <= sources ? r->edges[k].to == r->edges[i].to
                                        : r->edges[k].from == r->edges[i].from)))
        same = k;
    net_of[i] = same == i ? (*next)++ : net_of[same];
  }
}

static void make_nets(struct routing *r) {
  size_t *net_of = wb_alloc((r->n_edges + 1) * sizeof *net_of), next = 0;
  join_edges(r);
  for (size_t group = 0; group < r->n_edges; group++) split_group(r, group, net_of, &next);
  for (size_t i = 0; i < r->n_edges; i++) r->edges[i].net = net_of[i];
  r->n_nets = next;
  r->nets = wb_alloc((next + 1) * sizeof *r->nets);
  free(net_of);
}

/* ---- where lines leave and arrive -------------------------------------------------------- */

static bool goes_down(const struct edge *edge) { return edge->from == edge->to; }

/* Whether, in that column, a line of one net arrives and one of another leaves. */
static bool is_contested(const struct routing *r, size_t column) {
  for (size_t i = 0; i < r->n_edges; i++)
    for (size_t k = 0; k < r->n_edges; k++)
      if (r->edges[i].from == column && r->edges[k].to == column &&
          r->edges[i].net != r->edges[k].net && !goes_down(&r->edges[i]) &&
          !goes_down(&r->edges[k]))
        return true;
  return false;
}

/* In contested columns lines leave beside the middle, on that side, and arrive on the other; 0:
 * everything is in the middle. False where a cell is too narrow for it. */
static bool choose_sides(struct routing *r, const struct wb_arrow_way *ways, int side) {
  for (size_t i = 0; i < r->n_edges; i++) {
    struct edge *edge = &r->edges[i];
    const bool moves = side != 0 && !goes_down(edge);
    edge->out = edge->from;
    edge->in = edge->to;
    if (moves && is_contested(r, edge->from)) {
      if (ways[i].from_spare == 0) return false;
      edge->out = side > 0 ? edge->from + 1 : edge->from - 1;
    }
    if (moves && is_contested(r, edge->to)) {
      if (ways[i].to_spare == 0) return false;
      edge->in = side > 0 ? edge->to - 1 : edge->to + 1;
    }
  }
  return true;
}

static void measure_nets(struct routing *r) {
  for (size_t n = 0; n < r->n_nets; n++)
    r->nets[n] = (struct net){.low = (size_t)-1, .straight = true, .track = NO_TRACK};
  for (size_t i = 0; i < r->n_edges; i++) {
    struct net *net = &r->nets[r->edges[i].net];
    const size_t ends[] = {r->edges[i].out, r->edges[i].in};
    for (size_t e = 0; e < 2; e++) {
      if (ends[e] < net->low) net->low = ends[e];
      if (ends[e] > net->high) net->high = ends[e];
    }
    net->straight = net->low == net->high;
  }
}

/* ---- tracks ------------------------------------------------------------------------------ */

/* Which nets must run above which: where a line of one leaves in the column in which one of another
 * arrives, they would be one line. */
static void find_order(const struct routing *r, bool *above) {
  for (size_t i = 0; i < r->n_edges; i++)
    for (size_t k = 0; k < r->n_edges; k++) {
      const size_t a = r->edges[i].net, b = r->edges[k].net;
      if (a != b && !r->nets[a].straight && !r->nets[b].straight &&
          r->edges[i].out == r->edges[k].in)
        above[a * r->n_nets + b] = true;
    }
}

static bool may_be_next(const struct routing *r, const bool *above, size_t net) {
  for (size_t other = 0; other < r->n_nets; other++)
    if (r->nets[other].track == NO_TRACK && above[other * r->n_nets + net]) return false;
  return true;
}

static bool overlaps(const struct routing *r, size_t net, int track) {
  const struct net *one = &r->nets[net];
  for (size_t n = 0; n < r->n_nets; n++)
    if (n != net && r->nets[n].track == track && one->low <= r->nets[n].high &&
        r->nets[n].low <= one->high)
      return true;
  return false;
}

/* The net that comes next on a track: of those that may, the one that begins first. */
static size_t find_next(const struct routing *r, const bool *above, int track) {
  size_t best = r->n_nets;
  for (size_t n = 0; n < r->n_nets; n++)
    if (!r->nets[n].straight && r->nets[n].track == NO_TRACK && may_be_next(r, above, n) &&
        !overlaps(r, n, track) && (best == r->n_nets || r->nets[n].low < r->nets[best].low))
      best = n;
  return best;
}

/* What comes below a net of this track waits for the next one. */
static void fill_track(struct routing *r, const bool *above, int track) {
  bool *placed = wb_alloc((r->n_nets + 1) * sizeof *placed);
  for (;;) {
    const size_t next = find_next(r, above, track);
    if (next == r->n_nets) break;
    bool waits = false;
    for (size_t n = 0; n < r->n_nets; n++)
      waits = waits || (placed[n] && above[n * r->n_nets + next]);
    if (waits) break;
    r->nets[next].track = track;
    placed[next] = true;
  }
  free(placed);
}

static size_t count_left(const struct routing *r) {
  size_t left = 0;
  for (size_t n = 0; n < r->n_nets; n++)
    left += !r->nets[n].straight && r->nets[n].track == NO_TRACK ? 1 : 0;
  return left;
}

/* False where lines would have to be above each other in a circle, or tracks do not suffice. */
static bool assign_tracks(struct routing *r) {
  bool *above = wb_alloc((r->n_nets * r->n_nets + 1) * sizeof *above);
  size_t left = count_left(r);
  bool fits = true;
  find_order(r, above);
  for (r->tracks = 0; left > 0 && fits; r->tracks++) {
    fill_track(r, above, (int)r->tracks);
    const size_t now = count_left(r);
    fits = now < left && r->tracks + 1 <= r->most_tracks;
    left = now;
  }
  free(above);
  return fits;
}

static bool route(struct routing *r, const struct wb_arrow_way *ways, int side) {
  if (!choose_sides(r, ways, side)) return false;
  measure_nets(r);
  return assign_tracks(r);
}

/* What runs up and down in a column at a row. */
struct upright {
  unsigned arms;
  bool wrong; /* all that does is */
};

static struct upright find_upright(const struct routing *r, size_t row, size_t column) {
  struct upright found = {.wrong = true};
  for (size_t i = 0; i < r->n_edges; i++) {
    const struct edge *edge = &r->edges[i];
    const struct net *net = &r->nets[edge->net];
    const size_t track = net->straight ? r->tracks : (size_t)net->track;
    unsigned arms = 0;
    if (edge->out == column && row <= track)
      arms |= WB_ARM_UP | (row < track ? (unsigned)WB_ARM_DOWN : 0u);
    if (edge->in == column && (net->straight || row >= track))
      arms |= WB_ARM_DOWN | (net->straight || row > track ? (unsigned)WB_ARM_UP : 0u);
    if (arms != 0 && !edge->wrong) found.wrong = false;
    found.arms |= arms;
  }
  return found;
}

static bool net_has_column(const struct routing *r, size_t net, size_t column) {
  for (size_t i = 0; i < r->n_edges; i++)
    if (r->edges[i].net == net && (r->edges[i].out == column || r->edges[i].in == column))
      return true;
  return false;
}

/* Whether a net runs level through that place. */
static bool runs_through(const struct net *net, size_t row, size_t column) {
  return !net->straight && (size_t)net->track == row && column >= net->low && column <= net->high;
}

static size_t count_crossings(const struct routing *r) {
  size_t count = 0;
  for (size_t n = 0; n < r->n_nets; n++)
    for (size_t x = r->nets[n].low; x <= r->nets[n].high && !r->nets[n].straight; x++)
      if (find_upright(r, (size_t)r->nets[n].track, x).arms != 0 && !net_has_column(r, n, x))
        count++;
  return count;
}

static bool is_beside(const struct edge *edge) {
  return edge->out != edge->from || edge->in != edge->to;
}

static size_t count_costs(const struct routing *r, int side) {
  size_t costs = TRACK_COSTS * r->tracks + count_crossings(r);
  if (side == 0) return costs;
  bool meets = false;
  for (size_t i = 0; i < r->n_edges; i++)
    for (size_t k = 0; k < r->n_edges; k++)
      meets = meets || (i != k && r->edges[i].net == r->edges[k].net && is_beside(&r->edges[i]));
  return costs + BESIDE_COSTS + (meets ? MEETING_COSTS : 0);
}

/* The sides that are easiest to follow. */
static bool route_best(struct routing *r, const struct wb_arrow_way *ways) {
  static const int sides[] = {0, 1, -1};
  int best = 0;
  size_t least = (size_t)-1;
  for (size_t i = 0; i < 3; i++) {
    if (!route(r, ways, sides[i])) continue;
    const size_t costs = count_costs(r, sides[i]);
    if (costs < least) best = sides[i];
    if (costs < least) least = costs;
  }
  return least != (size_t)-1 && route(r, ways, best);
}

/* ---- drawing ----------------------------------------------------------------------------- */

static bool net_is_wrong(const struct routing *r, size_t net) {
  for (size_t i = 0; i < r->n_edges; i++)
    if (r->edges[i].net == net) return r->edges[i].wrong;
  return false;
}

static void draw_place(const struct routing *r, struct wb_canvas *canvas, size_t top, size_t row,
                       size_t column) {
  struct upright upright = find_upright(r, row, column);
  unsigned arms = upright.arms;
  bool wrong = upright.wrong;
  for (size_t n = 0; n < r->n_nets; n++) {
    const struct net *net = &r->nets[n];
    if (!runs_through(net, row, column)) continue;
    if (upright.arms != 0 && !net_has_column(r, n, column)) continue; /* it passes in front */
    arms |= (column > net->low ? (unsigned)WB_ARM_LEFT : 0u) |
            (column < net->high ? (unsigned)WB_ARM_RIGHT : 0u);
    wrong = wrong && net_is_wrong(r, n);
  }
  if (arms != 0)
    wb_canvas_arms(canvas, top + row, column, arms, wrong ? WB_LOOK_DASHED : WB_LOOK_LIGHT,
                   wrong ? WB_STYLE_BAD : WB_STYLE_CODE);
}

static void draw_heads(const struct routing *r, struct wb_canvas *canvas, size_t row) {
  for (size_t i = 0; i < r->n_edges; i++) {
    const struct upright upright = find_upright(r, r->tracks, r->edges[i].in);
    wb_canvas_text(canvas, row, r->edges[i].in, upright.wrong ? "✗" : "▼",
                   upright.wrong ? WB_STYLE_BAD : WB_STYLE_CODE);
  }
}

size_t wb_arrows_draw(const struct wb_arrow_way *ways, size_t count, struct wb_canvas *canvas,
                      size_t row, size_t most) {
  struct routing r = {
      .edges = wb_alloc((count + 1) * sizeof *r.edges), .n_edges = count, .most_tracks = most};
  size_t rows = 0;
  for (size_t i = 0; i < count; i++)
    r.edges[i] = (struct edge){.from = ways[i].from, .to = ways[i].to, .wrong = ways[i].wrong};
  make_nets(&r);
  if (count > 0 && route_best(&r, ways)) {
    for (size_t y = 0; y < r.tracks; y++)
      for (size_t x = 0; x < canvas->columns; x++) draw_place(&r, canvas, row, y, x);
    draw_heads(&r, canvas, row + r.tracks);
    for (size_t i = 0; row > 0 && i < count; i++) /* a box that they leave is open to them */
      if (wb_canvas_has(canvas, row - 1, r.edges[i].out) &&
          canvas->rows[row - 1][r.edges[i].out].text[0] == '\0')
        wb_canvas_arms(canvas, row - 1, r.edges[i].out, WB_ARM_DOWN, WB_LOOK_LIGHT, WB_STYLE_DIM);
    rows = r.tracks + 1;
  }
  free(r.edges);
  free(r.nets);
  return rows;
}
