-- What op.register refuses, and what arguments are held against (lua/graph/declaration.lua and
-- matching.lua).
local check = require "check"
local declaration = require "graph.declaration"
local dim = require "graph.dim"
local matching = require "graph.matching"
local op = require "op"

local function nothing() end

-- Declarations: those of a right one, with some fields of their own.
local function fails(fields, wanted)
  local all = { outputs = { "out" }, inputs = { "x" }, cpu = nothing }
  for name, value in pairs(fields) do all[name] = value end
  check.fails(function() declaration.check("f", all) end, "op.register 'f': " .. wanted)
end
fails({ summry = "s" }, "the operation has no field 'summry'; did you mean 'summary'?")
fails({ "x" }, "the operation has an entry [1], and has only fields with names")
fails({ summary = 1 }, "summary is a string, not a number")
fails({ cpu = 1 }, "cpu is a function, not a number")
fails({ in_place = 1 }, "in_place is a boolean, not a number")
fails({ inputs = 1 }, "inputs is a list, not a number")
fails({ inputs = { x = 1 } }, "inputs is a list, and has a field 'x'")
fails({ inputs = { 1 } }, "inputs[1] is a table, not a number")
fails({ inputs = { { name = "x", dtyp = "int" } } }, "inputs[1] has no field 'dtyp'; did you mean 'dtype'?")
fails({ inputs = { "1x" } }, "inputs[1].name is '1x', and a name has letters, digits and _ alone")
fails({ inputs = { "x", "x" } }, "inputs[2]: the name 'x' is taken")
fails({ inputs = { "out" } }, "inputs[1]: the name 'out' is taken")
fails({ inputs = { { name = "x", dtype = "flaot" } } }, "inputs[1].dtype: 'flaot' is no type of elements; did you mean 'float'?")
fails({ inputs = { { name = "x", dtype = {} } } }, "inputs[1].dtype is empty, and so no type is allowed")
fails({ inputs = { { name = "x", dtype = { "int", "int" } } } }, "inputs[1].dtype has int twice")
fails({ inputs = { { name = "x", dtype = "same as ot" } } }, "inputs[1].dtype: there is no argument 'ot'; did you mean 'out'?")
fails({ inputs = { { name = "x", shape = "same as x" } } }, "inputs[1].shape is the same as its own")
fails({ inputs = { { name = "x", shape = "n" } } }, "inputs[1].shape is a list of sizes or \"same as …\", not \"n\"")
fails({ inputs = { { name = "x", shape = { "n +" } } } }, "inputs[1].shape[1] is \"n +\": it ends where a size is missing")
fails({ inputs = { { name = "x", shape = { -1 } } } }, "inputs[1].shape[1] is -1, and no size is negative")
fails({ inputs = { { name = "x", shape = { 1, 1, 1, 1, 1, 1, 1 } } } }, "inputs[1].shape has 7 axes; there are at most 6")
fails({ inputs = { { name = "x", rank = 7 } } }, "inputs[1].rank is 7, and there are 0 to 6 axes")
fails({ inputs = { { name = "x", shape = { "n" }, rank = 1 } } }, "inputs[1] has a shape and a rank; one says enough")
fails({ inputs = { { name = "x", shape = { "n//2" } } } }, "the shape of 'x' has [n//2], and no shape or parameter says what n is")
fails({ outputs = { { name = "out", shape = { "n*k" } } } }, "the shape of 'out' has [k*n], and no shape or parameter says what k is")
fails({ outputs = {} }, "outputs is empty: there is nothing to write")
fails({ foreach = "out = x" }, "foreach and graph each stand in place of all of cpu, gpu and the other one")
fails({ parameters = { { name = "p", type = "itn" } } }, "parameters[1].type: 'itn' is no type of a parameter; did you mean 'int'?")
fails({ parameters = { { name = "x" } } }, "parameters[1]: the name 'x' is taken")
fails({ parameters = { { name = "p", type = "uchar", default = 256 } } }, "parameters[1].default: parameter 'p' is 256, and its type is uchar, which does not hold that")
fails({ parameters = { { name = "p", type = "float", default = true } } }, "parameters[1].default: parameter 'p' is true, and is a number of type float")
fails({ parameters = { { name = "p", type = "float", default = math.huge } } }, "parameters[1].default: parameter 'p' is inf, and a macro has no such number")
fails({ parameters = { { name = "p", type = "bool", example = 1 } } }, "parameters[1].example: parameter 'p' is 1, and is true or false")
fails({ parameters = { { name = "p", type = "float" } }, inputs = { { name = "x", shape = { "p" } } } }, "the shape of 'x' has 'p', which is a parameter and no whole number")
fails({ kernels = { { file = "../a.cl", name = "a" } } }, "kernels[1].file is '../a.cl', and is the name of a file beside the operation's")
fails({ kernels = { { file = "a.cl", name = "a", types = { T = "y" } } } }, "kernels[1].types.T: there is no argument 'y'")
fails({ kernels = { { file = "a.cl", name = "a", arguments = { "y" } } } }, "kernels[1].arguments: there is no argument 'y'")
check.fails(function() op.register("f", { inputs = {}, cpu = nothing }) end, "op.register 'f': the field 'outputs' is missing")
check.fails(function() op.register("f", { inputs = {}, outputs = { "out" } }) end,
  "op.register 'f': it has none of cpu, gpu, foreach and graph, and so does nothing")
