import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { faultOf, type Question } from './faults.ts';

/**
 * Speaks the chat protocol of OpenAI without a model behind it: the same messages always get the
 * same answer, and the name of the model chooses what goes wrong (faults.ts). Start it, and give its
 * address to a provider:
 *
 *   PORT=11434 DELAY_MS=50 FAILURE_RATE=0.05 SEED=1 API_KEY=secret-of-the-stub \
 *     node examples/chat-stub/server.ts
 */
export interface ChatStubOptions {
  readonly port?: number;
  readonly delayMs?: number;
  /** The share of calls that fail with 500; which ones, depends on the seed and the call alone. */
  readonly failureRate?: number;
  readonly seed?: number;
  /** Calls without this bearer token are refused. */
  readonly apiKey?: string;
}

export interface ChatStub {
  /** The `base_url` of the provider. */
  readonly url: string;
  /** Calls so far, those that failed included. */
  readonly calls: () => number;
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

export async function startChatStub(options: ChatStubOptions = {}): Promise<ChatStub> {
  const { port = 0, delayMs = 0, failureRate = 0, seed = 0, apiKey } = options;
  const attempts = new Map<string, number>();
  let calls = 0;
  let connections = 0;
  const server = createServer(async (request, response) => {
    calls += 1;
    const { authorization = '' } = request.headers;
    const chunks: Buffer[] = await Array.fromAsync(request);
    const body = Buffer.concat(chunks).toString();
    if (request.method !== 'POST' || request.url?.split('?')[0] !== '/v1/chat/completions') {
      return sendError(response, 404, 'Ask with POST /v1/chat/completions.');
    }
    if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`) {
      // Like some of the real ones, it repeats the key that it did not like.
      return sendError(response, 401, `Incorrect API key provided: ${authorization.slice(7)}`);
    }
    const question = parsed(body);
    if (question === undefined) return sendError(response, 400, 'This is not a chat request.');
    const attempt = (attempts.get(body) ?? 0) + 1;
    attempts.set(body, attempt);
    await setTimeout(delayMs);
    const fault = faultOf({ question, body, attempt, failureRate, seed });
    if (fault !== undefined) return fault(response);
    return sendJson(response, 200, answerTo(question));
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    calls: () => calls,
    connections: () => connections,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Repeats what was said last, under the name of the model. */
function answerTo({ model, messages }: Question) {
  const said = messages.at(-1)?.content;
  const content = `${model}: ${typeof said === 'string' ? said : JSON.stringify(said)}`;
  const promptTokens = JSON.stringify(messages).length;
  return {
    object: 'chat.completion',
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: content.length,
      total_tokens: promptTokens + content.length,
    },
  };
}

function parsed(body: string): Question | undefined {
  try {
    const { model, messages } = JSON.parse(body);
    return typeof model === 'string' && Array.isArray(messages) ? { model, messages } : undefined;
  } catch {
    return undefined;
  }
}

function sendError(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { message } });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

if (import.meta.main) {
  const { PORT = '11434', DELAY_MS = '0', FAILURE_RATE = '0', SEED = '0', API_KEY } = process.env;
  const { url } = await startChatStub({
    port: Number(PORT),
    delayMs: Number(DELAY_MS),
    failureRate: Number(FAILURE_RATE),
    seed: Number(SEED),
    ...(API_KEY === undefined ? {} : { apiKey: API_KEY }),
  });
  console.log(url);
}
