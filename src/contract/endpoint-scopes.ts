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
  // What is the caller's own can be read with any key, so that a program can tell whose key it has.
  if (access.kind !== 'permission') return method === 'GET' ? SCOPES : ['write'];
  // Guests do nothing but judge.
  if (guests === true) return method === 'GET' ? ['read', 'judge'] : ['judge'];
  if (method === 'GET') return ['read'];
  return DEPLOYING.includes(access.permission) ? ['deploy'] : ['write'];
}
