import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An app that Jurybox can run over a test set. It is asked with the parameters of a variant and the
 * inputs of a scenario, and answers with a message. Start it, and give its address to a base:
 *
 *   PORT=8080 node examples/generate-app/server.ts
 */
export interface GenerateApp {
  /** The `uri` of the base. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Question {
  readonly inputs?: Readonly<Record<string, string>>;
  /** A parameter of this app; an app has whatever parameters it likes. */
  readonly style?: string;
}

export async function startGenerateApp({ port = 0 } = {}): Promise<GenerateApp> {
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.method !== 'POST' || request.url !== '/generate') {
      return send(404, { detail: 'Ask with POST /generate.' });
    }
    const question = await readQuestion(request).catch(() => undefined);
    if (question === undefined) return send(422, { detail: 'The body must be a JSON object.' });
    return send(200, answerTo(question));
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

/** Where a real app would ask a model, this one only repeats what it was told. */
function answerTo({ inputs = {}, style = 'plain' }: Question) {
  const facts = Object.entries(inputs).map(([name, value]) => `${name} is ${value}`);
  const message = facts.length === 0 ? 'Nothing was said.' : `${facts.join(', ')}.`;
  return {
    message: style === 'loud' ? message.toUpperCase() : message,
    cost: 0.000_001 * message.length,
    usage: { prompt_tokens: facts.length, completion_tokens: message.split(' ').length },
  };
}

async function readQuestion(request: IncomingMessage): Promise<Question> {
  const chunks: Buffer[] = await Array.fromAsync(request);
  return { ...JSON.parse(Buffer.concat(chunks).toString()) };
}

if (import.meta.main) {
  const { url } = await startGenerateApp({ port: Number(process.env['PORT'] ?? 8080) });
  console.log(url);
}
