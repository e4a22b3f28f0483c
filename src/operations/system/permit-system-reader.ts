import { getCredential } from '../../storage/callers.ts';
import { findInstallationOwner } from '../../storage/identity/organizations.ts';
import type { Context } from '../context.ts';

/** Metrics cover all tenants: for the installation's owner and the metrics token only. */
export async function permitSystemReader(
  context: Context,
  metricsTokenHash: string | undefined,
): Promise<void> {
  if (context.caller.tokenHash === metricsTokenHash) {
    context.gate.admit({ userId: 'metrics' });
    context.gate.permitIf(true);
    return;
  }
  const [credential, ownerId] = await Promise.all([
    getCredential(context.db, context.caller),
    findInstallationOwner(context.db),
  ]);
  context.gate.admit(credential);
  context.gate.permitIf(credential.userId === ownerId);
}
