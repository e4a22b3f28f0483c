import type { Tallies } from '../domain/judging/vote-tallies.ts';
import type { Slice, StudyData, StudyFrame } from '../domain/results/study-data.ts';
import { tallyOutcomes } from '../domain/results/tally-outcomes.ts';
import type { Queryable } from '../storage/database.ts';
import { countJudgements } from '../storage/judging/vote-tallies.ts';
import {
  listJudgedInputs,
  listStudyColumns,
  type StudyRange,
  writeOutputSizes,
} from '../storage/results/study-rows.ts';
import { judgementsOf, type StudyQuestions } from './study-columns.ts';
import type { Versioned } from './version-cache.ts';

/** All that another thread needs to know of a study to read it. */
export interface DescribedStudy extends Versioned {
  readonly workspaceId: string;
  readonly frame: StudyFrame;
  readonly questions: StudyQuestions;
}

/**
 * The whole study, from the judgements that count now. What changes meanwhile may be read or not: the
 * version was taken before, so that the next one reads it again.
 */
export async function readStudy(db: Queryable, study: DescribedStudy): Promise<StudyData> {
  const { workspaceId, evaluationId, frame, questions } = study;
  const kind = frame.kind === 'comparison' ? 'compared' : 'scored';
  const columns = questions.criteria.size === 0 ? kind : (`${kind} and answered` as const);
  const [written, lengths] = await Promise.all([
    listStudyColumns(db, workspaceId, { evaluationId, columns }),
    readLengths(db, study),
  ]);
  return { ...frame, ...judgementsOf(written, frame.annotators, questions), slices: [], lengths };
}

/** Outcomes are counted among the rows of the study, so that counts and statistics agree. */
export async function readTallies(
  db: Queryable,
  { workspaceId, evaluationId }: DescribedStudy,
  study: StudyData,
): Promise<Tallies> {
  if (study.kind === 'comparison') return tallyOutcomes(study);
  return countJudgements(db, workspaceId, evaluationId);
}

/** The value that each judged scenario has for an input; null for those without. */
export async function readLabels(
  db: Queryable,
  { workspaceId, evaluationId, frame }: DescribedStudy,
  input: string,
): Promise<Slice['labels']> {
  const labels = Array.from<string | null>({ length: frame.cases }).fill(null);
  for (const range of rangesOf(evaluationId, frame)) {
    for (const { position, inputs } of await listJudgedInputs(db, workspaceId, range)) {
      const found = inputs.find(({ input_name }) => input_name === input);
      labels[position] = found?.input_value ?? null;
    }
  }
  return labels;
}

/**
 * Sizes of the outputs of judged scenarios at position · variants + variant, NaN where there is
 * none; null where nothing has an output. A judged text does not change.
 */
async function readLengths(
  db: Queryable,
  { workspaceId, evaluationId, frame }: DescribedStudy,
): Promise<Float64Array | null> {
  const variants = frame.variants.length;
  const lengths = new Float64Array(frame.cases * variants).fill(Number.NaN);
  let known = 0;
  for (const range of rangesOf(evaluationId, frame)) {
    const numbers = (await writeOutputSizes(db, workspaceId, range)).split(' ');
    for (let at = 0; at + 2 < numbers.length; at += 3) {
      const place = Number(numbers[at]) * variants + Number(numbers[at + 1]);
      lengths[place] = Number(numbers[at + 2]);
      known += 1;
    }
  }
  return known === 0 ? null : lengths;
}

/** Keeps what is read at once small, however many scenarios there are. */
const SCENARIOS_AT_ONCE = 5000;

function* rangesOf(evaluationId: string, { cases }: StudyFrame): Generator<StudyRange> {
  for (let firstPosition = 0; firstPosition < cases; firstPosition += SCENARIOS_AT_ONCE) {
    yield { evaluationId, firstPosition, lastPosition: firstPosition + SCENARIOS_AT_ONCE - 1 };
  }
}
