import { parseAllowList } from '../../src/outbound/allow-list.ts';
import type { OutboundRules } from '../../src/outbound/destination.ts';

/** For tests that make no calls: every name is unknown, every address refused. */
export const NO_CALLS: OutboundRules = {
  allow: parseAllowList(''),
  isOwn: () => true,
  plainHttp: 'refused',
  resolve: async () => [],
};
