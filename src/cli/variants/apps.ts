import type { Command } from 'commander';
import { confirm } from '../ask.ts';
import { findApp } from '../references.ts';
import { withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { details, table } from '../table.ts';

/** `jurybox apps …` */
export function addApps(program: Command, shell: Shell): void {
  const apps = program.command('apps').description('list, create, rename and delete apps');
  withCommonOptions(apps.command('list'))
    .description('list your apps')
    .action(
      withKey(shell, async ({ client, show }) => {
        const apps = await client.listApps();
        show(apps, () =>
          table(
            shell,
            ['app', 'id'],
            apps.map(({ app_name, app_id }) => [app_name, app_id]),
          ),
        );
      }),
    );
  withCommonOptions(apps.command('get <app>'))
    .description('show an app; "environments list" shows what it runs')
    .action(
      withKey(shell, async (session, name: string) => {
        const { app_id } = await findApp(session, name);
        const app = await session.client.fetchApp({ parameters: { app_id } });
        session.show(app, () =>
          details(shell, [
            ['app', app.app_name],
            ['id', app_id],
            ['created', app.created_at],
          ]),
        );
      }),
    );
  withCommonOptions(apps.command('create <name>'))
    .description('create an app with its three environments')
    .action(
      withKey(shell, async ({ client, show }, app_name: string) => {
        const app = await client.createApp({ body: { app_name } });
        show(app, () => `Created ${app.app_name} (${app.app_id}).`);
      }),
    );
  withCommonOptions(apps.command('rename <app> <name>'))
    .description('rename an app')
    .action(
      withKey(shell, async (session, name: string, app_name: string) => {
        const { app_id } = await findApp(session, name);
        const app = await session.client.renameApp({ parameters: { app_id }, body: { app_name } });
        session.show(app, () => `It is called ${app.app_name} now.`);
      }),
    );
  withCommonOptions(apps.command('delete <app>'))
    .description('delete an app with everything in it')
    .option('--yes', 'do not ask')
    .action(
      withKey(shell, async (session, name: string, options: { yes?: true }) => {
        const { app_id } = await findApp(session, name);
        await confirm(
          shell,
          options,
          `Deleting ${name} with its variants, test sets and evaluations`,
        );
        await session.client.deleteApp({ parameters: { app_id } });
        session.show({ app_id }, () => `Deleted ${name}.`);
      }),
    );
}
