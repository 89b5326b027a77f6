// Reads a CSV by two libraries: csv.js FILE. Says what they do not agree on; else each record as JSON.
"use strict";
const text = require("fs").readFileSync(process.argv[2], "utf8");
const one = require("csv-parse/sync").parse(text);
const { data: other, errors } = require("papaparse").parse(text, { skipEmptyLines: true });
for (const { row, message } of errors) console.log(`record ${row}: ${message}`);
one.forEach((record, i) => {
  const [a, b] = [JSON.stringify(record), JSON.stringify(other[i])];
  console.log(a === b ? a : `csv-parse ${a}, papaparse ${b}`);
});
if (one.length !== other.length) console.log(`csv-parse has ${one.length} records, papaparse ${other.length}`);
