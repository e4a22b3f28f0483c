import type { Command } from 'commander';
import { readJson } from '../read-argument.ts';
import { findBase, findVariant } from '../references.ts';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { APP_OPTION, type OfApp } from './app-option.ts';

interface Content extends OfApp {
  readonly parameters: string;
  readonly message?: string;
}

const PARAMETERS = [
  '--parameters <json>',
  'a JSON object, a file of one, or - for standard input',
] as const;
const MESSAGE = ['-m, --message <text>', 'why, for the history'] as const;

/** `jurybox variants create` and `jurybox variants set`. */
export function addCreateVariant(variants: Command, shell: Shell): void {
  withCommonOptions(variants.command('create <config-name>'))
    .description('add a variant to a base')
    .option(...APP_OPTION)
    .requiredOption('--base <base>', 'name or id of its base')
    .option(...PARAMETERS, '{}')
    .option(...MESSAGE)
    .action(withKey(shell, createVariant));
  withCommonOptions(variants.command('set <variant>'))
    .description('replace the parameters of a variant: its next revision')
    .option(...APP_OPTION)
    .requiredOption(...PARAMETERS)
    .option(...MESSAGE)
    .action(withKey(shell, setParameters));
}

async function createVariant(
  session: Session,
  configName: string,
  { app, base: baseText, parameters, message }: Content & { base: string },
): Promise<void> {
  const base = await findBase(session, baseText, app);
  const variant = await session.client.addVariantFromBase({
    body: {
      base_id: base.base_id,
      new_variant_name: `${base.base_name}.${configName}`,
      new_config_name: configName,
      parameters: await readJson(session.shell, parameters),
      commit_message: message ?? null,
    },
  });
  session.show(variant, () => `Created ${variant.variant_name} (${variant.variant_id}).`);
}

async function setParameters(
  session: Session,
  text: string,
  { app, parameters, message }: Content,
): Promise<void> {
  const { variant_id } = await findVariant(session, text, app);
  await session.client.updateVariantParameters({
    parameters: { variant_id },
    body: {
      parameters: await readJson(session.shell, parameters),
      commit_message: message ?? null,
    },
  });
  const variant = await session.client.fetchVariant({ parameters: { variant_id } });
  session.show(variant, () => `${variant.variant_name} is at revision ${variant.revision}.`);
}
