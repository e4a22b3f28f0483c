import { DEFAULT_SETTINGS, type StudyData } from '../../domain/results/study-data.ts';
import { createRandom } from '../../statistics/random.ts';

const CASES = 1000;
const VARIANTS = 3;
const ANNOTATORS = 8;
const PER_CASE = 6;

/** Votes of nobody on nothing, as many as a thread needs to practise on. */
export function practiceStudy(): StudyData {
  const random = createRandom(1);
  const below = (limit: number): number => Math.floor(random.uniform() * limit);
  const rows = Array.from({ length: CASES * PER_CASE }, (_, row) => {
    const left = below(VARIANTS);
    return {
      case: Math.floor(row / PER_CASE),
      annotator: row % ANNOTATORS,
      left,
      right: (left + 1 + below(VARIANTS - 1)) % VARIANTS,
      outcome: below(4),
    };
  });
  return {
    kind: 'comparison',
    variants: names('variant', VARIANTS),
    annotators: names('annotator', ANNOTATORS),
    cases: CASES,
    criteria: [],
    votes: {
      case: Int32Array.from(rows, (row) => row.case),
      annotator: Int32Array.from(rows, ({ annotator }) => annotator),
      completedAtMs: Float64Array.from(rows, (_, row) => row),
      takenMs: Float64Array.from(rows, () => 1000 + below(9000)),
      left: Int32Array.from(rows, ({ left }) => left),
      right: Int32Array.from(rows, ({ right }) => right),
      outcome: Uint8Array.from(rows, ({ outcome }) => outcome),
      probability: new Float64Array(rows.length).fill(Number.NaN),
    },
    choices: { ...nobody(), chosen: new Int32Array(0) },
    scores: {
      ...nobody(),
      variant: new Int32Array(0),
      criterion: new Int32Array(0),
      value: new Float64Array(0),
    },
    slices: [],
    lengths: null,
    settings: { ...DEFAULT_SETTINGS, judgementsPerTask: 2 },
  };
}

function names(kind: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${kind} ${index}`);
}

function nobody() {
  return {
    case: new Int32Array(0),
    annotator: new Int32Array(0),
    completedAtMs: new Float64Array(0),
    takenMs: new Float64Array(0),
  };
}
