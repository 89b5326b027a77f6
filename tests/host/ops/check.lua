-- For the tests in this folder: each check prints a line of TAP.
local check = { count = 0, failed = 0 }

local function line(good, what, more)
  check.count = check.count + 1
  if not good then check.failed = check.failed + 1 end
  print((good and "ok " or "not ok ") .. check.count .. " - " .. what:match("^[^\n]*"))
  if not good then print("# " .. more:gsub("\n", "\n# ")) end
end

function check.ok(good, what, more) line(good, what, more or "it is not so") end

function check.is(got, wanted, what)
  line(got == wanted, what, ("got:    %s\nwanted: %s"):format(tostring(got), tostring(wanted)))
end

-- The error that f raises, without the place in this script.
function check.fails(f, wanted, what)
  local good, message = pcall(f)
  message = tostring(message):gsub("^[%w_/.-]*%.lua:%d+: ", "")
  line(not good and message == wanted, what or wanted,
    ("got:    %s\nwanted: %s"):format(good and "no error" or message, wanted))
end

function check.finish()
  print("1.." .. check.count)
  if check.failed > 0 then os.exit(1) end
end

return check
