import type { Db } from '../../../storage/database.ts';
import {
  deleteCutEntries,
  deleteCutSeal,
  findCut,
  findCutSeal,
  findCuttableSeal,
  upsertCut,
} from '../../../storage/identity/audit-seals.ts';
import { listRetentions } from '../../../storage/identity/retention-settings.ts';
import { recordUpkeep } from '../../audit-trail.ts';
import { Pace } from '../../pace.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Upkeep {
  readonly now: number;
  readonly newId: () => string;
}

/**
 * Removes the oldest entries of workspaces that limit how long they keep their trail, whole seals
 * at a time. The last removed seal is stored, so that the chain is verified from there; the cut
 * itself is an entry.
 */
export async function cutAuditTrails(db: Db, upkeep: Upkeep): Promise<void> {
  for (const { workspaceId, auditDays } of await listRetentions(db)) {
    if (auditDays === null) continue;
    await cutTrail(db, workspaceId, { ...upkeep, before: upkeep.now - auditDays * DAY_MS });
    await removeCut(db, workspaceId);
  }
}

async function cutTrail(
  db: Db,
  workspaceId: string,
  { before, ...upkeep }: Upkeep & { readonly before: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const last = await findCuttableSeal(tx, workspaceId, before);
    if (last === undefined) return;
    await upsertCut(tx, workspaceId, last.number, last.hash);
    recordUpkeep(tx, upkeep, {
      workspaceId,
      operation: 'cutAuditTrail',
      object: { kind: 'workspace', id: workspaceId },
      change: { removed_up_to_seal: last.number, hash: last.hash },
    });
  });
}

/** One seal per transaction; a process that stops in between leaves the rest to the next upkeep. */
async function removeCut(db: Db, workspaceId: string): Promise<void> {
  const cut = await findCut(db, workspaceId);
  if (cut === undefined) return;
  const pace = new Pace();
  for (;;) {
    const number = await findCutSeal(db, workspaceId, cut.number);
    if (number === undefined) return;
    await db.transaction(async (tx) => {
      await deleteCutEntries(tx, workspaceId, number);
      await deleteCutSeal(tx, workspaceId, number);
    });
    await pace.keep();
  }
}
