/** Answers are near when they are equal, or by their distance on a scale of this width. */
export type Nearness =
  | { readonly kind: 'equal'; readonly categories: number }
  | { readonly kind: 'distance'; readonly values: readonly number[]; readonly width: number };

export interface UnitNearness {
  /** The sum over all ordered pairs of the unit's answers, each between 0 and 1. */
  readonly total: number;
  /** The sum over pairs of this row's answer with all others. */
  readonly own: (row: number) => number;
}

/**
 * How near the answers of a unit are to each other: equal ones count 1, on a scale 1 − (distance ÷
 * width)². Computed from counts and sums, so that the cost is linear in the answers of a unit.
 */
export function unitNearness(answers: {
  readonly answer: Int32Array;
  readonly nearness: Nearness;
}): (from: number, to: number) => UnitNearness {
  const { answer, nearness } = answers;
  return nearness.kind === 'equal'
    ? equalAnswers(answer, nearness.categories)
    : nearAnswers(answer, nearness.values, nearness.width);
}

function equalAnswers(answer: Int32Array, categories: number) {
  const counts = new Int32Array(categories);
  return (from: number, to: number): UnitNearness => {
    counts.fill(0);
    let total = 0;
    for (let row = from; row < to; row += 1) {
      const own = answer[row] ?? 0;
      // One more of n equal answers makes 2n more ordered pairs.
      total += 2 * (counts[own] ?? 0);
      counts[own] = (counts[own] ?? 0) + 1;
    }
    return { total, own: (row) => (counts[answer[row] ?? 0] ?? 1) - 1 };
  };
}

function nearAnswers(answer: Int32Array, values: readonly number[], width: number) {
  const valueAt = (row: number): number => (values[answer[row] ?? 0] ?? 0) / width;
  return (from: number, to: number): UnitNearness => {
    const size = to - from;
    let centre = 0;
    for (let row = from; row < to; row += 1) centre += valueAt(row) / size;
    let squares = 0;
    for (let row = from; row < to; row += 1) squares += (valueAt(row) - centre) ** 2;
    return {
      total: size * (size - 1) - 2 * size * squares,
      own: (row) => size - 1 - squares - size * (valueAt(row) - centre) ** 2,
    };
  };
}
