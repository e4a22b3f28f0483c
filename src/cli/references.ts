import { CommandFailure, EXIT } from './exit-codes.ts';
import type { Session } from './session.ts';

/** The app that `--app` names, or the only app. */
export async function findApp({ client, shell }: Session, text: string | undefined) {
  const apps = (await client.listApps()).map(({ app_id, app_name }) => ({
    app_id,
    id: app_id,
    names: [app_name],
  }));
  const nameOrId = text ?? (shell.environment['JURYBOX_APP'] || undefined);
  if (nameOrId !== undefined) return pick('app', nameOrId, apps);
  const [only, ...others] = apps;
  if (only !== undefined && others.length === 0) return only;
  const names = apps.flatMap((app) => app.names).join(', ');
  throw new CommandFailure(
    EXIT.usage,
    only === undefined
      ? 'There is no app yet. Create one with "jurybox apps create NAME".'
      : `Name the app with --app (or JURYBOX_APP): ${names}.`,
  );
}

export async function findBase(session: Session, text: string, app: string | undefined) {
  if (isId(text)) return session.client.fetchBase({ parameters: { base_id: text } });
  const { app_id } = await findApp(session, app);
  const bases = await session.client.listBases({ query: { app_id } });
  const { id } = pick(
    'base',
    text,
    bases.map(({ base_id, base_name }) => ({ id: base_id, names: [base_name] })),
  );
  return session.client.fetchBase({ parameters: { base_id: id } });
}

export async function findVariant(session: Session, text: string, app: string | undefined) {
  if (isId(text)) return session.client.fetchVariant({ parameters: { variant_id: text } });
  const { app_id } = await findApp(session, app);
  const variants = await session.client.listAppVariants({ parameters: { app_id } });
  const named = variants.map((variant) => ({
    ...variant,
    id: variant.variant_id,
    names: [variant.variant_name, variant.config_name],
  }));
  const { id } = pick('variant', text, named);
  return session.client.fetchVariant({ parameters: { variant_id: id } });
}

export async function findTestset(session: Session, text: string, app: string | undefined) {
  if (isId(text)) return text;
  const { app_id } = await findApp(session, app);
  const testsets = await session.client.listTestsets({ query: { app_id } });
  return pick(
    'test set',
    text,
    testsets.map(({ id, name }) => ({ id, names: [name] })),
  ).id;
}

interface Named {
  readonly id: string;
  readonly names: readonly string[];
}

/** Finds an item by id or name; fails if several have the name. */
export function pick<Item extends Named>(kind: string, text: string, items: readonly Item[]): Item {
  const matches = items.filter(
    ({ id, names }) => id === text.toLowerCase() || names.some((name) => fold(name) === fold(text)),
  );
  const [first, ...others] = matches;
  if (first !== undefined && others.length === 0) return first;
  const existing = items.map(({ names: [name] }) => name).join(', ');
  throw new CommandFailure(
    EXIT.refused,
    first === undefined
      ? `There is no ${kind} "${text}". ${existing === '' ? 'There is none yet.' : `Known: ${existing}.`}`
      : `More than one ${kind} is called "${text}". Use one of their ids: ${matches.map(({ id }) => id).join(', ')}.`,
  );
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(text);
}

/** Folds names as the server does. */
function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim();
}
