import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';
import { parseAllowList } from '../../src/outbound/allow-list.ts';
import { type Caller, SourceCaller } from '../../src/outbound/call-source.ts';
import type { OutboundRules } from '../../src/outbound/destination.ts';
import { ThreadCaller } from '../../src/outbound/thread-caller.ts';
import type { NameAnswer, NameQuestion, TestedRules } from '../support/calling-thread.ts';

export const NOW = Date.parse('2030-01-01T00:00:00Z');

interface CallerOptions extends Partial<Omit<OutboundRules, 'isOwn'>> {
  readonly timeoutMs?: number;
}

interface ThreadOptions extends CallerOptions {
  readonly idleMs?: number;
  /** Told which thread wants to know what a name means. */
  readonly onLookUp?: (threadId: number) => void;
  readonly onCrash?: (error: Error) => void;
}

interface Ending {
  readonly after: (run: () => Promise<void>) => void;
}

export const LOOPBACK_ONLY: OutboundRules = {
  allow: parseAllowList('127.0.0.0/8'),
  isOwn: () => false,
  plainHttp: 'refused',
  resolve: async (host) => {
    throw new Error(`${host} is not known`);
  },
};

/** Each may call this machine, and nothing else unless a test says so; closed with the test. */
export const CALLERS = { here: callerHere, 'in a thread': callerInThread } as const;

function callerHere(t: Ending, { timeoutMs = 20_000, ...rules }: CallerOptions = {}): Caller {
  const caller = new SourceCaller({ ...LOOPBACK_ONLY, ...rules }, { now: () => NOW, timeoutMs });
  t.after(() => caller.close());
  return caller;
}

/** The guard is in the thread; only what names mean is asked of the test. */
export function callerInThread(t: Ending, options: ThreadOptions = {}): Caller {
  const { allow, plainHttp, resolve } = { ...LOOPBACK_ONLY, ...options };
  const { timeoutMs = 20_000, idleMs, onCrash = fail, onLookUp } = options;
  const names = randomUUID();
  const stopAnswering = answerNames(names, ({ host, threadId }) => {
    onLookUp?.(threadId);
    return resolve(host);
  });
  const rules: TestedRules = {
    allow: allow.text,
    own: new Set(),
    plainHttp,
    now: NOW,
    timeoutMs,
    names,
  };
  const entry = new URL('../support/calling-thread.ts', import.meta.url);
  const idle = idleMs === undefined ? {} : { idleMs };
  const caller = new ThreadCaller({ rules, entry, onCrash, ...idle });
  t.after(async () => {
    await caller.close();
    stopAnswering();
  });
  return caller;
}

function fail(error: Error): never {
  throw error;
}

function answerNames(
  name: string,
  answer: (question: NameQuestion) => Promise<readonly string[]>,
): () => void {
  const channel = new BroadcastChannel(name);
  const reply = async (question: NameQuestion) => {
    const addresses = await answer(question).catch(() => null);
    const given: NameAnswer = { id: question.id, addresses };
    channel.postMessage(given);
  };
  channel.onmessage = (event) => void reply(event.data);
  return () => channel.close();
}

/** What a provider is asked, unless a test says otherwise. */
export function providerCall(baseUrl: string, model = 'small') {
  return {
    kind: 'provider',
    baseUrl,
    apiKey: undefined as string | undefined,
    headers: {} as Readonly<Record<string, string>>,
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Peru?' }] }),
  } as const;
}

export function baseCall(uri: string) {
  return { kind: 'base', uri, body: '{"style":"loud","inputs":{"country":"Peru"}}' } as const;
}
