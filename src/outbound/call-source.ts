import type { JsonValue } from '../contract/fields.ts';
import type { AnswerReading, ReadAnswer } from '../domain/outputs/answer-reading.ts';
import { notAllowed } from '../domain/outputs/failure-codes.ts';
import { failureOfStatus, type Retry } from '../domain/outputs/failure-of-status.ts';
import { keepableText } from '../domain/outputs/keepable-text.ts';
import { readAppAnswer } from '../domain/outputs/read-app-answer.ts';
import { readChatAnswer } from '../domain/outputs/read-chat-answer.ts';
import { readRetryAfter } from '../domain/outputs/retry-delay.ts';
import { ConnectionPool } from './connection-pool.ts';
import { OutboundRefused, type OutboundRules } from './destination.ts';
import { type FailedAnswer, type Failure, failed, failureOf } from './failed-answer.ts';
import { guardedRequest, type OutboundRequest, type OutboundResponse } from './guarded-request.ts';
import { allowingLoopback } from './loopback.ts';
import { type CallSecrets, masked, secretsOf, valuesOf } from './mask-secrets.ts';

/** One request to the app behind a base, or to a provider. */
export type SourceCall =
  | { readonly kind: 'base'; readonly uri: string; readonly body: string }
  | {
      readonly kind: 'provider';
      readonly baseUrl: string;
      readonly apiKey: string | undefined;
      readonly headers: Readonly<Record<string, string>>;
      /** The owner of the installation allowed this address on this machine. */
      readonly isLoopbackAllowed?: boolean;
      readonly body: string;
    };

export type SourceAnswer =
  | (ReadAnswer & { readonly outcome: 'answered'; readonly latencyMs: number })
  | FailedAnswer;

/** Asks sources for outputs. Failures of a source are returned, not thrown. */
export interface Caller {
  readonly call: (call: SourceCall) => Promise<SourceAnswer>;
  /** Aborts the calls in progress. */
  readonly close: () => Promise<void>;
}

interface CallerOptions {
  readonly now: () => number;
  /** For the whole call, from the look-up of the name to the last byte of the answer. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;
const LIMIT_BYTES = 2 * 1024 * 1024;

/** Makes its calls in the calling thread. */
export class SourceCaller implements Caller {
  readonly #rules: OutboundRules;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #connections = new ConnectionPool();

  constructor(rules: OutboundRules, { now, timeoutMs = TIMEOUT_MS }: CallerOptions) {
    this.#rules = rules;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
  }

  async call(call: SourceCall): Promise<SourceAnswer> {
    const startedAt = performance.now();
    const result = await this.#ask(call);
    const latencyMs = Math.round(performance.now() - startedAt);
    return 'code' in result
      ? failed(result, latencyMs)
      : { outcome: 'answered', ...result, latencyMs: result.latencyMs ?? latencyMs };
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  async #ask(call: SourceCall): Promise<ReadAnswer | Failure> {
    const request = requestOf(call, this.#timeoutMs);
    if ('code' in request) return request;
    try {
      const response = await guardedRequest(
        rulesFor(call, this.#rules),
        request,
        this.#connections,
      );
      const failure = failureOfStatus(response.status);
      if (failure === undefined) return readAnswer(call, await response.bytes());
      const raw = rawText(await beginningOf(response), secretsOfCall(call));
      return { ...failure, raw, retryAfterMs: this.#retryAfterMs(failure.retry, response) };
    } catch (error) {
      if (error instanceof OutboundRefused) return refusalOf(error, request.url);
      throw withoutSecrets(error, call);
    }
  }

  #retryAfterMs(retry: Retry, { headers }: OutboundResponse): number | null {
    if (retry === 'never') return null;
    return readRetryAfter(headers['retry-after']?.toString(), this.#now());
  }
}

function rulesFor(call: SourceCall, rules: OutboundRules): OutboundRules {
  if (call.kind === 'base' || call.isLoopbackAllowed !== true) return rules;
  return allowingLoopback(rules, new URL(call.baseUrl));
}

/** A refused address is named in the message, so that the operator can allow it. */
function refusalOf({ code }: OutboundRefused, url: string): Failure {
  const failure = failureOf(code);
  if (code !== 'destination_refused') return failure;
  const { hostname, port, protocol } = new URL(url);
  return { ...failure, message: notAllowed(`${hostname}:${port || PORTS[protocol] || 80}`) };
}

const PORTS: Readonly<Record<string, number>> = { 'https:': 443 };

/** The error will be logged, and may quote anything that was sent. */
function withoutSecrets(defect: unknown, call: SourceCall): Error {
  const text = defect instanceof Error ? (defect.stack ?? defect.message) : String(defect);
  return new Error(`A call could not be made: ${masked(text, valuesOf(secretsOfCall(call)))}`);
}

function requestOf(call: SourceCall, timeoutMs: number): OutboundRequest | Failure {
  const secrets = secretsOfCall(call);
  const url = URL.parse(call.kind === 'base' ? call.uri : call.baseUrl);
  if (url === null) return failureOf('destination_refused');
  if (!isSendable(secrets)) return failureOf('key_unreadable');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${PATHS[call.kind]}`;
  url.hash = '';
  const limits = { limitBytes: LIMIT_BYTES, timeoutMs, maxRedirects: 0 };
  return { url: url.href, method: 'POST', headers: headersOf(secrets), body: call.body, ...limits };
}

const PATHS = { base: '/generate', provider: '/chat/completions' } as const;

function secretsOfCall(call: SourceCall): CallSecrets {
  return call.kind === 'base' ? { apiKey: undefined, headers: {} } : call;
}

/** Visible ASCII, which every server reads alike. A line end would begin another header. */
function isSendable({ apiKey = '', headers }: CallSecrets): boolean {
  return [apiKey, ...Object.values(headers)].every((value) => /^[\x20-\x7e]*$/.test(value));
}

function headersOf({ apiKey, headers }: CallSecrets): Readonly<Record<string, string>> {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    'user-agent': 'jurybox',
    ...Object.fromEntries(own),
    accept: 'application/json',
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
}

function readAnswer(call: SourceCall, bytes: Uint8Array): ReadAnswer | Failure {
  const secrets = secretsOfCall(call);
  const reading = readingOf(call.kind, bytes);
  if (!('fault' in reading)) {
    return { ...reading, output: masked(reading.output, secretsOf(secrets)) };
  }
  return { ...failureOf(reading.fault), raw: rawText(bytes, secrets) };
}

function readingOf(kind: SourceCall['kind'], bytes: Uint8Array): AnswerReading {
  if (bytes.length === 0) return { fault: 'answer_empty' };
  const text = decoded(bytes);
  if (text === undefined) return { fault: 'answer_not_text' };
  const answer = parsed(text);
  if (answer === undefined) return { fault: 'answer_unreadable' };
  return kind === 'base' ? readAppAnswer(answer) : readChatAnswer(answer);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const lenientUtf8 = new TextDecoder();

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // It returns nothing else.
  } catch {
    return undefined;
  }
}

const RAW_CHARACTERS = 2_000;
/** Enough for these characters and a whole secret that begins among them: a part is not masked. */
const RAW_BYTES = 16 * 1024;

function rawText(bytes: Uint8Array, secrets: CallSecrets): string {
  const text = masked(lenientUtf8.decode(bytes.subarray(0, RAW_BYTES)), valuesOf(secrets));
  return keepableText(text.slice(0, RAW_CHARACTERS));
}

/** The beginning of an error is enough: its body may break off, or never end. */
async function beginningOf(response: OutboundResponse): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.chunks()) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= RAW_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
  }
  return Buffer.concat(chunks);
}
