import { Problem } from '../contract/problems.ts';
import type { Scope } from '../contract/scopes.ts';

export function scopeMissing(required: readonly Scope[], own: readonly Scope[]): Problem {
  return new Problem(
    'forbidden',
    `This key may only ${own.join(', ')}: create one with the scope ${required.join(' or ')}.`,
    { members: { scopes: required } },
  );
}
