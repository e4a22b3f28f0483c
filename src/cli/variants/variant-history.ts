import type { Command } from 'commander';
import { findVariant } from '../references.ts';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { APP_OPTION, type OfApp } from './app-option.ts';

/** `jurybox variants history` and `jurybox variants restore`. */
export function addVariantHistory(variants: Command, shell: Shell): void {
  withCommonOptions(variants.command('history <variant>'))
    .description('list the revisions of a variant, newest first')
    .option(...APP_OPTION)
    .action(withKey(shell, showHistory));
  withCommonOptions(variants.command('restore <variant>'))
    .description('create a new revision with the parameters of an old one')
    .option(...APP_OPTION)
    .requiredOption('--revision <number>', 'the old revision', wholeNumber)
    .option('-m, --message <text>', 'why, for the history')
    .action(withKey(shell, restoreRevision));
}

async function showHistory(session: Session, text: string, { app }: OfApp): Promise<void> {
  const { variant_id } = await findVariant(session, text, app);
  const revisions = await session.client.listVariantRevisions({ parameters: { variant_id } });
  session.show(revisions, () =>
    table(
      session.shell,
      ['revision', 'created', 'by', 'message'],
      revisions.map((entry) => [
        entry.revision,
        entry.created_at,
        entry.modified_by,
        entry.commit_message,
      ]),
    ),
  );
}

interface RestoreOptions extends OfApp {
  readonly revision: number;
  readonly message?: string;
}

async function restoreRevision(
  session: Session,
  text: string,
  { app, revision, message }: RestoreOptions,
): Promise<void> {
  const { variant_id } = await findVariant(session, text, app);
  const { client } = session;
  const current = await client.reply.fetchVariant({ parameters: { variant_id } });
  const restored = await client.restoreVariantRevision({
    parameters: { variant_id, revision_number: revision },
    body: { commit_message: message ?? null },
    ifMatch: current.headers.get('etag') ?? '*',
  });
  session.show(
    restored,
    () => `Revision ${restored.revision} has the parameters of revision ${revision}.`,
  );
}
