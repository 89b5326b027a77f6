local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "N-Body",
  concept = "All bodies pull all others: tiles of bodies, each read once by a group and used by all of it.",
  chapter = "Capstones",
  tags = { "physics", "local-memory", "barrier", "tile", "vectors" },

  entry = "pull",
  params = {
    { name = "out",  kind = "output", type = "float4", shape = { "n" } },
    { name = "body", kind = "input",  type = "float4", shape = { "n" } },
    { name = "tile", kind = "local",  type = "float4", shape = { "local_x" } },
    { name = "n",    kind = "scalar", type = "uint",   value = "n" },
  },

  steps = { "One work-group", "Several groups", "Any size" },

  cases = {
    { name = "4 bodies", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 }, step = 1,
      given = { body = { { 0, 0, 0, 1 }, { 3, 0, 0, 2 }, { 0, 4, 0, 3 }, { 3, 4, 0, 4 } } } },
    { name = "16 bodies in one group", sizes = { n = 16 }, global = { 16 }, ["local"] = { 16 }, step = 1,
      visible = false },
    { name = "8 bodies in groups of 4", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 }, step = 2 },
    { name = "groups of one", sizes = { n = 5 }, global = { 5 }, ["local"] = { 1 }, step = 2, visible = false },
    { name = "groups of 100", sizes = { n = 200 }, global = { 200 }, ["local"] = { 100 }, step = 2,
      visible = false },
    { name = "10 bodies in groups of 4", sizes = { n = 10 }, global = { 12 }, ["local"] = { 4 }, step = 3 },
    -- The last tile has one body.
    { name = "97 bodies in groups of 32", sizes = { n = 97 }, global = { 128 }, ["local"] = { 32 }, step = 3,
      visible = false },
    { name = "alone", sizes = { n = 1 }, global = { 6 }, ["local"] = { 3 }, step = 3, visible = false },
    { name = "more work-items than needed", sizes = { n = 75 }, global = { 125 }, ["local"] = { 25 }, step = 3,
      visible = false },
  },

  domain = {
    sizes = { n = { 1, 300 } },
    ["local"] = { { 1, 100 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 2,
    holds = { { "n >= 1", "places are whole numbers from 0 to 100, no two bodies at the same, and masses 1 to 5" } },
    work = "(n + local_x) * (n + local_x)",
  },

  -- Whole numbers, all places different, one of them the origin. The last of many bodies are its
  -- neighbour, and in corners.
  inputs = function(case)
    local bodies, last = {}, { { 0, 1, 0 }, { 0, 0, 100 }, { 100, 100, 0 }, { 100, 100, 100 } }
    for i = 0, case.n - 1 do
      local x, y, z = table.unpack(case.n > 10 and last[case.n - i] or { i * 37 % 101, i * 53 % 89, i * 11 % 97 })
      bodies[i + 1] = { x, y, z, 1 + i * 7 % 5 }
    end
    return { body = bodies }
  end,

  reference = function(case)
    local n = case.n
    local function apart(lane)
      local at = case.body:lane(lane):astype("double")
      return at:reshape({ 1, n }) - at:reshape({ n, 1 })
    end
    local dx, dy, dz = apart(0), apart(1), apart(2)
    local square = dx * dx + dy * dy + dz * dz
    local other = square:gt(0)
    local mass = other:astype("double") * case.body:lane(3):astype("double"):reshape({ 1, n })
    local distance = square:maximum(1):sqrt()
    local pull = mass / (distance * distance * distance)
    return {
      out = tensor.pack((pull * dx):sum(1):astype("float"), (pull * dy):sum(1):astype("float"),
        (pull * dz):sum(1):astype("float"), (-(mass / distance)):sum(1):astype("float")),
    }
  end,

  -- The same with matrices of all pairs.
  second_reference = function(case)
    local out = {}
    for i = 0, case.n - 1 do
      local x, y, z = case.body(i)
      local ax, ay, az, potential = 0, 0, 0, 0
      for j = 0, case.n - 1 do
        if j ~= i then
          local ox, oy, oz, mass = case.body(j)
          local dx, dy, dz = ox - x, oy - y, oz - z
          local distance = math.sqrt(dx * dx + dy * dy + dz * dz)
          local pull = mass / distance ^ 3
          ax, ay, az = ax + pull * dx, ay + pull * dy, az + pull * dz
          potential = potential - mass / distance
        end
      end
      out[i + 1] = { ax, ay, az, potential }
    end
    return { out = tensor.from("float4", out) }
  end,

  -- Each pull is at most 5 in size, and wrong by some units in the last place: about ten for a product of four
  -- factors, of which rsqrt is wrong by two.
  tolerance = { atol = 1e-6, rtol = 5e-6 },
  budgets = { max_global_reads = "4 + 4 * ceil_div(n, local_x)" },
  limits = { time_ms = 5000 },

  hints = {
    "First write the kernel without a tile: for each `j` from 0 to `n - 1` that is not `i`, read `body[j]` and add its pull to a private `float4`. It is right and over the budget.",
    "With `float3 d = other.xyz - me.xyz;` the square of the distance is `dot(d, d)`. `rsqrt` of it is one over the distance; three of these factors, times the mass, times `d`, is the pull.",
    "Now the tiles. In each step every work-item of the group loads one body, whether it has a body of its own or not; then all go over the tile. Where do the two barriers belong?",
    "The last tile may hold fewer bodies: go over `min(size, n - first)` places, `first` being the number of the first body of the tile. Place `s` holds body `first + s`, and that is the one to leave out if it is `i`.",
    "For each `s`: `float4 other = tile[s];`, `float3 d`, `float near = rsqrt(dot(d, d));`. Then `sum.xyz` grows by `other.w * near * near * near * d`, and `sum.w` shrinks by `other.w * near`. Behind the loop over the tiles, `if (i < n)` stores `sum`.",
  },
}