check.fails(function() op.register("f", { inputs = { "x" }, outputs = { "o" }, foreach = 1 }) end,
  "op.register 'f': foreach is an expression or a function, not a number")
check.fails(function() op.register("f", 1) end,
  "op.register 'f': the second argument is a table with inputs, outputs and more, not a number")
check.fails(function() op.register("2", {}) end,
  "op.register '2': its name is '2', and a name has letters, digits and _ alone")
op.register("twice", { inputs = { "x" }, outputs = { "o" }, cpu = nothing })
local line = debug.getinfo(1, "l").currentline - 1
check.fails(function() op.register("twice", { inputs = { "x" }, outputs = { "o" }, cpu = nothing }) end,
  ("op.register 'twice': there is one already, registered at %s:%d"):format(arg[0], line))

-- What is wrong in an expression is said at once, where it is wrong for all types
local function wrong_expression(text, wanted)
  local good, message = pcall(op.register, "wrong", { inputs = { "x" }, outputs = { "out" }, foreach = text })
  check.ok(not good and tostring(message):find(wanted, 1, true) ~= nil, "wrong: " .. text, message)
end
wrong_expression("out = flor(x)", "did you mean 'floor'?")
wrong_expression("out = x +", "an operand is missing at the end")
wrong_expression("other = x", "the output 'out' is never assigned")
wrong_expression("out = x + y", "y")
op.register("of_integers", { inputs = { "x" }, outputs = { "out" }, foreach = "out = x & 1" })
op.register("of_floats", { inputs = { { name = "x", dtype = { "double", "float" } } }, outputs = { "out" }, foreach = "out = exp(x)",
  parameters = { { name = "p", type = "bool" } } })

-- Arguments

local valid = declaration.check("valid", {
  outputs = { { name = "out", dtype = "same as input", shape = { "n - k + 1" } } },
  inputs = {
    { name = "input", dtype = { "float", "double" }, shape = { "n" } },
    { name = "kernel", dtype = "same as input", shape = { "k" } },
  },
  parameters = { { name = "k", default = 4 }, { name = "scale", type = "float", default = 1 } },
  gpu = nothing,
})
local function of(dtype, ...) return { dtype = dtype, shape = { ... } } end
local function match(output, input, kernel, given)
  return matching.arguments(valid, { output }, { input, kernel }, matching.parameters(valid, given))
end
local matched = match(of("float", 12), of("float", 15), of("float", 4))
check.is(matched.sizes.n, 15, "symbols are known from shapes")
check.is(matched.sizes.k, nil, "parameters are none")
check.is(matched.parameters.scale, 1.0, "defaults are put in")
check.is(matched.dtypes.out, "float", "types are there by name")
local function no_match(wanted, ...)
  local given = table.pack(...)
  check.fails(function() match(table.unpack(given, 1, given.n)) end, "valid: " .. wanted)
end
no_match("output 'out' has shape [13], but its declaration needs [n - k + 1] = [12] with k = 4, n = 15",
  of("float", 13), of("float", 15), of("float", 4))
no_match("argument 'kernel' has shape [5], but its declaration needs [k] with k = 4",
  of("float", 12), of("float", 15), of("float", 5))
no_match("argument 'input' is int[15], but its declaration needs float or double",
  of("float", 12), of("int", 15), of("float", 4))
no_match("argument 'kernel' is double[4], but its declaration needs the type of 'input', which is float",
  of("float", 12), of("float", 15), of("double", 4))
no_match("output 'out' is double[12], but its declaration needs the type of 'input', which is float",
  of("double", 12), of("float", 15), of("float", 4))
no_match("argument 'kernel' has shape [4, 1], but its declaration needs [k] with k = 4",
  of("float", 12), of("float", 15), of("float", 4, 1))
