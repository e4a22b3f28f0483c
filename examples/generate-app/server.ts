import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An app that Jurybox can run over a test set. It gets the parameters of a variant and the inputs
 * of a scenario, and answers with a message. Start it, and create a base with its address:
 *
 * PORT=8080 node examples/generate-app/server.ts
 */
export interface GenerateApp {
  /** The `uri` of the base. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface GenerateRequest {
  readonly inputs?: Readonly<Record<string, string>>;
  /** A parameter of this app; an app may have any parameters. */
  readonly style?: string;
}

export async function startGenerateApp({ port = 0 } = {}): Promise<GenerateApp> {
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.method !== 'POST' || request.url !== '/generate') {
      return send(404, { detail: 'Send POST /generate.' });
    }
    const body = await readBody(request).catch(() => undefined);
    if (body === undefined) return send(422, { detail: 'The body must be a JSON object.' });
    return send(200, answerTo(body));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A real app would call a model here; this one only repeats its inputs. */
function answerTo({ inputs = {}, style = 'plain' }: GenerateRequest) {
  const facts = Object.entries(inputs).map(([name, value]) => `${name} is ${value}`);
  const message = facts.length === 0 ? 'There were no inputs.' : `${facts.join(', ')}.`;
  return {
    message: style === 'loud' ? message.toUpperCase() : message,
    cost: 0.000_001 * message.length,
    usage: { prompt_tokens: facts.length, completion_tokens: message.split(' ').length },
  };
}

async function readBody(request: IncomingMessage): Promise<GenerateRequest> {
  const chunks: Buffer[] = await Array.fromAsync(request);
  return { ...JSON.parse(Buffer.concat(chunks).toString()) };
}

if (import.meta.main) {
  const { url } = await startGenerateApp({ port: Number(process.env['PORT'] ?? 8080) });
  console.log(url);
}
