import assert from 'node:assert/strict';
import type { Client } from '../../src/client/client.ts';
import { ENDPOINTS, type OperationId } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { send } from '../security/any-endpoint.ts';
import { expectedAccess } from '../security/expected-access.ts';
import { type AnyCall, prepareCall, type Scene } from '../security/prepared-calls.ts';
import type { Person } from '../security/tenants.ts';
import type { Reachable } from '../support/reachable.ts';

/** These report on the process rather than on stored rows. */
const OF_THE_PROCESS: ReadonlySet<OperationId> = new Set(['readMetrics']);

const FORMATS = ['csv', 'jsonl'] as const;

export interface Read {
  readonly operationId: OperationId;
  readonly call: AnyCall;
}

/** Calls of all reading operations, on evaluations with and without judgements, and all exports. */
export async function prepareReads(scene: Scene): Promise<readonly Read[]> {
  const { tenant } = scene;
  const judged = { ...scene, tenant: { ...tenant, evaluationId: tenant.judgedId } };
  const reads: Read[] = [];
  for (const { operationId, method } of ENDPOINTS as readonly ListedEndpoint[]) {
    if (method !== 'GET' || OF_THE_PROCESS.has(operationId)) continue;
    for (const each of [scene, judged]) {
      reads.push({ operationId, call: await prepareCall(operationId, each) });
    }
  }
  const evaluation = { parameters: { evaluation_id: tenant.judgedId } };
  for (const format of FORMATS) {
    for (const content of ['judgements', 'scenarios', 'preferences']) {
      const query = { content, format };
      reads.push({ operationId: 'exportHumanEvaluation', call: { ...evaluation, query } });
    }
    reads.push(
      {
        operationId: 'exportTestset',
        call: { parameters: { testset_id: tenant.testsetId }, query: { format } },
      },
      {
        operationId: 'exportAuditEntries',
        call: { parameters: { workspace_id: tenant.workspaceId }, query: { format } },
      },
    );
  }
  // Most calls name no evaluation, and are equal for both.
  return [...new Map(reads.map((read) => [JSON.stringify(read), read])).values()];
}

type ListedEndpoint = Endpoint & { readonly operationId: OperationId };

/** The answers to these calls: status, version and body. */
export async function readAll(
  server: Reachable,
  { key, cookie }: Pick<Person, 'key' | 'cookie'>,
  reads: readonly Read[],
): Promise<ReadonlyMap<string, unknown>> {
  const clients = { key: server.client(key), session: server.browser(cookie) };
  const answers = new Map<string, unknown>();
  for (const { operationId, call } of reads) {
    const label = `${operationId} ${JSON.stringify(call)}`;
    const reply = await send(clientFor(operationId, clients), operationId, call);
    assert.ok(reply.status < 300, `${label}: ${reply.status} ${JSON.stringify(reply.body)}`);
    answers.set(label, {
      status: reply.status,
      etag: reply.headers.get('etag'),
      body: withoutMoments(reply.body, server.url),
    });
  }
  return answers;
}

function clientFor(operationId: OperationId, clients: { key: Client; session: Client }): Client {
  return expectedAccess(operationId).kind === 'session' ? clients.session : clients.key;
}

/** Without the address of the server and the times at which credentials were last used. */
function withoutMoments(body: unknown, url: string): unknown {
  const text = JSON.stringify(body) ?? '';
  return text
    .replaceAll(url, 'https://jurybox.test')
    .replaceAll(/"last_used_at":"[^"]*"/g, '"last_used_at":"…"');
}
