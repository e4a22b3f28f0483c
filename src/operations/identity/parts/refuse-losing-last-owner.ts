import { Problem } from '../../../contract/problems.ts';
import type { NamedMember } from './get-member.ts';

/** A workspace without an owner could never get one again. */
export function refuseLosingLastOwner({ workspace, member }: NamedMember): void {
  const others = workspace.members.filter(({ userId }) => userId !== member.userId);
  if (others.some(({ roles }) => roles.includes('owner'))) return;
  throw new Problem(
    'last_owner',
    'This is the only owner of the workspace. Make another member owner first.',
  );
}