no_match("there is no parameter 'scael'; did you mean 'scale'?", of("float", 1), of("float", 1), of("float", 1), { scael = 2 })
no_match("parameter 'k' is 1.5, and its type is int, which does not hold that", of("float", 1), of("float", 1), of("float", 1), { k = 1.5 })
no_match("parameters are a table { name = value }, not a number", of("float", 1), of("float", 1), of("float", 1), 3)

local elementwise = declaration.check("add", { inputs = { "x", "y" }, outputs = { "out" }, foreach = "out = x + y" })
local function add(out, x, y) return matching.arguments(elementwise, { out }, { x, y }, {}) end
check.ok(pcall(add, of("int", 2, 3), of("int", 2, 3), of("int", 2, 3)), "elements of foreach correspond")
check.fails(function() add(of("int", 2, 3), of("int", 2, 3), of("int", 3)) end,
  "add: argument 'y' has shape [3], but its declaration needs that of 'x', which is [2, 3]")
check.fails(function() add(of("int", 2), of("int", 2), of("uint", 2)) end,
  "add: argument 'y' is uint[2], but its declaration needs the type of 'x', which is int")

-- Results

local function infer(input, kernel, outputs)
  return matching.infer(valid, { input, kernel }, matching.parameters(valid), outputs).outputs[1]
end
local n, m = dim.symbol "n", dim.symbol "m"
check.is(matching.shape_text(infer(of("float", 15), of("float", 4)).shape), "[12]", "a shape is inferred")
check.is(infer(of("double", 15), of("double", 4)).dtype, "double", "and a type")
check.is(matching.shape_text(infer(of("float", 2 * m), of("float", n)).shape), "[2*m - 3]",
  "a graph's symbols go through, whatever their names")
check.fails(function() infer(of("float", 2), of("float", 4)) end,
  "valid: the shape of output 'out', [n - k + 1] with k = 4, n = 2, would be negative")
check.fails(function() infer(of("float", n), of("float", 4), { of("float", n) }) end,
  "valid: output 'out' has shape [n], but its declaration needs [n - k + 1] = [n - 3] with k = 4, n = n")
local open = declaration.check("open", { inputs = { "x" }, outputs = { { name = "out", rank = 1 } }, cpu = nothing })
local function infer_open(outputs) return matching.infer(open, { of("float", 2) }, {}, outputs).outputs[1] end
check.is(matching.shape_text(infer_open { of("int", 7) }.shape), "[7]", "what is left open is given")
check.fails(infer_open, "open: the type of output 'out' follows from nothing: give it in out_types")
check.fails(function() infer_open { { dtype = "int" } } end,
  "open: the shape of output 'out' follows from nothing: give it in out_types")
check.fails(function() infer_open { of("int", 2, 3) } end,
  "open: output 'out' has shape [2, 3], but its declaration needs 1 axis")
check.fails(function() infer_open { of("int", 2), of("int", 2) } end,
  "open: it has 1 output (out), and out_types has 2")

-- What the inputs say of an output that they are the same as.
local reversed = declaration.check("reversed", {
  outputs = { { name = "out", rank = 1 } },
  inputs = { { name = "x", dtype = "same as out", shape = "same as out" },
             { name = "y", dtype = "same as x", shape = "same as out" } }, cpu = nothing })
local function infer_reversed(...) return matching.infer(reversed, { ... }, {}).outputs[1] end
check.is(infer_reversed(of("int", 7), of("int", 7)).dtype, "int", "an output has the type of an input that is to have its")
check.is(matching.shape_text(infer_reversed(of("int", n), of("int", n)).shape), "[n]", "and the shape")
check.fails(function() infer_reversed(of("int", 7), of("int", 8)) end,
  "reversed: argument 'y' has shape [8], but its declaration needs that of 'out', which is [7]")
check.fails(function() infer_reversed(of("int", 7, 1), of("int", 7, 1)) end,
  "reversed: output 'out' has shape [7, 1], but its declaration needs 1 axis")
local function match_reversed(...) matching.arguments(reversed, { (...) }, { select(2, ...) }, {}) end
check.fails(function() match_reversed(of("int", 7), of("float", 7), of("float", 7)) end,
  "reversed: argument 'x' is float[7], but its declaration needs the type of 'out', which is int")
check.fails(function() match_reversed(of("int", 7), of("int", 6), of("int", 6)) end,
  "reversed: argument 'x' has shape [6], but its declaration needs that of 'out', which is [7]")
check.finish()
