import { hash } from 'node:crypto';
import type { Input } from '../../contract/api.ts';
import { Problem } from '../../contract/problems.ts';
import { type Reference, referenceInPath } from '../../domain/ids.ts';
import { nameKey } from '../../domain/names.ts';
import { notFound } from '../../storage/callers.ts';
import {
  type Config,
  type ConfigOfBase,
  findConfigByEnvironment,
  findConfigByName,
} from '../../storage/variants/configs.ts';
import type { Context, JsonOperation } from '../context.ts';
import { environmentNotFound, nothingDeployed } from './parts/environment-not-found.ts';

/**
 * The parameters a running app should use: the current ones of a config, or the deployed ones of an
 * environment. Made for polling: parameters go out as the text they are stored as, and are not read
 * from the database for a caller who already has the revision.
 */
export const fetchConfig: JsonOperation<'fetchConfig'> = async (context, { query }) => {
  const base = referenceInPath(query.base_id);
  const { ifNoneMatch } = context.preconditions;
  const config = await findConfig(context, query, { base, known: knownRevision(ifNoneMatch) });
  const etag = configEtag(config);
  const isComplete = config.parameters !== null || ifNoneMatch === etag;
  if (isComplete) return { json: presentConfig(config), etag };
  // Same revision, but the config was renamed since: the caller needs the whole answer.
  const renamed = await findConfig(context, query, { base, known: undefined });
  return { json: presentConfig(renamed), etag: configEtag(renamed) };
};

async function findConfig(
  context: Context,
  query: Input<'fetchConfig'>['query'],
  { base, known }: { base: Reference; known: string | undefined },
): Promise<Config> {
  if (base.id === undefined) throw notFound('base', base);
  const key = { baseId: base.id, knownRevisionKey: known };
  const environment = query.environment_name;
  const match =
    environment === undefined
      ? await findConfigByName(context.db, context.caller, {
          ...key,
          name: nameKey(query.config_name ?? ''),
        })
      : await findConfigByEnvironment(context.db, context.caller, { ...key, name: environment });
  if (match === undefined) throw notFound('base', base);
  context.gate.permit(match.standing);
  return match.config ?? refuse(match, environment);
}

function refuse(match: ConfigOfBase, environment: string | undefined): never {
  if (environment === undefined) {
    throw new Problem('config_not_found', 'The base has no config with this name.');
  }
  throw match.hasEnvironment ? nothingDeployed() : environmentNotFound();
}

function presentConfig({ configName, revision, parameters }: Config): string {
  return `{"config_name":${JSON.stringify(configName)},"current_version":${revision},"parameters":${parameters}}`;
}

/** A revision never changes, so its key and the name shown with it identify the whole answer. */
function configEtag({ revisionKey, configName }: Config): string {
  const name = /^[\w.-]{1,32}$/.test(configName)
    ? configName
    : `~${hash('sha256', configName, 'base64url').slice(0, 8)}`;
  return `"${revisionKey}.${name}"`;
}

function knownRevision(ifNoneMatch: string | undefined): string | undefined {
  return ifNoneMatch === undefined ? undefined : /^"([0-9a-f-]{36}\.\d+)\./.exec(ifNoneMatch)?.[1];
}
