import type { Command } from 'commander';
import { confirm } from '../ask.ts';
import { findApp, findVariant } from '../references.ts';
import { withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { details, table } from '../table.ts';
import { APP_OPTION, type OfApp } from './app-option.ts';
import { addCreateVariant } from './create-variant.ts';
import { addDiffVariants } from './diff-variants.ts';
import { addVariantHistory } from './variant-history.ts';

/** `jurybox variants …` */
export function addVariants(program: Command, shell: Shell): void {
  const variants = program
    .command('variants')
    .description('list, create, revise, compare and delete variants');
  withCommonOptions(variants.command('list'))
    .description('list the variants of an app')
    .option(...APP_OPTION)
    .action(
      withKey(shell, async (session, { app }: OfApp) => {
        const { app_id } = await findApp(session, app);
        const variants = await session.client.listAppVariants({ parameters: { app_id } });
        session.show(variants, () =>
          table(
            shell,
            ['variant', 'revision', 'changed', 'id'],
            variants.map((variant) => [
              variant.variant_name,
              variant.revision,
              variant.updated_at,
              variant.variant_id,
            ]),
          ),
        );
      }),
    );
  withCommonOptions(variants.command('get <variant>'))
    .description('show a variant with its parameters')
    .option(...APP_OPTION)
    .action(
      withKey(shell, async (session, text: string, { app }: OfApp) => {
        const variant = await findVariant(session, text, app);
        session.show(variant, () =>
          details(shell, [
            ['variant', variant.variant_name],
            ['id', variant.variant_id],
            ['app', variant.app_name],
            ['base', variant.base_name],
            ['revision', variant.revision],
            ['parameters', JSON.stringify(variant.parameters, null, 2)],
          ]),
        );
      }),
    );
  addCreateVariant(variants, shell);
  addVariantHistory(variants, shell);
  addDiffVariants(variants, shell);
  withCommonOptions(variants.command('rename <variant> <config-name>'))
    .description('rename the config of a variant; creates no revision')
    .option(...APP_OPTION)
    .action(
      withKey(shell, async (session, text: string, config_name: string, { app }: OfApp) => {
        const { variant_id } = await findVariant(session, text, app);
        const renamed = await session.client.renameVariant({
          parameters: { variant_id },
          body: { config_name },
        });
        session.show(
          renamed,
          () => `It is called ${renamed.variant_name} (${renamed.config_name}) now.`,
        );
      }),
    );
  withCommonOptions(variants.command('delete <variant>'))
    .description('delete a variant with its revisions, unless something uses it')
    .option(...APP_OPTION)
    .option('--yes', 'do not ask')
    .action(
      withKey(shell, async (session, text: string, options: OfApp & { yes?: true }) => {
        const { variant_id, variant_name } = await findVariant(session, text, options.app);
        await confirm(shell, options, `Deleting ${variant_name} with its revisions`);
        await session.client.deleteVariant({ parameters: { variant_id } });
        session.show({ variant_id }, () => `Deleted ${variant_name}.`);
      }),
    );
}
