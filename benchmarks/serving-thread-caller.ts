import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { type Client, createClient } from '../src/client/client.ts';
import type { OperationId } from '../src/contract/api.ts';

/**
 * A call that this thread makes, so that building and reading bodies does not count for the serving
 * thread.
 */
export interface CallMessage {
  readonly url: string;
  readonly operationId: OperationId;
  readonly call: object;
  /** The file of a form; a `File` cannot be sent to a thread. */
  readonly file: { readonly name: string; readonly text: string } | undefined;
  readonly credential: Readonly<Record<string, string>>;
}

/** The rows that `importTestset` fetches. */
const { rows } = workerData as { readonly rows: string };
const target = createServer((_request, response) => response.end(rows)).listen(0, '127.0.0.1');
await once(target, 'listening');
parentPort?.postMessage((target.address() as AddressInfo).port); // It listens on a port.

parentPort?.on('message', (message: CallMessage) => {
  void sendCall(message).then((status) => parentPort?.postMessage(status));
});

async function sendCall({
  url,
  operationId,
  call,
  file,
  credential,
}: CallMessage): Promise<number> {
  // Preparing the next call may take longer than a connection is kept.
  const headers = { ...credential, connection: 'close' };
  const client = createClient({ baseUrl: url, headers });
  // Types of operation and call were checked where the call was prepared.
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
