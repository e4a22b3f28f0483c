import type { Command } from 'commander';
import { findVariant } from '../references.ts';
import { type Session, withKey, withoutQuiet } from '../session.ts';
import type { Shell } from '../shell.ts';
import { wholeNumber } from '../whole-number.ts';
import { APP_OPTION, type OfApp } from './app-option.ts';

interface Deployment extends OfApp {
  readonly to: string;
  readonly revision?: number;
  readonly message?: string;
}

/** `jurybox deploy VARIANT --to ENVIRONMENT` */
export function addDeploy(program: Command, shell: Shell): void {
  withoutQuiet(program.command('deploy <variant>'))
    .description('deploy a revision of a variant to an environment')
    .requiredOption('--to <environment>', 'development, staging or production')
    .option('--revision <number>', 'revision to deploy; by default the current one', wholeNumber)
    .option('-m, --message <text>', 'why, for the history')
    .option(...APP_OPTION)
    .action(withKey(shell, deploy));
}

async function deploy(
  session: Session,
  text: string,
  { app, to, revision, message }: Deployment,
): Promise<void> {
  const { app_id, variant_id, variant_name } = await findVariant(session, text, app);
  await session.client.deployVariant({
    body: {
      environment_name: to,
      variant_id,
      ...(revision === undefined ? {} : { revision }),
      commit_message: message ?? null,
    },
  });
  const environments = await session.client.listEnvironments({ parameters: { app_id } });
  const environment = environments.find(({ name }) => name === to);
  session.show(
    environment,
    () => `${to} runs ${variant_name}, revision ${environment?.revision ?? revision}.`,
  );
}
