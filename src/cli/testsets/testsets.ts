import type { Command } from 'commander';
import { formatOfName } from '../../contract/testsets/format-of-rows.ts';
import { confirm } from '../ask.ts';
import { readUpload } from '../read-argument.ts';
import { findApp, findTestset } from '../references.ts';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { table } from '../table.ts';
import { APP_OPTION, type OfApp } from '../variants/app-option.ts';

interface NewTestset extends OfApp {
  readonly name?: string;
}

/** `jurybox testsets …` */
export function addTestsets(program: Command, shell: Shell): void {
  const testsets = program
    .command('testsets')
    .description('list, create, show and delete test sets');
  withCommonOptions(testsets.command('list'))
    .description('list the test sets of an app')
    .option(...APP_OPTION)
    .action(withKey(shell, listTestsets));
  withCommonOptions(testsets.command('get <testset>'))
    .description('show the rows of a test set')
    .option(...APP_OPTION)
    .action(withKey(shell, showTestset));
  withCommonOptions(testsets.command('create <file>'))
    .description('create a test set from a CSV, JSON or JSONL file')
    .option('--name <name>', 'its name; by default that of the file')
    .option(...APP_OPTION)
    .action(withKey(shell, createTestset));
  withCommonOptions(testsets.command('delete <testset>'))
    .description('delete a test set, unless an evaluation uses it')
    .option('--yes', 'do not ask')
    .option(...APP_OPTION)
    .action(withKey(shell, deleteTestset));
}

async function listTestsets(session: Session, { app }: OfApp): Promise<void> {
  const { app_id } = await findApp(session, app);
  const testsets = await session.client.listTestsets({ query: { app_id } });
  session.show(testsets, () =>
    table(
      session.shell,
      ['test set', 'rows', 'revision', 'changed', 'id'],
      testsets.map((testset) => [
        testset.name,
        testset.row_count,
        testset.revision,
        testset.updated_at,
        testset.id,
      ]),
    ),
  );
}

async function showTestset(session: Session, text: string, { app }: OfApp): Promise<void> {
  const testset_id = await findTestset(session, text, app);
  const testset = await session.client.fetchTestset({ parameters: { testset_id } });
  const columns = [...new Set(testset.csvdata.flatMap((row) => Object.keys(row)))];
  session.show(testset, () =>
    table(
      session.shell,
      columns,
      testset.csvdata.map((row) =>
        columns.map((column) => {
          const value = row[column];
          return typeof value === 'string' ? value : JSON.stringify(value);
        }),
      ),
    ),
  );
}

async function createTestset(
  session: Session,
  path: string,
  { app, name }: NewTestset,
): Promise<void> {
  const { app_id } = await findApp(session, app);
  const file = await readUpload(session.shell, path);
  const upload_type = formatOfName(file.name);
  const testset = await session.client.uploadTestset({
    body: {
      file,
      app_id,
      ...(upload_type === undefined ? {} : { upload_type }),
      ...(name === undefined ? {} : { testset_name: name }),
    },
  });
  session.show(
    testset,
    () => `Created ${testset.name} (${testset.id}) with ${testset.row_count} rows.`,
  );
}

async function deleteTestset(
  session: Session,
  text: string,
  options: OfApp & { yes?: true },
): Promise<void> {
  const testset_id = await findTestset(session, text, options.app);
  await confirm(session.shell, options, `Deleting the test set ${text} with its revisions`);
  await session.client.deleteTestsets({ body: { testset_ids: [testset_id] } });
  session.show({ testset_id }, () => `Deleted ${text}.`);
}
