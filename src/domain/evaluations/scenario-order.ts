import { type RandomWords, shuffled } from './shuffle.ts';

/** The order in which scenarios are judged, and the set of tasks for each turn. */
export interface ScenarioOrder {
  /** The turn of each scenario, by its position. */
  readonly turns: Int32Array;
  /** The number of the set of tasks, by turn. */
  readonly taskSets: Int32Array;
}

/** Long enough to hide from annotators how many tasks apart the same pair returns. */
const SHORTEST_BLOCK = 12;

/**
 * The order is random, so the scenarios judged first are a fair sample of the test set. It is
 * secret: an annotator who could repeat it would know which scenarios compare the same pair. Sets
 * of tasks rotate over `setCount` and are permuted in blocks of whole rotations, so they stay
 * balanced wherever judging stops.
 */
export function orderScenarios(
  words: RandomWords,
  { count, setCount }: { count: number; setCount: number },
): ScenarioOrder {
  const blockLength = setCount * Math.ceil(SHORTEST_BLOCK / setCount);
  const taskSets = new Int32Array(count);
  for (let start = 0; start < count; start += blockLength) {
    const length = Math.min(blockLength, count - start);
    const block = shuffled(words(`task sets from ${start}`, length));
    taskSets.set(
      block.map((place) => start + place),
      start,
    );
  }
  return { turns: shuffled(words('turns', count)), taskSets };
}
