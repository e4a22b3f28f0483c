import { ROLE_NAMES, type Role } from '../../contract/access.ts';
import { type AgentaImportResult, importAgenta } from '../../jobs/agenta/import-agenta.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { ProgressBar, ProgressLine } from '../progress-line.ts';
import type { Shell } from '../shell.ts';
import { table } from '../table.ts';
import { explainErrors, type PlaceFlags, placeOf } from './installation.ts';

export interface ImportAgentaFlags extends PlaceFlags {
  readonly from?: string;
  readonly workspace?: string;
  readonly role: string;
  readonly dryRun?: boolean;
  readonly report: string;
}

export async function runImportAgenta(shell: Shell, flags: ImportAgentaFlags): Promise<void> {
  const from = flags.from ?? shell.environment['AGENTA_DATABASE_URL'];
  if (from === undefined || from === '') {
    throw new CommandFailure(
      EXIT.usage,
      'Name the Agenta database with --from or AGENTA_DATABASE_URL.',
    );
  }
  const role = roleOf(flags.role);
  const line = new ProgressLine(shell);
  const imported = await explainErrors(() =>
    importAgenta({
      ...placeOf(shell, flags),
      from,
      workspace: flags.workspace,
      role,
      mode: flags.dryRun === true ? 'rehearsing' : 'writing',
      reportPath: flags.report,
      onProgress: progressOn(shell, line),
    }),
  )
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'Unreachable') throw error;
      throw new CommandFailure(EXIT.unreachable, error.message);
    })
    .finally(() => line.end());
  if (flags.json === true) return shell.print(JSON.stringify(imported));
  shell.print(summaryOf(shell, imported));
  shell.say(closingWords(flags, imported));
}

function roleOf(text: string): Role {
  const role = ROLE_NAMES.find((name) => name === text);
  if (role !== undefined) return role;
  throw new CommandFailure(EXIT.usage, `--role is one of ${ROLE_NAMES.join(', ')}.`);
}

/** A terminal shows every change, a file gets a line at most this often. */
const FILE_PAUSE_MS = 10_000;

function progressOn(shell: Shell, line: ProgressLine): (done: number, total: number) => void {
  const bar = new ProgressBar('Rows');
  let shownAt = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    if (!shell.stderr.isTTY && performance.now() - shownAt < FILE_PAUSE_MS) return;
    shownAt = performance.now();
    bar.update(done, total);
    line.show([bar.text]);
  };
}

function summaryOf(shell: Shell, { tables }: AgentaImportResult): string {
  const titles = ['table', 'read', 'imported', 'present', 'left out', 'changed'];
  const rows = tables.map((row) => [
    row.table,
    row.read,
    row.imported,
    row.present,
    row.left_out,
    row.changed,
  ]);
  return table(shell, titles, rows);
}

function closingWords(
  { dryRun }: ImportAgentaFlags,
  { report, reasons }: AgentaImportResult,
): string {
  const notes = Object.values(reasons).reduce((sum, count) => sum + count, 0);
  const listed = `Rows that were left out or changed are listed in ${report} (${notes} lines).`;
  return dryRun === true ? `Nothing was written: this was a dry run. ${listed}` : listed;
}
