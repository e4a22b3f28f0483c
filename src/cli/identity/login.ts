import type { Command } from 'commander';
import { createClient } from '../../client/client.ts';
import { askSecret } from '../ask.ts';
import { checkKey } from '../check-key.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { serverOf, withCommonOptions } from '../session.ts';
import { readSettings, settingsPath, writeSettings } from '../settings-file.ts';
import type { Shell } from '../shell.ts';

const TIMEOUT_MS = 30_000;

/** `jurybox login`: stores a key for a server once the server has accepted it. */
export function addLogin(program: Command, shell: Shell): void {
  withCommonOptions(program.command('login'))
    .description('keep an API key for a server')
    .action(async (options: { server?: string; json?: true }) => {
      const settings = readSettings(shell);
      const server = serverOf(shell, options, settings);
      const apiKey = await readKey(shell, server);
      const client = createClient({ baseUrl: server, apiKey, timeoutMs: TIMEOUT_MS });
      const { username, email } = await client.fetchProfile();
      await writeSettings(shell, { server, keys: { ...settings.keys, [server]: apiKey } });
      if (options.json === true) shell.print(JSON.stringify({ server, username, email }, null, 2));
      else
        shell.print(`Signed in to ${server} as ${username}. The key is in ${settingsPath(shell)}.`);
    });
}

async function readKey(shell: Shell, server: string): Promise<string> {
  const key =
    shell.environment['JURYBOX_API_KEY'] || (await askSecret(shell, `API key for ${server}: `));
  if (key !== '') return checkKey(key);
  throw new CommandFailure(
    EXIT.usage,
    'The key is empty. Enter it, pipe it in, or set JURYBOX_API_KEY.',
  );
}
