import { ApiError } from '../client/api-error.ts';

/** Whether another user saved between this page's read and its write. */
export function isRevisionConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'revision_conflict';
}
