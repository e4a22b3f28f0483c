import type { OutboundRules } from '../../../outbound/destination.ts';
import { guardedRequest } from '../../../outbound/guarded-request.ts';
import { allowingLoopback } from '../../../outbound/loopback.ts';
import { type Finding, look, ok } from './finding.ts';

const TIMEOUT_MS = 5_000;
const LIMIT_BYTES = 1024 * 1024;
/** Few installations use more hosts. */
const MAX_HOSTS = 20;

/**
 * Checks that the hosts of providers answer, under the rules for outputs but without any secret.
 */
export async function checkProviders(
  addresses: readonly ProviderAddress[],
  rules: OutboundRules,
): Promise<Finding[]> {
  const byOrigin = Map.groupBy(addresses, ({ baseUrl }) => new URL(baseUrl).origin);
  if (byOrigin.size === 0) return [ok('providers', 'No providers are configured.')];
  return Promise.all(
    [...byOrigin].slice(0, MAX_HOSTS).map(([origin, providers]) => {
      const isAllowed = providers.some(({ loopbackAllowedAt }) => loopbackAllowedAt !== null);
      return checkOrigin(origin, isAllowed ? allowingLoopback(rules, new URL(origin)) : rules);
    }),
  );
}

interface ProviderAddress {
  readonly baseUrl: string;
  /** The owner of the installation allowed this address of its machine. */
  readonly loopbackAllowedAt: number | null;
}

async function checkOrigin(origin: string, rules: OutboundRules): Promise<Finding> {
  try {
    const response = await guardedRequest(rules, {
      url: `${origin}/`,
      method: 'GET',
      headers: {},
      limitBytes: LIMIT_BYTES,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
    });
    response.discard();
    return ok('providers', `${origin} answers.`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // A host that redirects does answer.
    if (code === 'redirect_refused') return ok('providers', `${origin} answers.`);
    const reason = error instanceof Error ? error.message : String(error);
    return look('providers', `${origin} cannot be called: ${reason}.`, ADVICE);
  }
}

const ADVICE =
  'Check the address under Settings → Providers, the network of this machine, and OUTBOUND_ALLOW.';
