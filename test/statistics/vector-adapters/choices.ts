import type { Label } from '../../../src/statistics/intervals/clusters.ts';
import { type DawidSkene, dawidSkene, type LabelResponse } from '../references/dawid-skene.ts';
import { plackettLuce } from '../references/plackett-luce.ts';
import { type Adapter, byItem, type Json, label, list, type VectorInput } from './vector-input.ts';

const plackett: Adapter = (input, expected) => {
  const orderings = input.rows('orderings_best_first', 'rankings', 'orderings');
  const items = itemsOf(input, orderings);
  const index = (name: Json): number => items.findIndex((item) => String(item) === String(name));
  const frequency = input.numbers('frequency', 'counts', 'weights');
  const rest = input.rows('also_shown', 'rest');
  const rows = orderings.map((ordering, r) => ({
    ranking: ordering.map((group) => (Array.isArray(group) ? group.map(index) : [index(group)])),
    rest: (rest[r] ?? []).map(index),
    count: frequency[r] ?? 1,
  }));
  const reference = input.get('reference');
  const origin = reference === undefined ? 0 : index(reference);
  const ghost = Number(input.get('npseudo', 'pseudo_wins_and_losses_vs_ghost') ?? 0);
  const fit = plackettLuce(rows, items.length, {
    ghost,
    origin: ghost > 0 && reference === undefined ? 'ghost' : origin,
  });
  const ability = (i: number): number | null => fit.abilities?.[i]?.estimate ?? null;
  const error = (i: number): number | null => fit.abilities?.[i]?.standardError ?? null;
  const worths = items.map((_, i) => Math.exp(ability(i) ?? Number.NaN));
  const total = worths.reduce((sum, w) => sum + w, 0);
  const against = Object.keys(expected).filter((key) => key.startsWith('log_worth'));
  const centre = items.reduce<number>((sum, _, i) => sum + (ability(i) ?? 0), 0) / items.length;
  const shifted = (key: string) => (i: number) =>
    (ability(i) ?? Number.NaN) - (/mean|centred|centered/.test(key) ? centre : 0);
  return {
    ...Object.fromEntries(against.map((key) => [key, byItem(expected[key], items, shifted(key))])),
    log_ability: byItem(expected['log_ability'], items, ability),
    worth_sum1: byItem(expected['worth_sum1'], items, (i) => (worths[i] ?? 0) / total),
    worth: byItem(expected['worth'], items, (i) => (worths[i] ?? 0) / total),
    se: byItem(expected['se'], items, error),
    loglik: fit.logLikelihood,
    log_delta: fit.ties.map((tie) => tie.logDelta),
    delta: fit.ties.map((tie) => Math.exp(tie.logDelta)),
    log_tie2: fit.ties[0]?.logDelta ?? null,
    tie2: fit.ties[0] === undefined ? null : Math.exp(fit.ties[0].logDelta),
    se_log_delta: fit.ties.map((tie) => tie.standardError),
  };
};

const dawid: Adapter = (input, expected) => {
  const patients = input.rows('responses_per_patient', 'responses_per_item', 'responses');
  const responses = patients.flatMap((row, item) =>
    row.flatMap((cell, annotator) =>
      symbols(cell).map((label_) => ({ item, annotator, label: label_ - 1 })),
    ),
  );
  const shape = {
    items: patients.length,
    annotators: Math.max(0, ...patients.map((row) => row.length)),
    categories: input.number(
      'classes',
      Math.max(...responses.map((r: LabelResponse) => r.label + 1)),
    ),
  };
  const fit = dawidSkene(responses, shape, {
    smoothing: input.number('smoothing', 0),
    maxIterations: Number(input.get('iterations', 'max_iterations') ?? 5000),
    model: /one.?coin/.test(input.text('model', '')) ? 'one-coin' : 'full',
  });
  const posterior = Object.keys(expected)
    .map((key) => /^posterior_(?:patient|item)_(\d+)$/.exec(key))
    .filter((match) => match !== null)
    .map((match) => [match[0], fit.posteriors[Number(match[1]) - 1]] as const);
  return {
    class_marginals: fit.classShares,
    error_rates_observer_truth_response: fit.errorRates,
    loglik: fit.logLikelihood,
    posteriors: fit.posteriors,
    ...Object.fromEntries(posterior),
    map_class: mostLikely(fit),
  };
};

export const choiceAdapters: Readonly<Record<string, Adapter>> = {
  plackett_luce: plackett,
  plackett_luce_mle: plackett,
  plackett_luce_ties: plackett,
  plackett_luce_map_ghost: plackett,
  dawid_skene: dawid,
  dawid_skene_em: dawid,
};

function itemsOf(input: VectorInput, orderings: readonly (readonly Json[])[]): readonly Label[] {
  const named = input.get('items');
  if (Array.isArray(named)) return named.map(label);
  const count = input.number('n_items', 0);
  if (count > 0) return Array.from({ length: count }, (_, i) => i + 1);
  return [
    ...new Set(
      orderings.flatMap((row) => row.flatMap((g) => list(Array.isArray(g) ? g : [g]))).map(label),
    ),
  ].toSorted((left, right) => (left < right ? -1 : 1));
}

/** "132" holds three responses; "-" and null hold none. */
function symbols(cell: Json): readonly number[] {
  if (typeof cell === 'number') return [cell];
  if (Array.isArray(cell)) return list(cell).flatMap(symbols);
  return [...String(cell ?? '')].filter((s) => /\d/.test(s)).map(Number);
}

function mostLikely(fit: DawidSkene): readonly number[] {
  return fit.posteriors.map((row) => 1 + row.indexOf(Math.max(...row)));
}
