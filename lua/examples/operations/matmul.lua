-- The product of two matrices, twice: a work-item for each element that reads a whole row and a
-- whole column, and groups that load tiles into local memory, so that each number is read but once
-- for a whole row or column of the tile.
local function register(name, summary, tile)
  op.register(name, {
    summary = summary,
    outputs = { { name = "out", dtype = "float", shape = { "m", "n" } } },
    inputs = {
      { name = "a", dtype = "float", shape = { "m", "k" } },
      { name = "b", dtype = "float", shape = { "k", "n" } },
    },
    parameters = { { name = "TILE", default = tile } },
    kernels = { { file = "matmul.cl", name = name } },
    gpu = function(ctx, out, a, b, call)
      local m, n, k, side = call.sizes.m, call.sizes.n, call.sizes.k, call.parameters.TILE
      if m * n == 0 then return end
      local grid = { (n + side - 1) // side, (m + side - 1) // side }
      local sizes = { grid_dim = grid, block_dim = { side, side } }
      ctx:enqueue_function(call:kernel(), out, a, b, m, n, k, sizes)
    end,
  })
end

register("matmul_naive", "the product of two matrices, element by element", 8)
register("matmul_tiled", "the product of two matrices, by tiles in local memory", 8)
