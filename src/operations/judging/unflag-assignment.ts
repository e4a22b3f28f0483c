import type { Operation } from '../context.ts';
import { changeFlag } from './parts/change-flag.ts';

export const unflagAssignment: Operation<'unflagAssignment'> = (context, { parameters }) =>
  changeFlag(context, parameters.assignment_id, null);
