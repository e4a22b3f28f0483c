import type { Command } from 'commander';
import { confirm } from '../ask.ts';
import { findApp, findBase } from '../references.ts';
import { withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { table } from '../table.ts';
import { APP_OPTION, type OfApp } from './app-option.ts';

interface NewBase extends OfApp {
  readonly uri?: string;
  readonly config?: string;
}

/** `jurybox bases …` */
export function addBases(program: Command, shell: Shell): void {
  const bases = program.command('bases').description('list, create, change and delete bases');
  withCommonOptions(bases.command('list'))
    .description('list the bases of an app')
    .option(...APP_OPTION)
    .action(
      withKey(shell, async (session, { app }: OfApp) => {
        const { app_id } = await findApp(session, app);
        const bases = await session.client.listBases({ query: { app_id } });
        session.show(bases, () =>
          table(
            shell,
            ['base', 'id'],
            bases.map(({ base_name, base_id }) => [base_name, base_id]),
          ),
        );
      }),
    );
  withCommonOptions(bases.command('create <name>'))
    .description('create a base with its first variant')
    .option(...APP_OPTION)
    .option('--uri <url>', 'address of the app: outputs come from POST {uri}/generate')
    .option('--config <name>', 'config name of the first variant')
    .action(
      withKey(shell, async (session, base_name: string, { app, uri, config }: NewBase) => {
        const { app_id } = await findApp(session, app);
        const base = await session.client.createBase({
          body: {
            app_id,
            base_name,
            ...(uri === undefined ? {} : { uri }),
            ...(config === undefined ? {} : { config_name: config }),
          },
        });
        session.show(
          base,
          () =>
            `Created ${base.base_name} (${base.base_id}) with variant ${base.variant.variant_name}.`,
        );
      }),
    );
  withCommonOptions(bases.command('update <base>'))
    .description('rename a base or change its URI')
    .option(...APP_OPTION)
    .option('--name <name>', 'new name')
    .option('--uri <url>', 'new URI')
    .action(
      withKey(
        shell,
        async (
          session,
          text: string,
          { app, name, uri }: OfApp & { name?: string; uri?: string },
        ) => {
          const { base_id } = await findBase(session, text, app);
          const base = await session.client.updateBase({
            parameters: { base_id },
            body: {
              ...(name === undefined ? {} : { base_name: name }),
              ...(uri === undefined ? {} : { uri }),
            },
          });
          session.show(base, () => `${base.base_name}: ${base.uri ?? 'no URI'}`);
        },
      ),
    );
  withCommonOptions(bases.command('delete <base>'))
    .description('delete a base that has no variant left')
    .option(...APP_OPTION)
    .option('--yes', 'do not ask')
    .action(
      withKey(shell, async (session, text: string, options: OfApp & { yes?: true }) => {
        const { base_id } = await findBase(session, text, options.app);
        await confirm(shell, options, `Deleting ${text}`);
        await session.client.deleteBase({ parameters: { base_id } });
        session.show({ base_id }, () => `Deleted ${text}.`);
      }),
    );
}
