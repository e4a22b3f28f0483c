import { Problem } from '../contract/problems.ts';

/** One wording: a route that is hidden from a caller looks like one that does not exist. */
export function routeNotFound(): Problem {
  return new Problem('route_not_found', 'There is nothing at this path. See /api/docs.');
}
