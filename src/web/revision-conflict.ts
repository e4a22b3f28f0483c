import { ApiError } from '../client/api-error.ts';

/** Whether somebody else saved between reading and writing. */
export function isRevisionConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'revision_conflict';
}
