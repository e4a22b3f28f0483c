import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OWNER_KEY, startTestServer } from './running-server.ts';

const run = promisify(execFile);

/** Runs one of the examples against a new server; returns what it said. */
export async function runExample(file: string): Promise<string> {
  const server = await startTestServer({ engine: 'sqlite' });
  try {
    const example = join(import.meta.dirname, '../../examples', file);
    const { stdout } = await run(process.execPath, [example], {
      env: { ...process.env, JURYBOX_URL: server.url, JURYBOX_KEY: OWNER_KEY },
    });
    return stdout.trim();
  } finally {
    await server.stop();
  }
}
