import type { Command } from 'commander';
import { ApiError } from '../../client/client.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { readJson } from '../read-argument.ts';
import { findBase } from '../references.ts';
import { type Session, withKey, withoutQuiet } from '../session.ts';
import type { Shell } from '../shell.ts';
import { APP_OPTION, type OfApp } from './app-option.ts';

interface GetOptions extends OfApp {
  readonly base: string;
  readonly environment?: string;
  readonly name?: string;
}

interface SaveOptions extends OfApp {
  readonly base: string;
  readonly parameters: string;
  readonly overwrite?: true;
  readonly message?: string;
}

const BASE_OPTION = ['--base <base>', 'name or id of the base'] as const;

/** `jurybox config …` */
export function addConfig(program: Command, shell: Shell): void {
  const config = program.command('config').description('read and save configs of a base');
  withoutQuiet(config.command('get'))
    .description('print the parameters that an environment runs, or those of a config')
    .requiredOption(...BASE_OPTION)
    .option('--environment <name>', 'development, staging or production')
    .option('--name <config>', 'a config by its name')
    .option(...APP_OPTION)
    .action(withKey(shell, getConfig));
  withoutQuiet(config.command('save <config>'))
    .description('save parameters under a config name')
    .requiredOption(...BASE_OPTION)
    .requiredOption('--parameters <json>', 'a JSON object, a file of one, or - for standard input')
    .option('--overwrite', 'make it the next revision of a config that exists')
    .option('-m, --message <text>', 'why, for the history')
    .option(...APP_OPTION)
    .action(withKey(shell, saveConfig));
}

/** Prints the parameters as JSON; `--json` adds name and version. */
async function getConfig(
  session: Session,
  { app, base, environment, name }: GetOptions,
): Promise<void> {
  if ((environment === undefined) === (name === undefined)) {
    throw new CommandFailure(EXIT.usage, 'Name the config with either --environment or --name.');
  }
  const { base_id } = await findBase(session, base, app);
  const config = await session.client.fetchConfig({
    query: {
      base_id,
      ...(environment === undefined ? {} : { environment_name: environment }),
      ...(name === undefined ? {} : { config_name: name }),
    },
  });
  session.show(config, () => JSON.stringify(config.parameters, null, 2));
}

async function saveConfig(
  session: Session,
  config_name: string,
  { app, base, parameters, overwrite, message }: SaveOptions,
): Promise<void> {
  const { base_id } = await findBase(session, base, app);
  const body = {
    base_id,
    config_name,
    parameters: await readJson(session.shell, parameters),
    overwrite: overwrite ?? false,
    commit_message: message ?? null,
  };
  await session.client.saveConfig({ body }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'config_name_taken') throw error;
    throw new CommandFailure(
      EXIT.refused,
      `The config "${config_name}" exists in this base. Repeat the command with --overwrite to make its next revision.`,
    );
  });
  const saved = await session.client.fetchConfig({ query: { base_id, config_name } });
  session.show(saved, () => `${config_name} is at revision ${saved.current_version}.`);
}
