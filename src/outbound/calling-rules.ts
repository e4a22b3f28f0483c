import { parseAllowList } from './allow-list.ts';
import type { OutboundRules } from './destination.ts';
import { isAmong, type OwnPlaces } from './own-places.ts';
import { resolveHost } from './resolve-host.ts';

/** The rules for calls as plain data that can be passed to a thread. */
export interface CallingRules extends Pick<OutboundRules, 'plainHttp' | 'grants'> {
  readonly allow: string;
  readonly own: OwnPlaces;
}

export function rulesFrom({ allow, own, plainHttp, grants }: CallingRules): OutboundRules {
  return {
    allow: parseAllowList(allow),
    isOwn: (place) => isAmong(own, place),
    plainHttp,
    resolve: resolveHost,
    grants,
  };
}
