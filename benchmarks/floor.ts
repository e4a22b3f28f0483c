import { randomUUIDv7 } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tokenHash } from '../src/operations/tokens.ts';
import { callerParameters } from '../src/storage/callers.ts';
import { FIND_EVALUATION } from '../src/storage/evaluations/human-evaluations.ts';
import type { Parameter, Row, Statement } from '../src/storage/statement.ts';
import { FIND_BASE } from '../src/storage/variants/bases.ts';
import { FIND_CONFIG_BY_NAME } from '../src/storage/variants/configs.ts';
import { INSERT_VARIANT } from '../src/storage/variants/variant-changes.ts';
import { INSERT_VARIANT_REVISION } from '../src/storage/variants/variant-revisions.ts';
import { FIND_VARIANT } from '../src/storage/variants/variants.ts';
import { type FloorDatabase, openFloorDatabase } from './floor-database.ts';

/**
 * The least a server on this database can do for a few of our requests: the same SQL on the same
 * driver and kind of connection, `JSON.parse`, `JSON.stringify` and `node:http`. No authentication
 * beyond the join in the SQL, no validation, no limits, no log, no error handling.
 */
const db: FloorDatabase = await openFloorDatabase();
const hash = tokenHash(process.env['FLOOR_API_KEY'] ?? '');
const caller = () => callerParameters({ tokenHash: hash, now: Date.now(), workspaceId: null });

const server = createServer((request, response) => {
  void answer(request, response);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // Listening on a port, so not a pipe's name.
  console.log(`ready http://127.0.0.1:${port}`);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '';
  if (request.method === 'POST') return reply(response, await addVariant(await readBody(request)));
  if (url.startsWith('/api/configs')) return reply(response, await fetchConfig(url));
  if (url.startsWith(EVALUATIONS)) {
    return reply(response, await fetchEvaluation(url.slice(EVALUATIONS.length)));
  }
  return reply(response, await fetchVariant(url.slice('/api/variants/'.length)));
}

const EVALUATIONS = '/api/human-evaluations/';

async function fetchEvaluation(id: string): Promise<unknown> {
  const rows = await db.read(FIND_EVALUATION, [...caller(), id]);
  const variants = rows as Row<typeof FIND_EVALUATION>[]; // A row for each variant.
  const [evaluation] = variants;
  return {
    id: evaluation?.id,
    app_id: evaluation?.appId,
    user_id: evaluation?.createdBy,
    user_username: evaluation?.createdByName,
    evaluation_type: evaluation?.type,
    variant_ids: variants.map((row) => row.variantId),
    variant_names: variants.map((row) => row.variantName),
    variants_revision_ids: variants.map((row) => row.revisionId),
    revisions: variants.map((row) => String(row.revision)),
    testset_id: evaluation?.testsetId,
    testset_name: evaluation?.testsetName,
    status: evaluation?.status,
    created_at: new Date(Number(evaluation?.createdAt)).toISOString(),
    updated_at: new Date(Number(evaluation?.updatedAt)).toISOString(),
  };
}

async function fetchVariant(id: string): Promise<unknown> {
  return presentVariant(await first(FIND_VARIANT, [...caller(), id]));
}

async function fetchConfig(url: string): Promise<unknown> {
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  const baseId = query.get('base_id');
  const name = query.get('config_name');
  const row: Row<typeof FIND_CONFIG_BY_NAME> = await first(FIND_CONFIG_BY_NAME, [
    ...caller(),
    baseId,
    name,
    null,
  ]);
  return {
    config_name: row.configName,
    current_version: row.revision,
    parameters: JSON.parse(row.parameters ?? 'null'),
  };
}

interface NewVariant {
  readonly base_id: string;
  readonly new_variant_name: string;
  readonly new_config_name: string;
  readonly parameters: unknown;
}

async function addVariant(body: NewVariant): Promise<unknown> {
  const now = Date.now();
  const base: Row<typeof FIND_BASE> = await first(FIND_BASE, [...caller(), body.base_id]);
  const id = randomUUIDv7();
  const revisionId = randomUUIDv7();
  const { new_variant_name: name, new_config_name: configName } = body;
  const workspace = base.workspaceId;
  const user = base.callerId;
  const parameters = JSON.stringify(body.parameters);
  const [inserted] = await db.write([
    [
      INSERT_VARIANT,
      [workspace, id, base.appId, base.id, name, name, configName, configName, user, 'hash', now],
    ],
    [
      INSERT_VARIANT_REVISION,
      [workspace, revisionId, id, 1, configName, parameters, null, null, user, now],
    ],
  ]);
  return presentVariant({
    ...base,
    id,
    name,
    configName,
    previousName: (inserted as Row<typeof INSERT_VARIANT>).previousVariantName,
    createdBy: user,
    baseId: base.id,
    baseName: base.name,
    version: 1,
    revision: 1,
    revisionId,
    revisedAt: now,
    parameters: JSON.parse(parameters),
  });
}

function presentVariant(row: Row<typeof FIND_VARIANT>): unknown {
  return {
    app_id: row.appId,
    app_name: row.appName,
    variant_id: row.id,
    variant_name: row.name,
    parameters: row.parameters,
    previous_variant_name: row.previousName,
    user_id: row.createdBy,
    base_name: row.baseName,
    base_id: row.baseId,
    config_name: row.configName,
    uri: row.uri,
    revision: row.revision,
    organization_id: row.organizationId,
    workspace_id: row.workspaceId,
  };
}

/** The load requests only existing rows. */
async function first<Of extends Statement>(
  statement: Of,
  parameters: readonly Parameter[],
): Promise<Row<Of>> {
  const [row] = await db.read(statement, parameters);
  return row as Row<Of>;
}

function readBody(request: IncomingMessage): Promise<NewVariant> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
  });
}

function reply(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
