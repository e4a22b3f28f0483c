import type { Command } from 'commander';
import { serverOf, withCommonOptions } from '../session.ts';
import { readSettings, writeSettings } from '../settings-file.ts';
import type { Shell } from '../shell.ts';

/** `jurybox logout`: forgets the key of a server. The key itself stays valid. */
export function addLogout(program: Command, shell: Shell): void {
  withCommonOptions(program.command('logout'))
    .description('forget the API key of a server')
    .action(async (options: { server?: string; json?: true }) => {
      const settings = readSettings(shell);
      const server = serverOf(shell, options, settings);
      const { [server]: forgotten, ...keys } = settings.keys;
      if (forgotten !== undefined) await writeSettings(shell, { ...settings, keys });
      if (options.json === true) shell.print(JSON.stringify({ server }, null, 2));
      else
        shell.print(
          `No key is kept for ${server}. Delete the key itself under Settings → API keys.`,
        );
    });
}
