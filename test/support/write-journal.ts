import assert from 'node:assert/strict';
import type { Client } from '../../src/client/client.ts';

/** A write that a client asked for; `id` or `revision` is set once the server acknowledged it. */
export type JournalEntry =
  | { readonly kind: 'app'; readonly name: string; readonly id: string | undefined }
  | {
      readonly kind: 'variant';
      readonly name: string;
      readonly appId: string;
      readonly id: string | undefined;
    }
  | {
      readonly kind: 'revision';
      readonly variantId: string;
      readonly marker: string;
      readonly revision: number | undefined;
    };

export interface Stored {
  readonly apps: readonly { readonly id: string; readonly name: string }[];
  readonly variants: readonly { readonly id: string; readonly name: string }[];
  readonly revisions: readonly {
    readonly variantId: string;
    readonly revision: number;
    readonly marker: string;
  }[];
}

/** Reads back, through the API, everything that the journal mentions. */
export async function readStored(
  client: Client,
  journal: readonly JournalEntry[],
): Promise<Stored> {
  const apps = await client.listApps();
  const appIds = new Set(journal.flatMap((entry) => (entry.kind === 'variant' ? entry.appId : [])));
  const variants: { id: string; name: string }[] = [];
  for (const app_id of appIds) {
    const listed = await client.listAppVariants({ parameters: { app_id } });
    variants.push(
      ...listed.map(({ variant_id, variant_name }) => ({ id: variant_id, name: variant_name })),
    );
  }
  const changed = new Set(
    journal.flatMap((entry) => (entry.kind === 'revision' ? entry.variantId : [])),
  );
  const revisions: Stored['revisions'][number][] = [];
  for (const variant_id of changed) {
    const listed = await client.listVariantRevisions({ parameters: { variant_id } });
    for (const { revision, config } of listed) {
      const { marker } = config.parameters;
      assert.ok(typeof marker === 'string');
      revisions.push({ variantId: variant_id, revision, marker });
    }
  }
  return {
    apps: apps.map(({ app_id, app_name }) => ({ id: app_id, name: app_name })),
    variants,
    revisions,
  };
}

/** Where the database differs from the journal: writes lost, doubled, not requested, misnumbered. */
export function findFaults(journal: readonly JournalEntry[], stored: Stored): string[] {
  return [
    ...faultsOfNamed('app', journal, stored.apps),
    ...faultsOfNamed('variant', journal, stored.variants),
    ...faultsOfRevisions(journal, stored),
    ...faultsOfNumbers(stored),
  ];
}

function faultsOfNamed(
  kind: 'app' | 'variant',
  journal: readonly JournalEntry[],
  stored: readonly { id: string; name: string }[],
): string[] {
  const faults: string[] = [];
  const idOfName = new Map(stored.map(({ id, name }) => [name, id]));
  if (idOfName.size < stored.length) faults.push(`two ${kind}s have the same name`);
  const requested = new Set<string>();
  for (const entry of journal) {
    if (entry.kind !== kind) continue;
    requested.add(entry.name);
    if (entry.id === undefined || idOfName.get(entry.name) === entry.id) continue;
    faults.push(`${kind} "${entry.name}" was acknowledged as ${entry.id} and is lost`);
  }
  for (const { name } of stored) {
    if (!requested.has(name)) faults.push(`no client asked for ${kind} "${name}"`);
  }
  return faults;
}

function faultsOfRevisions(journal: readonly JournalEntry[], { revisions }: Stored): string[] {
  const faults: string[] = [];
  const placeOfMarker = new Map<string, string>();
  for (const { marker, variantId, revision } of revisions) {
    if (placeOfMarker.has(marker)) faults.push(`write ${marker} exists twice`);
    placeOfMarker.set(marker, `${variantId} revision ${revision}`);
  }
  for (const entry of journal) {
    if (entry.kind !== 'revision' || entry.revision === undefined) continue;
    const place = `${entry.variantId} revision ${entry.revision}`;
    if (placeOfMarker.get(entry.marker) === place) continue;
    faults.push(`write ${entry.marker} was acknowledged as ${place} and is lost`);
  }
  return faults;
}

function faultsOfNumbers({ revisions }: Stored): string[] {
  const numbers = Map.groupBy(revisions, ({ variantId }) => variantId);
  return [...numbers].flatMap(([variantId, entries]) => {
    const sorted = entries.map(({ revision }) => revision).sort((a, b) => a - b);
    const isWhole = sorted.every((revision, index) => revision === index + 1);
    return isWhole ? [] : [`revisions of ${variantId} are ${sorted.join(', ')}`];
  });
}
