import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Nullable, Reference, Timestamp } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';

export const AnnotatorInvitation = Named('AnnotatorInvitation', {
  id: Id,
  created_by: Id,
  created_at: Timestamp,
  expires_at: Timestamp,
  revoked_at: Nullable(Timestamp),
  max_uses: Type.Integer({ minimum: 1 }),
  used: Type.Integer({ minimum: 0 }),
});

export type AnnotatorInvitation = Static<typeof AnnotatorInvitation>;

const OneEvaluation = Type.Object({ evaluation_id: Reference });

export const annotatorInvitationEndpoints = [
  defineEndpoint({
    operationId: 'createAnnotatorInvitation',
    tag: 'Judging',
    method: 'POST',
    path: '/human-evaluations/{evaluation_id}/invitations',
    summary: 'Create a link for guests: people without an account who judge this evaluation.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneEvaluation,
    body: Named('NewAnnotatorInvitation', {
      expires_in_days: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 90, description: '14 by default.' }),
      ),
      max_uses: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          description:
            'Number of guests who can use it; 1 by default, so that no person enters as several annotators.',
        }),
      ),
    }),
    bodyOptional: true,
    response: Named('CreatedAnnotatorInvitation', {
      ...AnnotatorInvitation.properties,
      url: Type.String({ description: 'Shown once.' }),
    }),
    status: 201,
    problems: ['evaluation_not_found', 'evaluation_closed'],
  }),
  defineEndpoint({
    operationId: 'listAnnotatorInvitations',
    tag: 'Judging',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/invitations',
    summary: 'List the annotator links of an evaluation, oldest first.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneEvaluation,
    response: Type.Array(AnnotatorInvitation),
    status: 200,
    problems: ['evaluation_not_found'],
  }),
  defineEndpoint({
    operationId: 'revokeAnnotatorInvitation',
    tag: 'Judging',
    method: 'DELETE',
    path: '/human-evaluations/{evaluation_id}/invitations/{invitation_id}',
    summary:
      'Revoke an annotator link and end the sessions of its guests. Revoking it again is no error.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: Type.Object({ evaluation_id: Reference, invitation_id: Reference }),
    response: Type.Null(),
    status: 204,
    problems: ['evaluation_not_found'],
  }),
] as const;
