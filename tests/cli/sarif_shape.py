"""Says what is wrong with files in SARIF 2.1.0, as the standard and GitHub's code scanning want them;
of a file that is right "FILE: N results, M notifications". The exit code is 1 where something is."""
import json
import re
import sys

LEVELS = {"error", "warning", "note"}
wrong = []


def check(holds, words):
    if not holds:
        wrong.append(words)


def check_place(place, where):
    uri = place["artifactLocation"]["uri"]
    check(re.fullmatch(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri), f"{where}: the URI {uri!r} is not escaped")
    check(not uri.startswith("/") and ".." not in uri.split("/"), f"{where}: the URI {uri!r} is not relative")
    check(place["region"]["startLine"] >= 1, f"{where}: there is no such line")
    check(place["region"].get("startColumn", 1) >= 1, f"{where}: there is no such column")


def check_text(text, where):
    check(text and not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", text), f"{where}: {text!r}")


def check_result(result, rules, where):
    text = result["message"]["text"]
    related = result.get("relatedLocations", [])
    ids = [place["id"] for place in related]
    check_text(text, where)
    check(result["ruleId"] in rules, f"{where}: no rule {result['ruleId']}")
    check(result["level"] in LEVELS, f"{where}: level {result['level']}")
    check(len(result["locations"]) == 1, f"{where}: not one place")
    check(result["partialFingerprints"], f"{where}: no fingerprint")
    check(len(set(ids)) == len(ids), f"{where}: an id is there twice")
    for link in re.findall(r"\]\(([^)]*)\)", text):
        check(link.isdigit() and int(link) in ids, f"{where}: a link to {link}")
    for place in result["locations"] + related:
        check_place(place["physicalLocation"], where)
    for place in related:
        check_text(place["message"]["text"], where)


def check_file(name):
    with open(name, encoding="utf-8") as file:
        sarif = json.load(file)
    (run,) = sarif["runs"]
    (invocation,) = run["invocations"]
    driver = run["tool"]["driver"]
    rules = [rule["id"] for rule in driver["rules"]]
    notices = invocation["toolExecutionNotifications"]
    check(sarif["version"] == "2.1.0" and sarif["$schema"].endswith("sarif-2.1.0.json"), "no version")
    check(driver["name"] and driver["version"], "no tool")
    check(run["columnKind"] in ("unicodeCodePoints", "utf16CodeUnits"), "no unit of columns")
    check(isinstance(invocation["executionSuccessful"], bool), "no word on success")
    check(len(set(rules)) == len(rules), "a rule is there twice")
    for rule in driver["rules"]:
        check_text(rule["shortDescription"]["text"], rule["id"])
    for notice in notices:
        check(notice["level"] in LEVELS, "level of a notification")
        check_text(notice["message"]["text"], "notification")
    for number, result in enumerate(run["results"], 1):
        check_result(result, rules, f"result {number}")
    return f"{len(run['results'])} results, {len(notices)} notifications"


for path in sys.argv[1:]:
    wrong.clear()
    try:
        told = check_file(path)
    except (ValueError, KeyError, TypeError) as error:
        wrong.append(repr(error))
    print(f"{path.split('/')[-1]}: {'; '.join(wrong) or told}")
    if wrong:
        sys.exit(1)
