# One print for the whole line, so that nobody can print in
# between; no loop, because each thread runs this once.

from gpu import block_dim, block_idx, global_idx, grid_dim, thread_idx


fn hello_work_items():
    var x = Int(global_idx.x)
    var y = Int(global_idx.y)
    var z = Int(global_idx.z)

    var width = Int(grid_dim.x) * Int(block_dim.x)
    var height = Int(grid_dim.y) * Int(block_dim.y)
    var depth = Int(grid_dim.z) * Int(block_dim.z)
    var l = Int(thread_idx.x)
    var m = Int(thread_idx.y)
    var n = Int(thread_idx.z)
    var g = Int(block_idx.x)
    var h = Int(block_idx.y)
    var k = Int(block_idx.z)

    print(
        "work-item (", x, ",", y, ",", z, ") of (",
        width, ",", height, ",", depth, ") is (",
        l, ",", m, ",", n, ") in group (",
        g, ",", h, ",", k, ")",
        sep="",
    )
