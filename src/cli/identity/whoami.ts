import type { Command } from 'commander';
import { type Session, withKey, withoutQuiet } from '../session.ts';
import type { Shell } from '../shell.ts';
import { details } from '../table.ts';

/** `jurybox whoami`: shows the server and the owner of the key. */
export function addWhoami(program: Command, shell: Shell): void {
  withoutQuiet(program.command('whoami'))
    .description('show the server and the owner of the key')
    .action(withKey(shell, whoami));
}

async function whoami({ client, connection, shell, show }: Session): Promise<void> {
  const { username, email } = await client.fetchProfile();
  const server = connection.baseUrl;
  show({ server, username, email }, () =>
    details(shell, [
      ['server', server],
      ['user', username],
      ['email', email],
    ]),
  );
}
