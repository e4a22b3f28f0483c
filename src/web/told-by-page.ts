import type { Query } from '@tanstack/react-query';
import { ApiError } from '../client/api-error.ts';

const TOLD_BY_PAGE = { isToldByPage: true };

/** A query whose failure has no place of its own: the top of the page tells it, and tries again. */
export function toldByPage<Options extends object>(options: Options): Options {
  return { ...options, meta: TOLD_BY_PAGE };
}

/** Answers that a user may not see something, or that it does not exist, are no failure of the page. */
export function isLostPart({ observers, state }: Query): boolean {
  return (
    state.error !== null &&
    state.data === undefined &&
    !(state.error instanceof ApiError && [403, 404].includes(state.error.status)) &&
    observers.some(({ options }) => options.meta === TOLD_BY_PAGE)
  );
}
