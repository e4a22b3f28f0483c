import { type ImportedUser, mapUser } from '../../domain/agenta/map-user.ts';
import type { RowReader } from '../../domain/agenta/row-reader.ts';
import { noPassword } from '../../operations/identity/parts/passwords.ts';
import { PASSWORD_COST } from '../../operations/password-cost.ts';
import { isUser } from '../../storage/agenta/known-rows.ts';
import { insertMembership } from '../../storage/identity/memberships.ts';
import { findUserByEmail, insertUser } from '../../storage/identity/users.ts';
import { type ImportRun, readersOf, reportRows, type Write, writeAll } from './import-run.ts';

/**
 * Users become members without a password. If the address exists here, its user is used instead.
 */
export async function importUsers(run: ImportRun): Promise<void> {
  const byEmail = new Map<string, string>();
  for await (const rows of run.original.pages('users', ['id'])) {
    const readers = readersOf('users', rows);
    const writes: Write[] = [];
    for (const reader of readers) {
      const user = mapUser(reader, run.world.now);
      if (user === undefined) continue;
      const known = await findKnown(run, user, byEmail);
      run.world.users.set(user.id, known ?? user.id);
      byEmail.set(user.emailKey, known ?? user.id);
      if (known === undefined) {
        writes.push(joinWorkspace(run, user));
        run.report.count('users', 'imported');
      } else {
        notePresent(run, reader, { user, known });
      }
    }
    await writeAll(run, writes);
    reportRows(run, readers);
  }
}

async function findKnown(
  { engine }: ImportRun,
  { id, emailKey }: ImportedUser,
  byEmail: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  if (await isUser(engine, id)) return id;
  return byEmail.get(emailKey) ?? (await findUserByEmail(engine, emailKey))?.id;
}

function notePresent(
  { report }: ImportRun,
  reader: RowReader,
  { user, known }: { user: ImportedUser; known: string },
): void {
  if (known === user.id) report.count('users', 'present');
  else reader.leaveOut('duplicate', `the user ${known} has its e-mail address and is used instead`);
}

function joinWorkspace({ workspace, role, world }: ImportRun, user: ImportedUser): Write {
  const { id: workspaceId, organizationId } = workspace;
  const { now } = world;
  return async (tx) => {
    await insertUser(tx, { ...user, passwordHash: noPassword(PASSWORD_COST) });
    const roles = [role];
    await insertMembership(tx, { workspaceId, organizationId, userId: user.id, roles, now });
  };
}
