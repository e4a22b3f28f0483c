import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import type { PlaceFlags } from './installation.ts';
import { onData } from './on-data.ts';

// Occasional commands for operators. The engines are loaded when one of them runs.
const load = () => import('./upkeep-commands.ts');

export function addDoctor(program: Command, shell: Shell): void {
  onData(program, 'doctor')
    .description('check settings, disk, database, clock, providers, web assets and master key')
    .action(async (flags: PlaceFlags) => (await import('./doctor.ts')).runDoctor(shell, flags));
}

export function addKeys(program: Command, shell: Shell): void {
  const keys = program.command('keys').description('the master key of the installation');
  onData(keys, 'rotate')
    .description('seal all secrets under a new master key; stop the service first')
    .option('--new-key-file <file>', 'the new key: 32 bytes in base64 or hex')
    .action(async (flags: PlaceFlags & { newKeyFile?: string }) =>
      (await load()).rotateKeys(shell, flags),
    );
}

export function addUpkeep(program: Command, shell: Shell): void {
  const upkeep = program.command('upkeep').description('the cleanup that the service does hourly');
  onData(upkeep, 'now')
    .description('remove expired data and finish interrupted imports')
    .action(async (flags: PlaceFlags) => (await load()).runUpkeep(shell, flags));
}

export function addDistribute(program: Command, shell: Shell): void {
  onData(program, 'distribute')
    .description('spread an empty database over the servers of a Citus cluster, by workspace')
    .action(async (flags: PlaceFlags) => (await load()).runDistribute(shell, flags));
}

export function addUsers(program: Command, shell: Shell): void {
  const users = program.command('users').description('accounts of the installation');
  onData(users, 'reset-password <email>')
    .description('set a new random password, and sign the user out everywhere')
    .option('--ask', 'ask for the password, or read it from standard input')
    .action(async (email: string, flags: PlaceFlags & { ask?: true }) =>
      (await load()).resetPassword(shell, email, flags),
    );
}
