import { readFileSync } from 'node:fs';
import { distributeDatabase } from '../../jobs/operating/distribute.ts';
import { withData } from '../../jobs/operating/open-data.ts';
import { resetPassword as reset } from '../../jobs/operating/reset-password.ts';
import { type RotationResult, rotateKeys as rotate } from '../../jobs/operating/rotate-keys.ts';
import { upkeepNow } from '../../jobs/upkeep.ts';
import { parseMasterKey } from '../../outbound/master-key.ts';
import { askSecret } from '../ask.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { explainErrors, type PlaceFlags, placeAndKeyOf, placeOf } from './installation.ts';

export async function runUpkeep(shell: Shell, flags: PlaceFlags): Promise<void> {
  const removal = await explainErrors(async () =>
    withData(placeOf(shell, flags), 'beside the service', upkeepNow),
  );
  if (removal === 'put off') throw new CommandFailure(EXIT.refused, CLOCK_JUMPED);
  if (flags.json === true) return shell.print(JSON.stringify({ done: true }));
  shell.say('Done: expired and abandoned data is removed.');
}

const CLOCK_JUMPED =
  'Nothing was removed: the clock is a day or more ahead of the last upkeep, and a wrong clock would remove too much. Check the time of this machine and of the database; if it is right, the service removes expired data in a day.';

export async function runDistribute(shell: Shell, flags: PlaceFlags): Promise<void> {
  await explainErrors(async () => distributeDatabase(placeOf(shell, flags)));
  if (flags.json === true) return shell.print(JSON.stringify({ done: true }));
  shell.say('Done: from now on every workspace lives on one server of the cluster.');
}

export async function resetPassword(
  shell: Shell,
  email: string,
  flags: PlaceFlags & { readonly ask?: true },
): Promise<void> {
  const enteredPassword =
    flags.ask === true ? await askSecret(shell, `New password for ${email}: `) : undefined;
  const password = await explainErrors(async () =>
    reset({ ...placeOf(shell, flags), email, password: enteredPassword }),
  );
  // Only a generated password is shown.
  const shown = enteredPassword === undefined ? { password } : {};
  if (flags.json === true) return shell.print(JSON.stringify({ email, ...shown }));
  if (enteredPassword === undefined) shell.print(password);
  shell.say(
    `${email} has a new password and is signed out everywhere. Their API keys still work: delete them under Settings → API keys if they may be known to others.`,
  );
}

export async function rotateKeys(
  shell: Shell,
  flags: PlaceFlags & { readonly newKeyFile?: string },
): Promise<void> {
  const rotation = await explainErrors(async () => {
    const newKey = flags.newKeyFile === undefined ? undefined : readKey(flags.newKeyFile);
    return rotate({ ...placeAndKeyOf(shell, flags), newKey });
  });
  if (flags.json === true) return shell.print(JSON.stringify(rotation));
  shell.say(sentenceOf(rotation));
}

function readKey(path: string): Uint8Array {
  const text = readFileSync(path, 'utf8');
  try {
    return parseMasterKey(text);
  } catch (error) {
    throw new CommandFailure(EXIT.usage, error instanceof Error ? error.message : String(error));
  }
}

function sentenceOf({ keyId, resealed, unreadable, oldKeyFile }: RotationResult): string {
  const next =
    oldKeyFile === undefined
      ? 'Start the service with the new key (MASTER_KEY or MASTER_KEY_FILE). Keep the old key as long as you keep older backups.'
      : `Start the service again. The old key is in ${oldKeyFile}: keep it as long as you keep older backups.`;
  const lost =
    unreadable === 0
      ? ''
      : ` The secrets of ${unreadable} other providers could not be opened with the old key: enter them again.`;
  return `The secrets of ${resealed} providers are sealed with the new master key (${keyId}).${lost} ${next}`;
}
