-- An explanation (explain.lua) as text: columns, up to 100 wide.
--
--   text.write(explanation) → "Graph softmax on …"
local text = {}

local WIDTH = 100

-- Numbers

---"96 B", "1.5 KiB"
---@param bytes integer
function text.bytes(bytes)
  if bytes < 1024 then return ("%d B"):format(bytes) end
  local size, unit = bytes / 1024, 1
  local units = { "KiB", "MiB", "GiB", "TiB" }
  while size >= 1024 and unit < #units do size, unit = size / 1024, unit + 1 end
  return ("%.1f %s"):format(size, units[unit])
end

---"8,192"
---@param number integer
function text.number(number)
  local digits = ("%d"):format(number)
  local first = (#digits - 1) % 3 + 1
  return digits:sub(1, first) .. digits:sub(first + 1):gsub("%d%d%d", ",%0")
end

---"1 kernel", "2 kernels"
function text.count(number, noun) return ("%s %s%s"):format(text.number(number), noun, number == 1 and "" or "s") end

---"64 x 64"
function text.sizes(sizes)
  if #sizes == 0 then return "-" end
  local parts = {}
  for i, size in ipairs(sizes) do parts[i] = ("%d"):format(size) end
  return table.concat(parts, " x ")
end

-- Lines

-- How many columns it takes, where all characters are as wide.
local function width_of(line) return utf8.len(line) or #line end

local function pad(cell, width, on_left)
  local blanks = (" "):rep(width - width_of(cell))
  return on_left and blanks .. cell or cell .. blanks
end

-- Words that follow each other in lines of WIDTH columns; all but the first line are indented.
local function wrap(first, words, indent, lines)
  local line = first
  for _, word in ipairs(words) do
    if width_of(line) + width_of(word) + 1 > WIDTH and width_of(line) > indent then
      lines[#lines + 1] = (line:gsub(" +$", ""))
      line = (" "):rep(indent - 1)
    end
    line = line .. " " .. word
  end
  lines[#lines + 1] = line
end

local function words_of(sentence)
  local words = {}
  for word in sentence:gmatch "%S+" do words[#words + 1] = word end
  return words
end

-- Columns: { title, left = true }; rows are lists of cells.
local function add_table(columns, rows, lines)
  local widths = {}
  for i, column in ipairs(columns) do
    widths[i] = #column[1]
    for _, row in ipairs(rows) do widths[i] = math.max(widths[i], width_of(row[i])) end
  end
  local function add(cells)
    local parts = {}
    for i, cell in ipairs(cells) do parts[i] = pad(cell, widths[i], not columns[i].left) end
    lines[#lines + 1] = (table.concat(parts, "  "):gsub(" +$", ""))
  end
  local titles = {}
  for i, column in ipairs(columns) do titles[i] = column[1] end
  add(titles)
  for _, row in ipairs(rows) do add(row) end
end

-- Kernels

local function numbers(list)
  if #list == 0 then return "-" end
  local parts = {}
  for i, number in ipairs(list) do
    if i > 4 then
      parts[5] = "…"
      break
    end
    parts[i] = ("%d"):format(number)
  end
  return table.concat(parts, ", ")
end

-- Of several launches each has its own line below.
local function sizes_of(kernel, field)
  if #kernel.launches == 0 then return "-" end
  if #kernel.launches > 1 then return "see below" end
  return text.sizes(kernel.launches[1][field])
end

local function work_of(kernel) return kernel.arithmetic and text.number(kernel.arithmetic) or "?" end

local function add_numbers(explanation, lines)
  local columns = { { "kernel" }, { "queue" }, { "after" }, { "work-items" }, { "group" }, { "reads" }, { "writes" },
                    { "arithmetic" } }
  local rows, reads, writes, arithmetic = {}, 0, 0, 0
  for i, kernel in ipairs(explanation.kernels) do
    rows[i] = { tostring(kernel.number), tostring(kernel.queue), numbers(kernel.after), sizes_of(kernel, "work_items"),
                sizes_of(kernel, "group"), text.bytes(kernel.reads), text.bytes(kernel.writes), work_of(kernel) }
    reads, writes, arithmetic = reads + kernel.reads, writes + kernel.writes, arithmetic + (kernel.arithmetic or 0)
  end
  if #rows > 1 then
    rows[#rows + 1] = { "all", "", "", "", "", text.bytes(reads), text.bytes(writes), text.number(arithmetic) }
  end
  add_table(columns, rows, lines)
end

-- "script.lua:12" without the folder.
local function short(place) return place and place:match "[^/]*$" or "" end

-- What changes no order of elements, and is seen in the types.
local silent = { reshape = true, broadcast_to = true }

local function shown(kernel)
  local operations = {}
  for _, operation in ipairs(kernel.operations) do
    if not silent[operation.name] then operations[#operations + 1] = operation end
  end
  return #operations > 0 and operations or kernel.operations
end

---The operations of a kernel, those of one line of the program together: a list of
---{ place, origin, names }.
function text.lines_of(kernel)
  local lines = {}
  for _, operation in ipairs(shown(kernel)) do
    local last = lines[#lines]
    local place, origin = short(operation.place), operation.origin or ""
    if not last or last.place ~= place or last.origin ~= origin then
      last = { place = place, origin = origin, names = {} }
      lines[#lines + 1] = last
    end
    last.names[#last.names + 1] = operation.name
  end
  return lines
end

local function add_operations(kernel, lines)
  local groups, widest = text.lines_of(kernel), 0
  for _, group in ipairs(groups) do widest = math.max(widest, width_of(group.place)) end
  for _, group in ipairs(groups) do
    local words = {}
    for i, name in ipairs(group.names) do words[i] = name .. (i < #group.names and "," or "") end
    if group.origin ~= "" then table.insert(words, 1, group.origin .. ":") end
    wrap("     " .. pad(group.place, widest) .. " ", words, 7 + widest, lines)
  end
end

local function add_kernels(explanation, lines)
  for _, kernel in ipairs(explanation.kernels) do
    lines[#lines + 1] = ("%3d  %s"):format(kernel.number, kernel.name)
    if #kernel.launches > 1 then
      for _, launch in ipairs(kernel.launches) do
        lines[#lines + 1] = ("     launches %s: %s in groups of %s"):format(launch.name, text.sizes(launch.work_items),
                                                                         text.sizes(launch.group))
      end
    end
    add_operations(kernel, lines)
  end
end

-- The CPU computes one operation after the other, and stores what each gives.
local function add_list(explanation, lines)
  local columns = { { "step" }, { "operation", left = true }, { "reads" }, { "writes" }, { "arithmetic" },
                    { "line", left = true } }
  local rows = {}
  for i, kernel in ipairs(explanation.kernels) do
    local place = text.lines_of(kernel)[1].place
    rows[i] = { tostring(kernel.number), kernel.name, text.bytes(kernel.reads), text.bytes(kernel.writes),
                work_of(kernel), place }
  end
  add_table(columns, rows, lines)
end

-- What is stored

local function add_stored(explanation, lines)
  if #explanation.stored == 0 then return end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "Stored, and why"
  for _, one in ipairs(explanation.stored) do
    local noun = #one.needed_by > 1 and "kernels" or "kernel"
    local by = #one.needed_by > 0 and (", for %s %s"):format(noun, numbers(one.needed_by)) or ""
    local sentence = ("%s %s, %s, of kernel %d%s: %s"):format(one.name, one.type, text.bytes(one.bytes), one.kernel, by,
                                                              one.reason)
    wrap(" ", words_of(sentence), 6, lines)
  end
end

-- Totals

local function add_totals(explanation, lines)
  local unfused = explanation.unfused
  local function add(title, format, ...)
    wrap(pad(title, 9), words_of(format:format(...)), 10, lines)
  end
  lines[#lines + 1] = ""
  if explanation.on_cpu then
    add("moves", "%s in %s", text.bytes(explanation.bytes_moved), text.count(#explanation.kernels, "operation"))
  else
    add("moves", "%s in %s; without fusing %s in %s", text.bytes(explanation.bytes_moved),
        text.count(#explanation.kernels, "kernel"), text.bytes(unfused.bytes_moved), text.count(unfused.kernels, "kernel"))
    add("memory", "%s between kernels; without sharing %s", text.bytes(explanation.memory),
        text.bytes(explanation.memory_unshared))
  end
  add("compiler", "%s computed ahead, %s there twice, %s that no result needs",
      text.count(explanation.folded, "operation"), text.number(explanation.common), text.number(explanation.dead))
end

---"n = 4, m = 6"
function text.bound(sizes)
  local names, parts = {}, {}
  for name in pairs(sizes) do names[#names + 1] = name end
  table.sort(names)
  for i, name in ipairs(names) do parts[i] = ("%s = %d"):format(name, sizes[name]) end
  return table.concat(parts, ", ")
end

---"Graph softmax, n = 4, on emulator: 2 kernels in 1 queue"
function text.title(explanation)
  local bound = text.bound(explanation.sizes)
  local what = text.count(#explanation.kernels, explanation.on_cpu and "operation" or "kernel")
  if not explanation.on_cpu then what = what .. (" in %s"):format(text.count(explanation.queues, "queue")) end
  return ("Graph %s%s on %s: %s"):format(explanation.graph, bound ~= "" and ", " .. bound .. "," or "",
                                         explanation.device, what)
end

---@param explanation graph.Explanation
---@return string
function text.write(explanation)
  local lines = {}
  wrap("", words_of(text.title(explanation)), 4, lines)
  lines[1] = lines[1]:sub(2)
  if #explanation.kernels > 0 and explanation.on_cpu then
    lines[#lines + 1] = ""
    add_list(explanation, lines)
  elseif #explanation.kernels > 0 then
    lines[#lines + 1] = ""
    add_numbers(explanation, lines)
    lines[#lines + 1] = ""
    add_kernels(explanation, lines)
    add_stored(explanation, lines)
  end
  add_totals(explanation, lines)
  return table.concat(lines, "\n")
end

return text
