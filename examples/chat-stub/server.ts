import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type ChatRequest, faultOf } from './faults.ts';

/**
 * Speaks OpenAI's chat protocol without a model: the same messages always get the same answer, and
 * the model's name selects a fault (faults.ts). Start it, and create a provider with its address:
 *
 *   PORT=11434 DELAY_MS=50 FAILURE_RATE=0.05 SEED=1 API_KEY=secret-of-the-stub \
 *     node examples/chat-stub/server.ts
 */
export interface ChatStubOptions {
  readonly port?: number;
  readonly delayMs?: number;
  /** The share of calls that fail with 500; which ones depends only on the seed and the call. */
  readonly failureRate?: number;
  readonly seed?: number;
  /** Calls without this bearer token are refused. */
  readonly apiKey?: string;
}

export interface ChatStub {
  /** The `base_url` of the provider. */
  readonly url: string;
  /** All calls so far, including failed ones. */
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
      return sendError(response, 404, 'Send POST /v1/chat/completions.');
    }
    if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`) {
      // Like some real providers, it repeats the refused key.
      return sendError(response, 401, `Incorrect API key provided: ${authorization.slice(7)}`);
    }
    const chat = parseChat(body);
    if (chat === undefined) return sendError(response, 400, 'This is not a chat request.');
    const attempt = (attempts.get(body) ?? 0) + 1;
    attempts.set(body, attempt);
    await setTimeout(delayMs);
    const fault = faultOf({ chat, body, attempt, failureRate, seed });
    if (fault !== undefined) return fault(response);
    return sendJson(response, 200, answerTo(chat));
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

/** Repeats the last message after the name of the model. */
function answerTo({ model, messages }: ChatRequest) {
  const lastContent = messages.at(-1)?.content;
  const content = `${model}: ${typeof lastContent === 'string' ? lastContent : JSON.stringify(lastContent)}`;
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

function parseChat(body: string): ChatRequest | undefined {
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
