import type { Command } from 'commander';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { findApp } from '../references.ts';
import { type Session, withCommonOptions, withKey, withoutQuiet } from '../session.ts';
import type { Shell } from '../shell.ts';
import { table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { APP_OPTION, type OfApp } from './app-option.ts';

/** `jurybox environments …` */
export function addEnvironments(program: Command, shell: Shell): void {
  const environments = program
    .command('environments')
    .description('show deployments, their history, and revert them');
  withoutQuiet(environments.command('list'))
    .description('show what each environment of an app runs')
    .option(...APP_OPTION)
    .action(withKey(shell, listEnvironments));
  withCommonOptions(environments.command('history <environment>'))
    .description('list what was deployed to an environment, newest first')
    .option(...APP_OPTION)
    .action(withKey(shell, showHistory));
  withCommonOptions(environments.command('revert <environment>'))
    .description('deploy again what an earlier deployment deployed')
    .requiredOption('--deployment <number>', 'number in the history', wholeNumber)
    .option(...APP_OPTION)
    .action(withKey(shell, revert));
}

async function listEnvironments(session: Session, { app }: OfApp): Promise<void> {
  const { app_id } = await findApp(session, app);
  const environments = await session.client.listEnvironments({ parameters: { app_id } });
  session.show(environments, () =>
    table(
      session.shell,
      ['environment', 'variant', 'revision', 'deployed', 'by'],
      environments.map((environment) => [
        environment.name,
        environment.deployed_variant_name,
        environment.revision,
        environment.deployed_at,
        environment.deployed_by,
      ]),
    ),
  );
}

async function showHistory(session: Session, name: string, { app }: OfApp): Promise<void> {
  const { revisions } = await historyOf(session, name, app);
  session.show(revisions, () =>
    table(
      session.shell,
      ['deployment', 'variant', 'revision', 'deployed', 'by', 'message'],
      revisions.map((entry) => [
        entry.revision,
        entry.deployed_variant_name,
        entry.deployed_revision,
        entry.created_at,
        entry.modified_by,
        entry.commit_message,
      ]),
    ),
  );
}

async function revert(
  session: Session,
  name: string,
  { app, deployment }: OfApp & { deployment: number },
): Promise<void> {
  const { revisions } = await historyOf(session, name, app);
  const earlier = revisions.find(({ revision }) => revision === deployment);
  if (earlier === undefined) {
    throw new CommandFailure(
      EXIT.refused,
      `${name} has no deployment ${deployment}. See "jurybox environments history ${name}".`,
    );
  }
  await session.client.revertDeployment({ parameters: { deployment_revision_id: earlier.id } });
  session.show(
    earlier,
    () =>
      `${name} runs ${earlier.deployed_variant_name}, revision ${earlier.deployed_revision}, again.`,
  );
}

async function historyOf(session: Session, environment_name: string, app: string | undefined) {
  const { app_id } = await findApp(session, app);
  return session.client.listEnvironmentRevisions({ parameters: { app_id, environment_name } });
}
