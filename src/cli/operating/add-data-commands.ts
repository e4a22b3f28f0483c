import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { wholeNumber } from '../whole-number.ts';
import type { VerifyFlags } from './audit-commands.ts';
import type { PlaceFlags } from './installation.ts';
import { onData } from './on-data.ts';

// These commands work on the data itself, without the service. The engines are loaded when one of
// them runs, so that help does not need them.
const load = () => import('./data-commands.ts');

export function addBackup(program: Command, shell: Shell): void {
  onData(program, 'backup <file>')
    .description('write all data into a new file, also while the service runs')
    .option('--keep <number>', 'if <file> is a folder: how many backups to keep in it', wholeNumber)
    .action(async (file: string, flags: PlaceFlags & { keep?: number }) =>
      (await load()).runBackup(shell, file, flags),
    );
}

export function addRestore(program: Command, shell: Shell): void {
  onData(program, 'restore <file>')
    .description('fill an empty data directory or database from a backup')
    .action(async (file: string, flags: PlaceFlags) =>
      (await load()).runRestore(shell, file, flags),
    );
}

export function addMove(program: Command, shell: Shell): void {
  onData(program, 'move')
    .description('copy all data to another engine; stop the service first')
    .requiredOption('--to <place>', 'an empty database (postgres://…) or data directory')
    .action(async (flags: PlaceFlags & { to: string }) => (await load()).runMove(shell, flags));
}

export function addAudit(program: Command, shell: Shell): void {
  const audit = program.command('audit').description('the record of who wrote what');
  onData(audit, 'verify')
    .description('recompute the hash chains of all audit trails and compare them')
    .option('--known <hash...>', 'seals printed by an earlier run, which must still exist')
    .action(async (flags: VerifyFlags) =>
      (await import('./audit-commands.ts')).runAuditVerify(shell, flags),
    );
}
