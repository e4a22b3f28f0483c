#!/usr/bin/env -S node --disable-proto=delete
// Plain JavaScript, so that a Node too old for the rest can still say so.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Jurybox needs Node 24.7 or newer, this is ${process.versions.node}. "npm start" in the project folder brings the right one.`,
  );
  process.exit(2);
}
// Earlier releases of SQLite cannot add constraints to a table (sqlite.org/releaselog/3_53_0.html).
const [, sqliteMinor = 0] = (process.versions.sqlite ?? '').split('.').map(Number);
if (sqliteMinor < 53) {
  console.error(
    `Jurybox needs a Node with SQLite 3.53 or newer, Node ${process.versions.node} has ${process.versions.sqlite}. "npm start" in the project folder brings the right one.`,
  );
  process.exit(2);
}
const { enableCompileCache } = await import('node:module');
enableCompileCache();
const { main } = await import('./main.ts');
await main(process.argv);
