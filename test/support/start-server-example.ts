import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts an example's server as a user would; returns its address. */
export async function startServerExample(
  t: { readonly after: (run: () => Promise<void>) => void },
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const program = join(import.meta.dirname, '../../examples', folder, 'server.ts');
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  });
  const [line] = await once(child.stdout, 'data');
  return String(line).trim();
}
