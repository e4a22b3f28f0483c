import { createHash } from 'node:crypto';
import type { Db, Queryable } from '../../../storage/database.ts';
import { isUniqueViolation } from '../../../storage/engines/engine-errors.ts';
import { type AuditEntry, entryValues } from '../../../storage/identity/audit-entries.ts';
import {
  countAstrayEntries,
  countUnsealed,
  findCut,
  findLastSeal,
  insertSeal,
  type Link,
  listSealedEntries,
  listSeals,
  listUnsealedWorkspaces,
  type Seal,
  takeUnsealed,
} from '../../../storage/identity/audit-seals.ts';
import { Pace } from '../../pace.ts';

/** Few enough for a short transaction. */
const ENTRIES_PER_SEAL = 1_000;

/** On either engine, no seal has a number outside these. */
const LOWEST = -(2 ** 31);
const HIGHEST = 2 ** 31 - 1;

/** The link before the first seal of a workspace. */
const BEGINNING: Link = { number: 0, hash: '' };

/** Seals all committed entries into the chains of their workspaces. */
export async function sealAuditTrails(db: Db): Promise<void> {
  const pace = new Pace();
  for (const workspaceId of await listUnsealedWorkspaces(db)) {
    while ((await sealOnce(db, workspaceId)) === ENTRIES_PER_SEAL) await pace.rest();
    await pace.keep();
  }
}

/** Returns how many entries it sealed: none if another process was faster. */
async function sealOnce(db: Db, workspaceId: string): Promise<number> {
  try {
    return await db.transaction(async (tx) => {
      const last = (await findLastSeal(tx, workspaceId)) ?? BEGINNING;
      const number = last.number + 1;
      const entries = await takeUnsealed(tx, workspaceId, { number, limit: ENTRIES_PER_SEAL });
      if (entries.length === 0) return 0;
      await insertSeal(tx, {
        workspaceId,
        number,
        entries: entries.length,
        newestAt: entries.reduce((newest, { at }) => Math.max(newest, at), 0),
        previousHash: last.hash,
        hash: digest(last.hash, entries),
      });
      return entries.length;
    });
  } catch (error) {
    // The number of the seal is taken: another process sealed this trail at the same time.
    if (isUniqueViolation(error, 'audit_seals.number')) return 0;
    throw error;
  }
}

function digest(previousHash: string, entries: readonly AuditEntry[]): string {
  const hash = createHash('sha256').update(previousHash);
  for (const entry of entries.toSorted(inOrder)) {
    hash.update(`\n${JSON.stringify(entryValues(entry))}`);
  }
  return hash.digest('hex');
}

function inOrder(first: AuditEntry, second: AuditEntry): number {
  return first.at - second.at || (first.id < second.id ? -1 : 1);
}

/** What a verification found. Without faults, the trail is as it was written. */
export interface VerifiedTrail {
  readonly workspaceId: string;
  readonly entries: number;
  /** Written since the last seal; these are not protected yet. */
  readonly unsealed: number;
  /** The last seal. Keep it elsewhere to notice later whether the end of the trail was cut off. */
  readonly head: Link;
  /** The seal up to which retention removed the trail. */
  readonly cut: Link | undefined;
  readonly faults: readonly string[];
  readonly hashes: ReadonlySet<string>;
}

/** Recomputes the chain of a workspace from its entries and compares. */
export async function verifyTrail(db: Queryable, workspaceId: string): Promise<VerifiedTrail> {
  const cut = await findCut(db, workspaceId);
  const faults: string[] = [];
  const hashes = new Set(cut === undefined ? [] : [cut.hash]);
  const pace = new Pace();
  const countStrays = (from: number, to: number) =>
    countAstrayEntries(db, workspaceId, { from, to });
  let head = cut ?? BEGINNING;
  let entries = 0;
  let strays = await countStrays(LOWEST, head.number);
  for (;;) {
    const seals = await listSeals(db, workspaceId, head.number);
    if (seals.length === 0) break;
    for (const seal of seals) {
      const sealed = await listSealedEntries(db, workspaceId, seal.number);
      faults.push(...faultsOf(seal, { head, sealed }));
      if (seal.number > head.number + 1) {
        strays += await countStrays(head.number + 1, seal.number - 1);
      }
      entries += sealed.length;
      head = { number: seal.number, hash: seal.hash };
      hashes.add(seal.hash);
      await pace.keep();
    }
  }
  strays += await countStrays(head.number + 1, HIGHEST);
  if (strays > 0) faults.push(`Entries that name a missing seal: ${strays}.`);
  // Retention may have removed entries while they were read.
  const isCutMeanwhile = (await findCut(db, workspaceId))?.number !== cut?.number;
  if (faults.length > 0 && isCutMeanwhile) return verifyTrail(db, workspaceId);
  const unsealed = await countUnsealed(db, workspaceId);
  // Neither number includes entries that were sealed since the seals were last listed.
  const last = (await findLastSeal(db, workspaceId)) ?? BEGINNING;
  if (last.number > head.number) return verifyTrail(db, workspaceId);
  return { workspaceId, entries, unsealed, head, cut, faults, hashes };
}

function faultsOf(
  seal: Seal,
  { head, sealed }: { readonly head: Link; readonly sealed: readonly AuditEntry[] },
): readonly string[] {
  if (seal.number !== head.number + 1) {
    return [`Seals ${head.number + 1} to ${seal.number - 1} are missing.`];
  }
  if (seal.previousHash !== head.hash) {
    return [`Seal ${seal.number} does not follow the one before it.`];
  }
  if (seal.entries !== sealed.length) {
    return [`Entries of seal ${seal.number}: ${seal.entries} sealed, ${sealed.length} found.`];
  }
  if (seal.hash !== digest(seal.previousHash, sealed)) {
    return [`Seal ${seal.number} does not fit its entries: one of them was changed.`];
  }
  return [];
}
