-- An explanation (explain.lua) as a picture: for Graphviz, or as SVG with a layout of our own.
--
--   picture.dot(explanation), picture.svg(explanation) → text
--
-- Boxes are inputs, kernels and results; an arrow is an array that one makes and the other needs.
-- The layout is that of layers (Sugiyama, Tagawa and Toda, 1981): each box lies below all that it
-- needs; an arrow that passes layers has a place in each of them; places in a layer are ordered by
-- the mean of their neighbours in the layer before, then in the one behind, a few times, so that few
-- arrows cross.
local text = require "graph.explain_text"

local picture = {}

-- Nodes and edges

-- A list of { kind, lines, title, queue } and one of { from, to, label }, numbers of nodes.
local function graph_of(explanation)
  local nodes, edges, kernels = {}, {}, {}
  local function add(node)
    nodes[#nodes + 1] = node
    return #nodes
  end
  local function connect(from, to, label) edges[#edges + 1] = { from = from, to = to, label = label } end
  for _, input in ipairs(explanation.inputs) do
    input = { node = add { kind = "input", lines = { input.name, input.type }, title = text.bytes(input.bytes) },
              needed_by = input.needed_by, type = input.type }
    for _, number in ipairs(input.needed_by) do
      kernels[number] = kernels[number] or {}
      table.insert(kernels[number], input)
    end
  end
  local first = #nodes
  for number, kernel in ipairs(explanation.kernels) do
    add { kind = "kernel", kernel = kernel, queue = kernel.queue }
    for _, input in ipairs(kernels[number] or {}) do connect(input.node, first + number, input.type) end
  end
  for _, array in ipairs(explanation.stored) do
    for _, number in ipairs(array.needed_by) do connect(first + array.kernel, first + number, array.type) end
    for _, number in ipairs(array.results) do
      local result = add { kind = "result", lines = { ("result %d"):format(number), array.type }, title = text.bytes(array.bytes) }
      connect(first + array.kernel, result, array.type)
    end
  end
  return nodes, edges
end

local MOST_LETTERS = 40
local MOST_LINES = 6

local function cut(line)
  if (utf8.len(line) or #line) <= MOST_LETTERS then return line end
  return line:sub(1, (utf8.offset(line, MOST_LETTERS) or MOST_LETTERS) - 1) .. "…"
end

-- "sub, exp, sum" in lines of some length.
local function kernel_lines(kernel)
  local lines = { cut(("%d  %s"):format(kernel.number, kernel.name)) }
  local words, line = {}, ""
  for _, group in ipairs(text.lines_of(kernel)) do
    if group.origin ~= "" then words[#words + 1] = group.origin .. ":" end
    for _, name in ipairs(group.names) do words[#words + 1] = name .. "," end
  end
  words[#words] = words[#words]:sub(1, -2)
  -- One that is named as its kernel is not named twice.
  for _, word in ipairs(#words > 1 and words or words[1] ~= kernel.name and words or {}) do
    if line ~= "" and #line + #word >= MOST_LETTERS then
      lines[#lines + 1] = cut(line)
      line = ""
    end
    line = line .. (line ~= "" and " " or "") .. word
  end
  if line ~= "" then lines[#lines + 1] = cut(line) end
  if #lines > MOST_LINES then
    lines = table.move(lines, 1, MOST_LINES - 1, 1, {})
    lines[MOST_LINES] = "…"
  end
  lines[#lines + 1] = ("reads %s, writes %s"):format(text.bytes(kernel.reads), text.bytes(kernel.writes))
  return lines
end

local function kernel_title(kernel)
  local lines = { ("kernel %d: %s"):format(kernel.number, kernel.name) }
  if kernel.queue > 0 then lines[2] = ("queue %d"):format(kernel.queue) end
  for _, launch in ipairs(kernel.launches) do
    lines[#lines + 1] = ("work-items %s, in groups of %s"):format(text.sizes(launch.work_items), text.sizes(launch.group))
  end
  for _, group in ipairs(text.lines_of(kernel)) do
    lines[#lines + 1] = ("%s %s"):format(group.place, table.concat(group.names, ", "))
  end
  return table.concat(lines, "\n")
end

-- Graphviz

local function quote(words) return '"' .. words:gsub('[\\"]', "\\%0"):gsub("\n", "\\n"):gsub("%c", " ") .. '"' end

---@param explanation graph.Explanation
---@return string
function picture.dot(explanation)
  local nodes, edges = graph_of(explanation)
  local lines = {
    "digraph " .. quote(explanation.graph) .. " {",
    "  label = " .. quote(text.title(explanation)) .. ";",
    '  node [fontname = "monospace", fontsize = 10, shape = box];',
    '  edge [fontname = "monospace", fontsize = 8];',
  }
  for i, node in ipairs(nodes) do
    local label = node.kernel and kernel_lines(node.kernel) or node.lines
    local title = node.kernel and kernel_title(node.kernel) or node.title
    local shape = node.kernel and ', style = "rounded"' or ", shape = ellipse"
    lines[#lines + 1] = ("  n%d [label = %s, tooltip = %s%s];"):format(i, quote(table.concat(label, "\n")), quote(title), shape)
  end
  for _, edge in ipairs(edges) do
    lines[#lines + 1] = ("  n%d -> n%d [label = %s];"):format(edge.from, edge.to, quote(edge.label))
  end
  lines[#lines + 1] = "}\n"
  return table.concat(lines, "\n")
end

-- Layers

-- Edges lead to later kernels, and from inputs; so layers follow in one pass over them.
local function layer_nodes(nodes, edges)
  local incoming, outgoing = {}, {}
  for i in ipairs(nodes) do incoming[i], outgoing[i] = {}, {} end
  for _, edge in ipairs(edges) do
    table.insert(incoming[edge.to], edge.from)
    table.insert(outgoing[edge.from], edge.to)
  end
  for i, node in ipairs(nodes) do
    node.layer = 1
    for _, from in ipairs(incoming[i]) do
      if nodes[from].kind ~= "input" then node.layer = math.max(node.layer, nodes[from].layer + 1) end
    end
    if #incoming[i] > 0 and node.kind ~= "input" then node.layer = math.max(node.layer, 2) end
  end
  -- An input is right above the first that needs it.
  for i, node in ipairs(nodes) do
    if node.kind == "input" then
      for k, to in ipairs(outgoing[i]) do
        local above = nodes[to].layer - 1
        node.layer = k == 1 and above or math.min(node.layer, above)
      end
    end
  end
end

-- Layers of places: those of nodes, and those where an arrow passes, which have no width.
local function make_layers(nodes, edges)
  local layers = {}
  local function add(place)
    layers[place.layer] = layers[place.layer] or {}
    table.insert(layers[place.layer], place)
    return place
  end
  layer_nodes(nodes, edges)
  for _, node in ipairs(nodes) do
    node.above, node.below = {}, {}
    add(node)
  end
  for _, edge in ipairs(edges) do
    local before, last = nodes[edge.from], nodes[edge.to]
    edge.places = { before }
    for layer = before.layer + 1, last.layer do
      local place = layer == last.layer and last
                    or add { layer = layer, width = 12, height = 0, above = {}, below = {}, passes = true }
      table.insert(place.above, before)
      table.insert(before.below, place)
      edge.places[#edge.places + 1] = place
      before = place
    end
  end
  for layer = 1, #layers do layers[layer] = layers[layer] or {} end
  return layers
end

local function order_layer(layer, neighbours)
  for i, place in ipairs(layer) do
    local sum = 0
    for _, other in ipairs(place[neighbours]) do sum = sum + other.order end
    place.mean = #place[neighbours] > 0 and sum / #place[neighbours] or place.order
    place.before = i
  end
  table.sort(layer, function(a, b)
    if a.mean ~= b.mean then return a.mean < b.mean end
    return a.before < b.before
  end)
  for i, place in ipairs(layer) do place.order = i end
end

local SWEEPS = 4

local function order_layers(layers)
  for _, layer in ipairs(layers) do
    for i, place in ipairs(layer) do place.order = i end
  end
  for _ = 1, SWEEPS do
    for i = 2, #layers do order_layer(layers[i], "above") end
    for i = #layers - 1, 1, -1 do order_layer(layers[i], "below") end
  end
  for i = 2, #layers do order_layer(layers[i], "above") end
end

-- Pixels

local LETTER, LINE, PADDING, GAP, LAYER_GAP, MARGIN, TITLE = 7.3, 16, 10, 24, 44, 20, 30

local function measure(node)
  if node.passes then return end
  local longest = 0
  for _, line in ipairs(node.lines) do longest = math.max(longest, utf8.len(line) or #line) end
  node.width, node.height = longest * LETTER + 2 * PADDING, #node.lines * LINE + 2 * PADDING - 4
end

-- Each place as near below the mean of those above as the ones to its left allow; then the whole
-- layer is moved so that it fits them on average.
local function place_layer(layer, left)
  local shift, n = 0, 0
  local x = left
  for _, place in ipairs(layer) do
    local sum = 0
    for _, other in ipairs(place.above) do sum = sum + other.x + other.width / 2 end
    local wanted = #place.above > 0 and sum / #place.above - place.width / 2 or x
    place.x = math.max(x, wanted)
    if #place.above > 0 then shift, n = shift + (wanted - place.x), n + 1 end
    x = place.x + place.width + GAP
  end
  shift = n > 0 and shift / n or 0
  for _, place in ipairs(layer) do place.x = place.x + shift end
end

local function place_all(layers)
  local y, least, most = MARGIN + TITLE, math.huge, 0
  for _, layer in ipairs(layers) do
    local height = 0
    place_layer(layer, 0)
    for _, place in ipairs(layer) do
      place.y = y
      height, least = math.max(height, place.height), math.min(least, place.x)
    end
    for _, place in ipairs(layer) do place.layer_height = height end
    y = y + height + LAYER_GAP
  end
  for _, layer in ipairs(layers) do
    for _, place in ipairs(layer) do
      place.x = place.x - least + MARGIN
      most = math.max(most, place.x + place.width)
    end
  end
  return most + MARGIN, y - LAYER_GAP + MARGIN
end

-- SVG

-- Also what no XML may have becomes a blank.
local function escape(words)
  return (words:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" })
               :gsub("[%z\1-\8\11-\31\127]", " "))
end

local STYLE = [[
<style>
  .page { fill: #ffffff } text { fill: #1b1f24; font: 12px ui-monospace, monospace; white-space: pre }
  .title { font-weight: bold } .small { fill: #57606a }
  .box { fill: #f6f8fa; stroke: #57606a } .input { fill: #ddf4ff } .result { fill: #dafbe1 }
  .edge { fill: none; stroke: #57606a; stroke-width: 1.3 } .head { fill: #57606a }
  .queue1 { fill: #0b63a5 } .queue2 { fill: #9a4f00 } .queue3 { fill: #11703c } .queue4 { fill: #6b4fa0 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } text { fill: #e6edf3 } .small { fill: #9da7b1 }
    .box { fill: #161b22; stroke: #8b949e } .input { fill: #0c2d4a } .result { fill: #12361f }
    .edge { stroke: #8b949e } .head { fill: #8b949e }
    .queue1 { fill: #58a6ff } .queue2 { fill: #e3a35a } .queue3 { fill: #56d364 } .queue4 { fill: #bc8cff }
  }
</style>]]

local function draw_node(node, out)
  out[#out + 1] = ("<g><title>%s</title>"):format(escape(node.title))
  out[#out + 1] = ('<rect class="box %s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%d"/>'):format(
    node.kind, node.x, node.y, node.width, node.height, node.kind == "kernel" and 4 or 14)
  if node.queue and node.queue > 0 then
    out[#out + 1] = ('<rect class="queue%d" x="%.1f" y="%.1f" width="4" height="%.1f"/>'):format(
      (node.queue - 1) % 4 + 1, node.x, node.y, node.height)
  end
  for i, line in ipairs(node.lines) do
    local class = i == 1 and ' class="title"' or i == #node.lines and ' class="small"' or ""
    out[#out + 1] = ('<text%s x="%.1f" y="%.1f">%s</text>'):format(class, node.x + PADDING,
                                                                   node.y + PADDING + LINE * i - 6, escape(line))
  end
  out[#out + 1] = "</g>"
end

-- From the bottom of the one to the top of the other, through the places between.
local function draw_edge(edge, out)
  local first, last = edge.places[1], edge.places[#edge.places]
  local x, y = first.x + first.width / 2, first.y + first.height
  local path = { ("M%.1f,%.1f"):format(x, y) }
  -- Down to the end of its own layer, as boxes beside it may be higher.
  y = first.y + first.layer_height
  path[2] = ("V%.1f"):format(y)
  for i = 2, #edge.places do
    local place = edge.places[i]
    local to_x, to_y = place.x + place.width / 2, place == last and place.y - 7 or place.y
    local middle = (y + to_y) / 2
    path[#path + 1] = ("C%.1f,%.1f %.1f,%.1f %.1f,%.1f"):format(x, middle, to_x, middle, to_x, to_y)
    x, y = to_x, to_y
    if place ~= last then
      y = place.y + place.layer_height
      path[#path + 1] = ("V%.1f"):format(y)
    end
  end
  out[#out + 1] = ('<g><title>%s</title><path class="edge" d="%s"/><path class="head" d="M%.1f,%.1f l-4,-8 h8 z"/></g>')
    :format(escape(edge.label), table.concat(path, " "), x, last.y)
end

---@param explanation graph.Explanation
---@return string
function picture.svg(explanation)
  local nodes, edges = graph_of(explanation)
  local title = text.title(explanation)
  for _, node in ipairs(nodes) do
    if node.kernel then node.lines, node.title = kernel_lines(node.kernel), kernel_title(node.kernel) end
    measure(node)
  end
  local layers = make_layers(nodes, edges)
  order_layers(layers)
  local width, height = place_all(layers)
  width = math.max(width, (utf8.len(title) or #title) * LETTER + 2 * MARGIN)
  local out = {
    ('<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f">'):format(width, height, width, height),
    ("<title>%s</title>"):format(escape(title)), STYLE,
    '<rect class="page" width="100%" height="100%"/>',
    ('<text class="title" x="%d" y="%d">%s</text>'):format(MARGIN, MARGIN + 4, escape(title)),
  }
  for _, edge in ipairs(edges) do draw_edge(edge, out) end
  for _, node in ipairs(nodes) do draw_node(node, out) end
  out[#out + 1] = "</svg>\n"
  return table.concat(out, "\n")
end

return picture
