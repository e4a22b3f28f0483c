import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { FreeObject, Id, Nullable, OneOf, Reference, Timestamp } from '../fields.ts';
import { Named, NamedOneOf } from '../named.ts';
import { PageOfNewList } from '../page-of-new-list.ts';
import { Type } from '../type.ts';

export const ACTOR_KINDS = ['user', 'key', 'guest', 'anyone', 'service'] as const;

/** One write: who did what to which object, when and from where. */
export const AuditEntry = Named('AuditEntry', {
  id: Id,
  at: Timestamp,
  operation: Type.String({ description: 'The operationId of the request.' }),
  actor: Named('AuditActor', {
    kind: NamedOneOf('ActorKind', ACTOR_KINDS),
    id: Nullable(Id),
    name: Nullable(Type.String({ description: 'The name today: the trail itself keeps ids.' })),
    key_prefix: Nullable(Type.String()),
  }),
  object: Nullable(Named('AuditObject', { kind: Type.String(), id: Type.String() })),
  detail: FreeObject,
  address: Type.String(),
  request_id: Type.String(),
  seal: Nullable(
    Type.Integer({ minimum: 1, description: 'The link of the hash chain that covers it.' }),
  ),
});

export type AuditEntry = Static<typeof AuditEntry>;

const Seal = Named('AuditSeal', { number: Type.Integer({ minimum: 0 }), hash: Type.String() });

const OneWorkspace = Type.Object({ workspace_id: Reference });

const Moment = Type.String({
  maxLength: 40,
  description: 'RFC 3339, such as 2026-01-31T12:00:00Z.',
});

const FILTERS = {
  actor_id: Type.Optional(Reference),
  operation: Type.Optional(Type.String({ maxLength: 100 })),
  object_id: Type.Optional(Type.String({ maxLength: 200 })),
  since: Type.Optional(Moment),
  until: Type.Optional(Moment),
} as const;

const READER = { kind: 'permission', permission: 'edit_workspace' } as const;

export const auditTrailEndpoints = [
  defineEndpoint({
    operationId: 'listAuditEntries',
    tag: 'Audit trail',
    method: 'GET',
    path: '/workspaces/{workspace_id}/audit-entries',
    summary: 'List who wrote what in a workspace, newest first. 50 per page by default.',
    access: READER,
    parameters: OneWorkspace,
    query: Type.Object({ ...FILTERS, ...PageOfNewList }),
    response: Type.Array(AuditEntry),
    status: 200,
    problems: ['workspace_not_found', 'invalid_cursor'],
    paged: true,
  }),
  defineEndpoint({
    operationId: 'exportAuditEntries',
    tag: 'Audit trail',
    method: 'GET',
    path: '/workspaces/{workspace_id}/audit-entries/export',
    summary: 'Download the audit trail of a workspace as CSV or JSONL, newest first.',
    access: READER,
    parameters: OneWorkspace,
    query: Type.Object({ ...FILTERS, format: Type.Optional(OneOf(['csv', 'jsonl'])) }),
    response: Type.String(),
    status: 200,
    problems: ['workspace_not_found'],
    contentType: 'application/octet-stream',
  }),
  defineEndpoint({
    operationId: 'verifyAuditTrail',
    tag: 'Audit trail',
    method: 'GET',
    path: '/workspaces/{workspace_id}/audit-entries/verification',
    summary: 'Compute the hash chain of the audit trail again and compare.',
    access: READER,
    parameters: OneWorkspace,
    response: Named('AuditVerification', {
      entries: Type.Integer({ minimum: 0 }),
      unsealed: Type.Integer({
        minimum: 0,
        description: 'Entries that the next seal will cover, within a minute.',
      }),
      head: Seal,
      cut: Nullable(Seal),
      faults: Type.Array(Type.String()),
    }),
    status: 200,
    problems: ['workspace_not_found'],
  }),
] as const;
