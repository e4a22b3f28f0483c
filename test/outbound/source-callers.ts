import { parseAllowList } from '../../src/outbound/allow-list.ts';
import { type Caller, SourceCaller } from '../../src/outbound/call-source.ts';
import type { OutboundRules } from '../../src/outbound/destination.ts';

const NOW = Date.parse('2030-01-01T00:00:00Z');

interface CallerOptions extends Partial<OutboundRules> {
  readonly timeoutMs?: number;
}

interface Cleanup {
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

/** May call only this machine, unless a test passes other rules; closed with the test. */
export function callerFor(
  t: Cleanup,
  { timeoutMs = 20_000, ...rules }: CallerOptions = {},
): Caller {
  const caller = new SourceCaller({ ...LOOPBACK_ONLY, ...rules }, { now: () => NOW, timeoutMs });
  t.after(() => caller.close());
  return caller;
}

/** A usual call to a provider. */
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
