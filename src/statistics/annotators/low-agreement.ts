import {
  addCluster,
  emptyShareSums,
  type ShareSums,
  shareVariance,
} from '../intervals/clustered-share.ts';
import { holm } from '../intervals/multiplicity.ts';
import { tUpper } from '../numerics/distributions.ts';
import { isSure } from './mark-level.ts';
import { type Nearness, unitNearness } from './unit-nearness.ts';

/** Answers of several annotators; rows of a unit are adjacent, and so are units of a scenario. */
export interface SharedAnswers {
  readonly unit: Int32Array;
  readonly case: Int32Array;
  readonly annotator: Int32Array;
  readonly annotators: number;
  /** The place of the answer among the categories. */
  readonly answer: Int32Array;
  readonly nearness: Nearness;
}

export interface LowAgreement {
  /** Of the annotator with the others, and of the others with each other. */
  readonly agreement: number;
  readonly others: number;
  readonly of: number;
  readonly pValue: number;
}

/** With fewer shared units, low agreement is not judged. */
const LEAST = 20;
/** A difference that is worth a look: a third more disagreement, and at least this much. */
const RATIO = 4 / 3;
const GAP = 0.05;

/**
 * Question: which annotators agree with the others far less than these do with each other? The mean
 * nearness of an annotator's answers to those of the others, against that of all pairs of others;
 * one-sided t of the difference with variances by scenario, adjusted by Holm over annotators;
 * marked when p < 0.001 and the annotator disagrees at least a third more, by at least 0.05.
 * Assumes independent scenarios. Cost: linear in the answers.
 */
export function lowAgreement(answers: SharedAnswers): readonly (LowAgreement | null)[] {
  const compared = agreementSums(answers).map(compare);
  const adjusted = holm(compared.map((found) => found?.pValue ?? null));
  return compared.map((found, a) => {
    const pValue = adjusted[a] ?? null;
    return found !== null && isSure(pValue) && isFarBelow(found) ? { ...found, pValue } : null;
  });
}

function isFarBelow({ agreement, others }: LowAgreement): boolean {
  return others - agreement >= GAP && 1 - agreement >= RATIO * (1 - others);
}

interface AgreementSums {
  readonly own: ShareSums;
  readonly others: ShareSums;
}

function compare({ own, others }: AgreementSums): LowAgreement | null {
  const ownVariance = variance(own);
  const othersVariance = variance(others);
  if (own.n < LEAST || others.n < LEAST || ownVariance === null || othersVariance === null)
    return null;
  const agreement = own.total / own.n;
  const rest = others.total / others.n;
  const t = (rest - agreement) / Math.sqrt(ownVariance + othersVariance);
  const df = Math.min(own.clusters, others.clusters) - 1;
  return { agreement, others: rest, of: own.n, pValue: tUpper(t, df) };
}

/** Where all answers agree, or none do, some doubt remains: half a unit is added each way. */
function variance(sums: ShareSums): number | null {
  const found = shareVariance(sums);
  if (found === null) return null;
  const p = (sums.total + 0.5) / (sums.n + 1);
  return Math.max(found, (p * (1 - p)) / (4 * sums.n));
}

/** One pass: the sums of a scenario are kept apart until its last unit is read. */
function agreementSums(answers: SharedAnswers): readonly AgreementSums[] {
  const { unit, annotator, annotators } = answers;
  const everyone = emptyShareSums();
  const people = Array.from({ length: annotators }, () => ({
    own: emptyShareSums(),
    // Scenarios with an answer of this annotator: with all answers, and without the annotator's.
    whole: emptyShareSums(),
    without: emptyShareSums(),
  }));
  const scene = { total: 0, size: 0 };
  const ownTotal = new Float64Array(annotators);
  const ownSize = new Float64Array(annotators);
  const changeTotal = new Float64Array(annotators);
  const changeSize = new Float64Array(annotators);
  let met: number[] = [];
  const nearness = unitNearness(answers);
  for (let from = 0, to = 0; from < unit.length; from = to) {
    to = from + 1;
    while (to < unit.length && unit[to] === unit[from]) to += 1;
    if (to - from > 1) readUnit(from, to);
    if (to < unit.length && answers.case[to] === answers.case[from]) continue;
    endScenario();
  }
  return people.map(({ own, whole, without }) => ({
    own,
    others: exchanged(everyone, whole, without),
  }));

  function readUnit(from: number, to: number): void {
    const size = to - from;
    const found = nearness(from, to);
    const all = found.total / (size * (size - 1));
    scene.total += all;
    scene.size += 1;
    for (let row = from; row < to; row += 1) {
      const a = annotator[row] ?? 0;
      const near = found.own(row);
      if (ownSize[a] === 0) met.push(a);
      ownTotal[a] = (ownTotal[a] ?? 0) + near / (size - 1);
      ownSize[a] = (ownSize[a] ?? 0) + 1;
      const rest = size > 2 ? (found.total - 2 * near) / ((size - 1) * (size - 2)) : 0;
      changeTotal[a] = (changeTotal[a] ?? 0) + rest - all;
      changeSize[a] = (changeSize[a] ?? 0) + (size > 2 ? 0 : -1);
    }
  }

  function endScenario(): void {
    addCluster(everyone, scene.total, scene.size);
    for (const a of met) {
      const person = people[a];
      if (person === undefined) continue;
      addCluster(person.own, ownTotal[a] ?? 0, ownSize[a] ?? 0);
      addCluster(person.whole, scene.total, scene.size);
      const total = scene.total + (changeTotal[a] ?? 0);
      addCluster(person.without, total, scene.size + (changeSize[a] ?? 0));
      for (const column of [ownTotal, ownSize, changeTotal, changeSize]) column[a] = 0;
    }
    met = [];
    scene.total = 0;
    scene.size = 0;
  }
}

/** Sums with some clusters removed and others added. */
function exchanged(all: ShareSums, out: ShareSums, into: ShareSums): ShareSums {
  return {
    n: all.n - out.n + into.n,
    total: all.total - out.total + into.total,
    clusters: all.clusters - out.clusters + into.clusters,
    squares: all.squares - out.squares + into.squares,
    products: all.products - out.products + into.products,
    sizes: all.sizes - out.sizes + into.sizes,
  };
}
