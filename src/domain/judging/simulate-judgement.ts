import { createRandom, type Random } from '../../statistics/numerics/random.ts';

/** A simulated annotator: taste, biases and reading speed. */
export interface SimulatedAnnotator {
  readonly name: string;
  /** How far their opinion of a text strays from its quality. */
  readonly noise: number;
  /** How much better they like the output shown first. */
  readonly sideBias: number;
  /** How much higher than others they score. */
  readonly leniency: number;
  readonly wordsPerSecond: number;
}

/** An output as a simulated annotator sees it: a text and its quality. */
export interface SeenOutput {
  readonly slotId: string;
  readonly text: string;
  readonly quality: number;
}

export interface SimulatedJudgement {
  readonly outcome?: string;
  readonly score?: number;
  readonly timeTakenMs: number;
}

/** Opinions closer than this are a tie; with both opinions below the bar, both are bad. */
const TIE_WIDTH = 0.3;
const BAD_BAR = -0.9;

/** Compares the first two outputs. */
export function simulateComparison(
  annotator: SimulatedAnnotator,
  [first, second]: readonly SeenOutput[],
): SimulatedJudgement {
  if (first === undefined || second === undefined) {
    throw new Error('A comparison needs two outputs.');
  }
  const random = randomFor(annotator, first.text + second.text);
  const opinion = ({ quality }: SeenOutput) => quality + annotator.noise * random.normal();
  const [one, other] = [opinion(first), opinion(second)];
  const gap = one - other + annotator.sideBias;
  const isTie = Math.abs(gap) < TIE_WIDTH;
  const areBad = Math.max(one, other) < BAD_BAR;
  const better = gap > 0 ? first.slotId : second.slotId;
  return {
    outcome: areBad ? 'both_bad' : isTie ? 'tie' : better,
    timeTakenMs: readingTime(annotator, random, `${first.text} ${second.text}`),
  };
}

const MIDDLE_SCORE = 3.1;
const SCORE_STEP = 0.9;

/** Scores an output from 1 to 5. */
export function simulateScore(
  annotator: SimulatedAnnotator,
  { text, quality }: SeenOutput,
): SimulatedJudgement {
  const random = randomFor(annotator, text);
  const opinion = quality + annotator.leniency + annotator.noise * random.normal();
  const score = Math.round(MIDDLE_SCORE + SCORE_STEP * opinion);
  return {
    score: Math.min(5, Math.max(1, score)),
    timeTakenMs: readingTime(annotator, random, text),
  };
}

/** The quality of a text: the usual one of its variant, and luck that depends on the text. */
export function simulatedQuality(text: string, usual: number): number {
  return usual + 0.7 * createRandom(hashOf(text)).normal();
}

/** Reads at a person's speed, then takes a moment to decide. */
function readingTime(annotator: SimulatedAnnotator, random: Random, text: string): number {
  const words = text.split(/\s+/u).length;
  const reading = (words / annotator.wordsPerSecond) * (0.8 + 0.5 * random.uniform());
  const deciding = 1.2 + 3 * random.uniform();
  return Math.round(1000 * (reading + deciding));
}

/** The same annotator has the same opinion of the same texts, whatever the order of the tasks. */
function randomFor({ name }: SimulatedAnnotator, text: string): Random {
  return createRandom(hashOf(`${name} ${text}`));
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
