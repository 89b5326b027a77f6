// Validates JSON by a schema, with ajv: json.js 04|2020 SCHEMA FILE…
"use strict";
const fs = require("fs");
const read = (path) => JSON.parse(fs.readFileSync(path, "utf8"));
const [draft, schema, ...files] = process.argv.slice(2);
const Ajv = draft === "04" ? require("ajv-draft-04").default : require("ajv/dist/2020").default;
// SARIF's has a pattern that is none by the letter.
const ajv = new Ajv({ allErrors: true, strict: draft !== "04", allowUnionTypes: true, unicodeRegExp: false });
require("ajv-formats").default(ajv);
const validate = ajv.compile(read(schema));
let right = 0;
for (const file of files) {
  if (validate(read(file))) right++;
  else for (const { instancePath, message } of validate.errors.slice(0, 5)) console.log(`${file}: ${instancePath}: ${message}`);
}
console.log(`${right} of ${files.length} are right`);
