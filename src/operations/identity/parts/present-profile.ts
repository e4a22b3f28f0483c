import type { Profile } from '../../../contract/identity/profile.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { Guest } from '../../../storage/identity/guests.ts';
import type { User } from '../../../storage/identity/users.ts';

export function presentProfile(user: User): Profile {
  return {
    id: user.id,
    uid: user.id,
    username: user.username,
    email: user.email,
    created_at: formatTimestamp(user.createdAt),
    updated_at: formatTimestamp(user.updatedAt),
  };
}

export function presentGuestProfile({ id, name, createdAt }: Guest): Profile {
  return presentProfile({ id, username: name, email: '', createdAt, updatedAt: createdAt });
}
