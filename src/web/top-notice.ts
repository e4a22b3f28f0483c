import type { Query } from '@tanstack/react-query';
import { ApiError } from '../client/api-error.ts';

const TOP_NOTICE = { hasTopNotice: true };

/** Has `LostParts` report a failure of this query at the top of the page and offer a retry. */
export function withTopNotice<Options extends object>(options: Options): Options {
  return { ...options, meta: TOP_NOTICE };
}

/** 403 and 404 are answers, not failures of the page. */
export function isLostPart({ observers, state }: Query): boolean {
  return (
    state.error !== null &&
    state.data === undefined &&
    !(state.error instanceof ApiError && [403, 404].includes(state.error.status)) &&
    observers.some(({ options }) => options.meta === TOP_NOTICE)
  );
}
