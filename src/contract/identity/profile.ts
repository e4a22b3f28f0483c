import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Reference, Timestamp } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';

export const Profile = Named('Profile', {
  id: Id,
  uid: Id,
  username: Type.String(),
  email: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export type Profile = Static<typeof Profile>;

export const profileEndpoints = [
  defineEndpoint({
    operationId: 'fetchProfile',
    tag: 'Profile',
    method: 'GET',
    path: '/profile',
    summary:
      'Fetch the profile of the caller, or of a user who shares a workspace with them. Guests have no e-mail.',
    access: { kind: 'signed-in' },
    guests: true,
    query: Type.Object({ user_id: Type.Optional(Reference) }),
    response: Profile,
    status: 200,
    problems: ['user_not_found'],
  }),
] as const;
