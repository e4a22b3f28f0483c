import { pickDoubles } from './columns.ts';
import { pairCount } from './pair-count.ts';
import { pairNumbers } from './pair-numbers.ts';
import { allRows, type OrderKey, orderRows } from './row-order.ts';
import { scoredOutputs } from './scored-outputs.ts';
import type { Judged, StudyData } from './study-data.ts';

/** The completed cases, in the order in which they were completed. */
export interface CaseOrder {
  readonly positions: Int32Array;
  /** When the last planned judgement of each came in; NaN when not known. */
  readonly completedAtMs: Float64Array;
  /** Cases with some judgements, but not all. */
  readonly incomplete: number;
}

/**
 * A case is complete when each of its tasks has the planned judgements. Judgements of one case
 * depend on each other, cases do not: inference looks at completed cases, never at votes. Cases
 * completed at the same time, or without a time, are ordered by position.
 */
export function caseOrder(study: StudyData): CaseOrder {
  const progress = new CaseProgress(study);
  for (const task of judgedTasks(study)) progress.add(task);
  const completed: { position: number; at: number }[] = [];
  let incomplete = 0;
  for (let position = 0; position < study.cases; position += 1) {
    const at = progress.completedAt(position);
    if (at !== null) completed.push({ position, at });
    else if (progress.isBegun(position)) incomplete += 1;
  }
  completed.sort((a, b) => sortable(a.at) - sortable(b.at) || a.position - b.position);
  return {
    positions: Int32Array.from(completed, ({ position }) => position),
    completedAtMs: Float64Array.from(completed, ({ at }) => at),
    incomplete,
  };
}

/** The judgements planned for each task. */
export function plannedJudgements({ settings }: Pick<StudyData, 'settings'>): number {
  return settings.plan?.judgementsPerTask ?? settings.judgementsPerTask;
}

function sortable(at: number): number {
  return Number.isNaN(at) ? Number.MAX_VALUE : at;
}

interface JudgedTask {
  readonly position: number;
  /** About all variants of the case at once. */
  readonly isWhole: boolean;
  /** When each of its judgements came in. */
  readonly times: Float64Array;
}

class CaseProgress {
  readonly #perTask: number;
  readonly #tasks: number;
  readonly #begun: Uint8Array;
  readonly #done: Int32Array;
  readonly #doneAt: Float64Array;
  readonly #wholeAt: Map<number, number> = new Map();

  constructor(study: StudyData) {
    this.#perTask = plannedJudgements(study);
    this.#tasks = tasksPerCase(study);
    this.#begun = new Uint8Array(study.cases);
    this.#done = new Int32Array(study.cases);
    this.#doneAt = new Float64Array(study.cases).fill(Number.NEGATIVE_INFINITY);
  }

  add({ position, isWhole, times }: JudgedTask): void {
    this.#begun[position] = 1;
    if (times.length < this.#perTask) return;
    const at = times.sort()[this.#perTask - 1] ?? Number.NaN;
    if (isWhole) {
      this.#wholeAt.set(position, at);
      return;
    }
    this.#done[position] = (this.#done[position] ?? 0) + 1;
    const last = this.#doneAt[position] ?? at;
    this.#doneAt[position] = sortable(at) > sortable(last) ? at : last;
  }

  isBegun(position: number): boolean {
    return this.#begun[position] === 1;
  }

  completedAt(position: number): number | null {
    const whole = this.#wholeAt.get(position);
    if (whole !== undefined) return whole;
    return (this.#done[position] ?? 0) >= this.#tasks
      ? (this.#doneAt[position] ?? Number.NaN)
      : null;
  }
}

/** Outputs are scored one by one and compared in pairs. */
export function tasksPerCase({
  kind,
  variants,
  settings,
}: Pick<StudyData, 'kind' | 'variants' | 'settings'>): number {
  const size = variants.length;
  if (kind === 'scoring') return size;
  const all = pairCount(size);
  return Math.min(all, settings.pairsPerCase ?? all);
}

function* judgedTasks(study: StudyData): Generator<JudgedTask> {
  const { kind, votes, choices, scores, variants, cases } = study;
  const size = variants.length;
  const byCase = (values: Int32Array) => ({ values, size: cases });
  const pairs = pairNumbers(votes, size);
  const pairKeys = [byCase(votes.case), { values: pairs, size: size * size }];
  yield* groups(votes, pairKeys, 'part');
  yield* groups(choices, [byCase(choices.case)], 'whole');
  // In a comparison, scores of single outputs came with a vote.
  if (kind === 'comparison' || scores.case.length === 0) return;
  const outputKeys = [byCase(scores.case), { values: scores.variant, size }];
  yield* groups({ ...scores, rows: scoredOutputs(study) }, outputKeys, 'part');
}

type JudgedRows = Pick<Judged, 'case' | 'completedAtMs'> & {
  readonly rows?: Int32Array;
};

/** Rows that are equal in all keys belong to one task. */
function* groups(
  { case: cases, completedAtMs, rows = allRows(cases.length) }: JudgedRows,
  keys: readonly OrderKey[],
  about: 'part' | 'whole',
): Generator<JudgedTask> {
  const ordered = orderRows(rows, keys);
  const times = pickDoubles(completedAtMs, ordered);
  const task = taskNumbers(ordered, keys);
  for (let from = 0, to = 0; from < ordered.length; from = to) {
    for (to = from + 1; to < ordered.length && task[to] === task[from]; ) to += 1;
    const position = cases[ordered[from] ?? 0] ?? 0;
    yield { position, isWhole: about === 'whole', times: times.subarray(from, to) };
  }
}

/** One number for all keys of a row. */
function taskNumbers(rows: Int32Array, keys: readonly OrderKey[]): Float64Array {
  const numbers = new Float64Array(rows.length);
  for (const { values, size } of keys) {
    for (let at = 0; at < rows.length; at += 1) {
      numbers[at] = (numbers[at] ?? 0) * size + (values[rows[at] ?? 0] ?? 0);
    }
  }
  return numbers;
}
