import assert from 'node:assert/strict';
import type { ApiReply, Client } from '../../src/client/client.ts';
import { ENDPOINTS, type OperationId } from '../../src/contract/api.ts';
import type { Example } from '../../src/contract/openapi-examples.ts';

export interface Recorder {
  /** The same client; the first successful call of each operation becomes its example. */
  readonly watch: (client: Client) => Client;
  readonly recorded: () => ReadonlyMap<OperationId, Example>;
}

interface AnyInput {
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

type AnyCall = (input?: AnyInput) => Promise<ApiReply<unknown>>;

export function makeRecorder(): Recorder {
  const recorded = new Map<OperationId, Example>();
  const watch = (client: Client): Client => {
    const reply: Record<string, AnyCall> = {};
    const methods: Record<string, unknown> = { reply };
    for (const { operationId } of ENDPOINTS) {
      const call = client.reply[operationId] as AnyCall; // Every typed call is one of these.
      const watched: AnyCall = async (input = {}) => {
        const answer = await call(input);
        const text = JSON.stringify(answer.body);
        assert.ok(answer.status < 300, `${operationId} was answered with ${text}`);
        if (!recorded.has(operationId)) recorded.set(operationId, await exampleOf(input, answer));
        return answer;
      };
      reply[operationId] = watched;
      methods[operationId] = async (input?: AnyInput) => (await watched(input)).body;
    }
    return methods as Client; // Filled from the table that the type is derived from.
  };
  return { watch, recorded: () => recorded };
}

async function exampleOf(input: AnyInput, { status, body }: ApiReply<unknown>): Promise<Example> {
  const { parameters, query } = input;
  return {
    ...(parameters === undefined ? {} : { parameters }),
    ...(query === undefined ? {} : { query }),
    ...(input.body === undefined ? {} : { body: await withFilesAsText(input.body) }),
    ...(status === 204 ? {} : { response: body }),
  };
}

async function withFilesAsText(body: unknown): Promise<unknown> {
  if (Array.isArray(body) || typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).map(async ([name, value]) => [
    name,
    value instanceof Blob ? await value.text() : value,
  ]);
  return Object.fromEntries(await Promise.all(entries));
}
