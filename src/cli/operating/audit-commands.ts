import { verifyTrails } from '../../jobs/audit-trails.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { explainErrors, type PlaceFlags, placeOf } from './installation.ts';

export interface VerifyFlags extends PlaceFlags {
  /** Hashes that earlier runs printed. */
  readonly known?: readonly string[];
}

const NOT_SEALED =
  'Entries that are not sealed yet could be changed or removed unnoticed. The service seals them once a minute and when it starts; "jurybox upkeep now" seals them at once.';

/** Prints the head of every chain; fails if a chain was changed or a known seal is missing. */
export async function runAuditVerify(shell: Shell, { known = [], ...flags }: VerifyFlags) {
  const trails = await explainErrors(() => verifyTrails(placeOf(shell, flags)));
  const lost = known.filter((hash) => !trails.some(({ hashes }) => hashes.has(hash)));
  if (flags.json === true) {
    // JSON cannot hold the set of hashes; the last one is the head.
    const shown = trails.map((trail) => ({ ...trail, hashes: undefined }));
    shell.print(JSON.stringify({ trails: shown, lost }));
  } else {
    for (const { workspaceId, entries, unsealed, head } of trails) {
      shell.print(
        `${workspaceId}  ${entries} entries, ${unsealed} not sealed yet, seal ${head.number}  ${head.hash}`,
      );
    }
  }
  if (trails.some(({ unsealed }) => unsealed > 0)) shell.say(NOT_SEALED);
  const faults = [
    ...trails.flatMap((trail) => trail.faults.map((fault) => `${trail.workspaceId}: ${fault}`)),
    ...lost.map((hash) => `No chain has the seal ${hash}.`),
  ];
  if (faults.length > 0) throw new CommandFailure(EXIT.ruleNotMet, faults.join('\n'));
}
