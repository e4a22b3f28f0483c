import { type RandomWords, shuffled } from './shuffle.ts';

/** In which order scenarios are judged, and which of the rotating sets of tasks each one gets. */
export interface ScenarioOrder {
  /** The turn of each scenario, by its position. */
  readonly turns: Int32Array;
  /** The number of the set of tasks, by turn. */
  readonly taskSets: Int32Array;
}

/** Long enough that annotators cannot tell which tasks show the same pair from their distance. */
const SHORTEST_BLOCK = 12;

/**
 * The order is random, so whatever is judged first is a fair sample of the test set, and secret:
 * a reader who could repeat it would know which scenarios compare the same pair. Sets of tasks rotate
 * over `setCount`; they are permuted in blocks of whole rotations, so they stay balanced wherever
 * judging stops.
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
