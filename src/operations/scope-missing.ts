import { Problem } from '../contract/problems.ts';
import type { Scope } from '../contract/scopes.ts';

export function scopeMissing(wanted: readonly Scope[], held: readonly Scope[]): Problem {
  return new Problem(
    'forbidden',
    `This key may only ${held.join(', ')}: create one with the scope ${wanted.join(' or ')}.`,
    { members: { scopes: wanted } },
  );
}
