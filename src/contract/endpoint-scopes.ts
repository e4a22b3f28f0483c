import type { Permission } from './access.ts';
import type { Endpoint } from './endpoint.ts';
import { SCOPES, type Scope } from './scopes.ts';

const DEPLOYING: readonly Permission[] = [
  'deploy_application',
  'create_app_environment_deployment',
  'edit_app_environment_deployment',
];

/** A key with scopes may call an endpoint if it has one of these. */
export function scopesFor({
  method,
  access,
  guests,
}: Pick<Endpoint, 'method' | 'access' | 'guests'>): readonly Scope[] {
  // Any key can read the caller's own data, so that a program can find out whose key it has.
  if (access.kind !== 'permission') return method === 'GET' ? SCOPES : ['write'];
  // Endpoints open to guests are those for judging.
  if (guests === true) return method === 'GET' ? ['read', 'judge'] : ['judge'];
  if (method === 'GET') return ['read'];
  return DEPLOYING.includes(access.permission) ? ['deploy'] : ['write'];
}
