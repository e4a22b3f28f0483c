import type { Static } from 'typebox';
import { Id, OneOf } from './fields.ts';
import { Named } from './named.ts';
import { SCOPES } from './scopes.ts';
import { Type } from './type.ts';

const InUseBy = Named('InUseBy', {
  kind: OneOf(['evaluation', 'environment', 'variant']),
  id: Type.Union([Id, Type.Null()], { description: 'Null for an environment.' }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'Null for an evaluation.' }),
});

const MissingInput = Named('MissingInput', {
  input: Type.String(),
  row: Type.Integer({ minimum: 0, description: 'Position of the row, from 0.' }),
});

/** Members that only some problems have. A problem cannot be thrown with any others. */
export const PROBLEM_MEMBERS = {
  allowed: Type.Optional(
    Type.Array(Type.String(), {
      description: 'invalid_transition: the statuses that can follow `current`.',
    }),
  ),
  columns: Type.Optional(
    Type.Array(Type.String(), {
      description: 'columns_mismatch: the columns of the first row that lacks one.',
    }),
  ),
  current: Type.Optional(
    Type.String({ description: 'invalid_transition: the status it has now.' }),
  ),
  current_revision: Type.Optional(
    Type.Integer({ description: 'revision_conflict: the revision it has now.' }),
  ),
  existing_id: Type.Optional(
    Type.Union([Id, Type.Null()], {
      description:
        'A name is taken: id of the object that has it; null where that was deleted meanwhile.',
    }),
  ),
  field: Type.Optional(
    Type.String({ description: 'Not found: the field of the body that named it.' }),
  ),
  inputs: Type.Optional(
    Type.Array(Type.String(), { description: 'columns_mismatch: the inputs that were sent.' }),
  ),
  limit: Type.Optional(Type.Integer({ description: 'Too large, or quota reached: the maximum.' })),
  limit_kind: Type.Optional(
    Type.Enum(['bytes', 'rows', 'columns', 'organizations'], {
      description: 'What `limit` counts.',
    }),
  ),
  line: Type.Optional(
    Type.Integer({ minimum: 1, description: 'invalid_import: the line, from 1.' }),
  ),
  missing: Type.Optional(
    Type.Array(MissingInput, {
      description: 'columns_mismatch: where an input is not a column; at most 20.',
    }),
  ),
  permission: Type.Optional(
    Type.String({ description: 'forbidden: the permission that your roles lack.' }),
  ),
  reason: Type.Optional(Type.String({ description: 'invalid_import: why it cannot be read.' })),
  scopes: Type.Optional(
    Type.Array(OneOf(SCOPES), {
      description: 'forbidden: scopes of which your key needs one.',
    }),
  ),
  used_by: Type.Optional(
    Type.Array(InUseBy, { description: 'in_use: what has to go first; at most 20.' }),
  ),
  used_by_count: Type.Optional(
    Type.Integer({ description: 'in_use: how many there are, in `used_by` or not.' }),
  ),
} as const;

const Members = Type.Object(PROBLEM_MEMBERS);

type Members = Static<typeof Members>;

export type ProblemMembers = {
  readonly [Name in keyof Members]: Members[Name] extends (infer Item)[] | undefined
    ? readonly Item[]
    : Members[Name];
};
