import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Email, Id, Name, Nullable, Password, Reference, Timestamp } from '../fields.ts';
import { Named } from '../named.ts';
import { Profile } from './profile.ts';

const Session = Named('Session', {
  id: Id,
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  current: Type.Boolean(),
});

const Token = Type.String({ minLength: 1, maxLength: 256 });

export const authEndpoints = [
  defineEndpoint({
    operationId: 'checkSetup',
    tag: 'Sign-in',
    method: 'GET',
    path: '/auth/setup',
    summary: 'Check whether the first owner still has to be created.',
    access: { kind: 'anyone' },
    response: Named('SetupState', { required: Type.Boolean() }),
    status: 200,
    problems: [],
  }),
  defineEndpoint({
    operationId: 'setUp',
    tag: 'Sign-in',
    method: 'POST',
    path: '/auth/setup',
    summary: 'Create the first owner with the token that the server printed, and sign in.',
    access: { kind: 'anyone' },
    body: Named('FirstOwner', { token: Token, email: Email, username: Name, password: Password }),
    response: Profile,
    status: 200,
    problems: ['invitation_invalid'],
  }),
  defineEndpoint({
    operationId: 'logIn',
    tag: 'Sign-in',
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with e-mail and password; sets the session cookie.',
    access: { kind: 'anyone' },
    body: Named('Login', {
      email: Type.String({ maxLength: 254 }),
      password: Type.String({ maxLength: 1024 }),
    }),
    response: Profile,
    status: 200,
    problems: [],
  }),
  defineEndpoint({
    operationId: 'logOut',
    tag: 'Sign-in',
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session of this request.',
    access: { kind: 'session' },
    guests: true,
    response: Type.Null(),
    status: 204,
    problems: [],
  }),
  defineEndpoint({
    operationId: 'listSessions',
    tag: 'Sign-in',
    method: 'GET',
    path: '/auth/sessions',
    summary: 'List the open sessions of the caller, newest first.',
    access: { kind: 'session' },
    response: Type.Array(Session),
    status: 200,
    problems: [],
  }),
  defineEndpoint({
    operationId: 'endSession',
    tag: 'Sign-in',
    method: 'DELETE',
    path: '/auth/sessions/{session_id}',
    summary: 'End one of your own sessions. Ending one that has ended is no error.',
    access: { kind: 'session' },
    parameters: Type.Object({ session_id: Reference }),
    response: Type.Null(),
    status: 204,
    problems: [],
  }),
  defineEndpoint({
    operationId: 'changePassword',
    tag: 'Sign-in',
    method: 'PUT',
    path: '/auth/password',
    summary: 'Change your password; all your other sessions end.',
    access: { kind: 'session' },
    body: Named('PasswordChange', {
      current_password: Type.String({ maxLength: 1024 }),
      new_password: Password,
    }),
    response: Type.Null(),
    status: 204,
    problems: [],
  }),
  defineEndpoint({
    operationId: 'exchangeInvitation',
    tag: 'Sign-in',
    method: 'POST',
    path: '/auth/invitations/exchange',
    summary:
      'Sign in with an invitation link: as a new member with a password, or as a guest who can judge one evaluation under the given name.',
    access: { kind: 'anyone' },
    body: Named('InvitationExchange', {
      token: Token,
      username: Name,
      password: Type.Optional(Password),
    }),
    response: Named('ExchangedInvitation', {
      organization_id: Nullable(Id),
      workspace_id: Nullable(Id),
      evaluation_id: Nullable(Id),
      profile: Profile,
    }),
    status: 200,
    problems: ['invitation_invalid'],
  }),
] as const;
