import type { Operation } from '../context.ts';
import { changeFlag } from './parts/change-flag.ts';

export const flagAssignment: Operation<'flagAssignment'> = (context, { parameters, body }) =>
  changeFlag(context, parameters.assignment_id, body.reason);
