import type { Client } from '../../src/client/client.ts';
import { makeBase, makeVariant, unique } from './builders.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { JournalEntry } from './write-journal.ts';

export interface WriteTarget {
  readonly appId: string;
  readonly baseId: string;
  readonly variantIds: readonly string[];
}

const SHARED_VARIANTS = 4;

/** An app with a base and a few variants that many clients then change at once. */
export async function makeTarget(client: Client, journal: JournalEntry[]): Promise<WriteTarget> {
  const name = unique('target');
  const { app_id } = await client.createApp({ body: { app_name: name } });
  journal.push({ kind: 'app', name, id: app_id });
  const { base_id, variant } = await makeBase(client, { app_id });
  const appId = app_id;
  journal.push({ kind: 'variant', name: variant.variant_name, appId, id: variant.variant_id });
  const variantIds: string[] = [];
  for (let index = 0; index < SHARED_VARIANTS; index += 1) {
    const marker = unique('first');
    const made = await makeVariant(client, { base_id, parameters: { marker } });
    variantIds.push(made.variant_id);
    journal.push({ kind: 'variant', name: made.variant_name, appId, id: made.variant_id });
    journal.push({ kind: 'revision', variantId: made.variant_id, marker, revision: 1 });
  }
  return { appId, baseId: base_id, variantIds };
}

interface Refused {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface WriteLoad {
  readonly client: () => Client;
  readonly target: WriteTarget;
  readonly journal: JournalEntry[];
  readonly random: SeededRandom;
  readonly isOver: () => boolean;
  /** Called with every answer but 200. */
  readonly onRefusal?: (answer: Refused) => void;
  /** Called when no answer came; without it the writer stops. */
  readonly onSilence?: (error: unknown) => void;
}

/** One client: writes one thing after the other and journals each request and its answer. */
export async function keepWriting(load: WriteLoad): Promise<void> {
  while (!load.isOver()) {
    try {
      await writeOnce(load);
    } catch (error) {
      if (load.onSilence === undefined) return;
      load.onSilence(error);
    }
  }
}

async function writeOnce(load: WriteLoad): Promise<void> {
  const dice = load.random.between(1, 6);
  if (dice === 1) return writeApp(load);
  return dice === 2 ? writeVariant(load) : writeRevision(load);
}

async function writeApp({ client, journal, onRefusal }: WriteLoad): Promise<void> {
  const name = unique('app');
  const slot = journal.push({ kind: 'app', name, id: undefined }) - 1;
  const answer = await client().reply.createApp({ body: { app_name: name } });
  if (answer.status === 200) journal[slot] = { kind: 'app', name, id: answer.body.app_id };
  else onRefusal?.(answer);
}

async function writeVariant({ client, target, journal, onRefusal }: WriteLoad): Promise<void> {
  const { appId, baseId } = target;
  const name = unique('variant');
  const slot = journal.push({ kind: 'variant', name, appId, id: undefined }) - 1;
  const answer = await client().reply.addVariantFromBase({
    body: { base_id: baseId, new_variant_name: name, new_config_name: name, parameters: {} },
  });
  const id = answer.body.variant_id;
  if (answer.status === 200) journal[slot] = { kind: 'variant', name, appId, id };
  else onRefusal?.(answer);
}

async function writeRevision(load: WriteLoad): Promise<void> {
  const { client, target, journal, random, onRefusal } = load;
  const variantId = random.pick(target.variantIds);
  const marker = unique('write');
  const slot = journal.push({ kind: 'revision', variantId, marker, revision: undefined }) - 1;
  const answer = await client().reply.updateVariantParameters({
    parameters: { variant_id: variantId },
    body: { parameters: { marker } },
  });
  if (answer.status !== 200) return onRefusal?.(answer);
  const revision = Number(answer.headers.get('location')?.split('/').at(-1));
  journal[slot] = { kind: 'revision', variantId, marker, revision };
}
