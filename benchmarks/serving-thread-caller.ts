import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { type Client, createClient } from '../src/client/client.ts';
import type { OperationId } from '../src/contract/api.ts';

/**
 * What the serving thread is asked from here, so that building and reading bodies is no part of its time.
 */
export interface Asked {
  readonly url: string;
  readonly operationId: OperationId;
  readonly call: object;
  /** A file of a form, which cannot be sent to a thread as such. */
  readonly file: { readonly name: string; readonly text: string } | undefined;
  readonly credential: Readonly<Record<string, string>>;
}

/** What `importTestset` fetches. */
const { rows } = workerData as { readonly rows: string };
const target = createServer((_request, response) => response.end(rows)).listen(0, '127.0.0.1');
await once(target, 'listening');
parentPort?.postMessage((target.address() as AddressInfo).port); // It listens on a port.

parentPort?.on('message', (asked: Asked) => {
  void ask(asked).then((status) => parentPort?.postMessage(status));
});

async function ask({ url, operationId, call, file, credential }: Asked): Promise<number> {
  // What is prepared in between may take longer than a connection is kept.
  const headers = { ...credential, connection: 'close' };
  const client = createClient({ baseUrl: url, headers });
  // Any call of any operation: the types of both are known where the call was prepared.
  const send = client.reply[operationId] as unknown as (
    input: object,
  ) => ReturnType<Client['reply']['checkHealth']>;
  return (await send(file === undefined ? call : withFile(call, file))).status;
}

function withFile(
  call: { readonly body?: object },
  { name, text }: { name: string; text: string },
) {
  return { ...call, body: { ...call.body, file: new File([text], name) } };
}
