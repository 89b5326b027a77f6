-- Functions of floats that a CPU's compiler makes vectors of: those of OpenCL's library that branch, or
-- look numbers up, it calls for one element after the other, which costs ten times as much.
--
--   branchless.name(name)      → what the function is called in a kernel's text; nil: there is none
--   branchless.prelude(source) → the text of those that the source calls
--
-- Both sides of a choice are computed, and one of them is taken. Polynomials are least in their greatest
-- error on their interval (by Lawson's iteration of weighted least squares), in double, and then rounded
-- to float. Against double, errors are below 2 ulp (OpenCL allows 16 of erf, and 5 of tanh). Infinities,
-- NaN and -0 give what OpenCL says.
local branchless = {}

local functions = {}

-- Below 1: x + x p(x^2). From there 1 - exp(-q(x)), where q is -log(erfc(x)) up to 4, from which on erf
-- is 1 as a float.
functions.erf = [[
static inline float branchless_erf(float x) {
  const float t = x * x, size = fabs(x), a = size > 4.0f ? 4.0f : size;
  const float p = 0.12837911f + t * (-0.37612626f + t * (0.112836f + t * (-0.026854444f
                  + t * (0.005189535f + t * (-0.0008020841f + t * 7.889119e-05f)))));
  const float q = 0.00035370892f + a * (1.12704f + a * (0.6382256f + a * (0.10303743f
                  + a * (-0.021805352f + a * (0.0029396156f + a * -0.00018557490f)))));
  const float far = 1.0f - exp(-q);
  return size < 1.0f ? x + x * p : x < 0.0f ? -far : far;
}
]]

-- Below 0.625: x (1 + x^2 p(x^2)), which keeps -0. From there 1 - 2 / (exp(2 x) + 1).
functions.tanh = [[
static inline float branchless_tanh(float x) {
  const float t = x * x, size = fabs(x);
  const float p = -0.33333328f + t * (0.13332793f + t * (-0.053853914f + t * (0.02100955f
                  + t * -0.006112583f)));
  const float far = 1.0f - 2.0f / (exp(size + size) + 1.0f);
  return size < 0.625f ? x * (1.0f + t * p) : x < 0.0f ? -far : far;
}
]]

---@param name string # of OpenCL's function
---@return string?
function branchless.name(name) return functions[name] and "branchless_" .. name end

---@param source string
function branchless.prelude(source)
  local parts = {}
  for _, name in ipairs { "erf", "tanh" } do
    if source:find("branchless_" .. name, 1, true) then parts[#parts + 1] = functions[name] end
  end
  return table.concat(parts)
end

return branchless
