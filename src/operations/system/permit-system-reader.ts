import { mayDo } from '../../domain/permissions.ts';
import { getCredential, listStandings } from '../../storage/callers.ts';
import type { Context } from '../context.ts';

/** Metrics belong to the installation: whoever may read them in one of their workspaces may read them. */
export async function permitSystemReader(context: Context): Promise<void> {
  const [credential, standings] = await Promise.all([
    getCredential(context.db, context.caller),
    listStandings(context.db, context.caller),
  ]);
  context.gate.admit(credential);
  context.gate.permitIf(standings.some(({ roles }) => mayDo(roles, 'read_system')));
}
