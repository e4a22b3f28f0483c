import type { AnnotatorMark } from '../../contract/results/results.ts';
import { type CaseOrder, caseOrder } from './case-order.ts';
import {
  joinBytes,
  joinDoubles,
  joinInts,
  pickBytes,
  pickDoubles,
  pickInts,
  rowsWhere,
} from './columns.ts';
import { pairNumbers } from './pair-numbers.ts';
import { keepLatest, type OrderKey, orderRows } from './row-order.ts';
import {
  ALL_BAD,
  BOTH_BAD,
  type Choices,
  type Judged,
  LEFT_BETTER,
  RIGHT_BETTER,
  type Scores,
  type StudyData,
  type StudySettings,
  TIE,
  type Votes,
} from './study-data.ts';

/**
 * A study as the analysis reads it: invalid rows and exclusions left out and counted, one judgement
 * per annotator and task (the latest), rows in a fixed order.
 */
export interface CleanStudy extends Omit<StudyData, 'votes'> {
  readonly votes: PairVotes;
  /** Choices among more than two variants; with two variants a choice is a vote. */
  readonly choices: Choices;
  readonly exclusions: Exclusions;
  /** Completed cases; a case stays completed when some of its judgements are left out. */
  readonly order: CaseOrder;
}

/** `sided` is 1 where it is known which of the two was on the left. */
export interface PairVotes extends Votes {
  readonly sided: Uint8Array;
}

interface ExclusionCounts {
  readonly byAnnotator: number;
  readonly byRule: number;
  readonly byTime: number;
  /**
   * Rows that cannot be judgements, or that a later one of the same annotator and task replaced.
   */
  readonly invalid: number;
}

interface Exclusions extends ExclusionCounts {
  readonly ruled: readonly RuleExclusion[];
  /** No rule was applied, because the rules would have left out every judgement. */
  readonly areRulesWaived: boolean;
}

/** The number of an annotator whom rules leave out, and those rules. */
export interface RuleExclusion {
  readonly annotator: number;
  readonly rules: readonly AnnotatorMark['kind'][];
}

export function cleanStudy(data: StudyData, ruled: readonly RuleExclusion[] = []): CleanStudy {
  const study = { ...data, ruled, settings: usableSettings(data.settings) };
  const isPair = data.variants.length === 2;
  const allVotes = isPair ? withChoices(data.votes, data.choices) : allSided(data.votes);
  const allChoices = isPair ? NO_CHOICES : data.choices;
  const votes = sift(study, voteTable(study, allVotes));
  const choices = sift(study, choiceTable(study, allChoices));
  const scores = sift(study, scoreTable(study, data.scores));
  const tables = [votes, choices, scores];
  const total = (count: keyof ExclusionCounts): number =>
    tables.reduce((sum, table) => sum + table[count], 0);
  const clean = {
    ...data,
    settings: study.settings,
    votes: pickVotes(allVotes, votes.rows),
    choices: pickChoices(allChoices, choices.rows),
    scores: pickScores(data.scores, scores.rows),
    exclusions: {
      byAnnotator: total('byAnnotator'),
      byRule: total('byRule'),
      byTime: total('byTime'),
      invalid: total('invalid'),
      ruled,
      areRulesWaived: false,
    },
  };
  const order = hasExclusions(clean) ? cleanStudy(withoutExclusions(data)).order : caseOrder(clean);
  return { ...clean, order };
}

/** Whether judgements that could count were left out. */
export function hasExclusions({
  exclusions: { byAnnotator, byRule, byTime },
}: Pick<CleanStudy, 'exclusions'>): boolean {
  return byAnnotator + byRule + byTime > 0;
}

/** The same study without one annotator. */
export function withoutAnnotator(study: CleanStudy, annotator: number): CleanStudy {
  const others = (rows: Judged): Int32Array =>
    rowsWhere(rows.case.length, (row) => rows.annotator[row] !== annotator);
  return {
    ...study,
    votes: pickVotes(study.votes, others(study.votes)),
    choices: pickChoices(study.choices, others(study.choices)),
    scores: pickScores(study.scores, others(study.scores)),
  };
}

/** The same study without exclusions, to show what they changed. */
export function withoutExclusions(data: StudyData): StudyData {
  return {
    ...data,
    settings: {
      ...data.settings,
      exclusionRules: [],
      excludedAnnotators: [],
      minimumSeconds: null,
    },
  };
}

function usableSettings(settings: StudySettings): StudySettings {
  const { level, zone, seed, judgementsPerTask } = settings;
  return {
    ...settings,
    level: level > 0 && level < 1 ? level : 0.95,
    zone: zone !== null && zone >= 0 && Number.isFinite(zone) ? zone : null,
    seed: Number.isSafeInteger(seed) ? seed : 0,
    judgementsPerTask: judgementsPerTask >= 1 ? Math.floor(judgementsPerTask) : 1,
  };
}

/** Judgements of one kind, and how they are checked and ordered. */
interface Table {
  readonly rows: Judged;
  readonly isValid: (row: number) => boolean;
  /** What makes two rows answers to the same task by the same annotator. */
  readonly keys: readonly OrderKey[];
  /** The judgement that a row belongs to; null where another table has it. */
  readonly judgementOf: (row: number) => number | null;
  /** Decides between two answers with the same time, so that the order of rows does not. */
  readonly rank: (row: number) => number;
}

interface Sifted extends ExclusionCounts {
  readonly rows: Int32Array;
}

function sift(
  { annotators, cases, settings, ruled }: StudyData & Pick<Exclusions, 'ruled'>,
  table: Table,
): Sifted {
  const { rows } = table;
  const excluded = new Set(settings.excludedAnnotators);
  const byRule = new Set(ruled.map(({ annotator }) => annotator));
  const least = (settings.minimumSeconds ?? 0) * 1000;
  const counts = { byAnnotator: 0, byRule: 0, byTime: 0, invalid: 0 };
  const counted = new Set<number>();
  const leaveOut = (reason: 'byAnnotator' | 'byRule' | 'byTime', row: number) => {
    const judgement = table.judgementOf(row);
    if (judgement === null || counted.has(judgement)) return;
    counted.add(judgement);
    counts[reason] += 1;
  };
  const kept = new Int32Array(rows.case.length);
  let count = 0;
  for (let row = 0; row < rows.case.length; row += 1) {
    const annotator = rows.annotator[row] ?? -1;
    if (!isIndex(rows.case[row], cases) || !isIndex(annotator, annotators.length))
      counts.invalid += 1;
    else if (!table.isValid(row)) counts.invalid += 1;
    else if (excluded.has(annotator)) leaveOut('byAnnotator', row);
    else if (byRule.has(annotator)) leaveOut('byRule', row);
    else if ((rows.takenMs[row] ?? 0) < least) leaveOut('byTime', row);
    else {
      kept[count] = row;
      count += 1;
    }
  }
  const latest = keepLatest(
    orderRows(kept.subarray(0, count), table.keys),
    table.keys,
    (row, than) => {
      const gap = timeOf(rows, row) - timeOf(rows, than);
      return gap > 0 || (gap === 0 && table.rank(row) > table.rank(than));
    },
  );
  return { ...counts, invalid: counts.invalid + count - latest.length, rows: latest };
}

function timeOf({ completedAtMs }: Judged, row: number): number {
  const time = completedAtMs[row] ?? 0;
  return Number.isFinite(time) ? time : 0;
}

function isIndex(value: number | undefined, size: number): boolean {
  return value !== undefined && value >= 0 && value < size;
}

function judgedKeys({ cases, annotators }: StudyData, rows: Judged): readonly OrderKey[] {
  return [
    { values: rows.case, size: cases },
    { values: rows.annotator, size: annotators.length },
  ];
}

function voteTable(study: StudyData, rows: PairVotes): Table {
  const size = study.variants.length;
  const rankOf = idRanks(study);
  const { left, right, outcome } = rows;
  return {
    rows,
    isValid: (row) =>
      isIndex(left[row], size) &&
      isIndex(right[row], size) &&
      left[row] !== right[row] &&
      (outcome[row] ?? BOTH_BAD + 1) <= BOTH_BAD,
    keys: [...judgedKeys(study, rows), { values: pairNumbers(rows, size), size: size * size }],
    judgementOf: (row) => row,
    rank: (row) => {
      const isDecisive = (outcome[row] ?? TIE) <= RIGHT_BETTER;
      const winner = outcome[row] === LEFT_BETTER ? left[row] : right[row];
      return isDecisive ? rankOf(winner ?? 0) : size + (outcome[row] ?? 0);
    },
  };
}

function choiceTable(study: StudyData, rows: Choices): Table {
  const rankOf = idRanks(study);
  return {
    rows,
    isValid: (row) => {
      const chosen = rows.chosen[row] ?? study.variants.length;
      return chosen >= ALL_BAD && chosen < study.variants.length;
    },
    keys: judgedKeys(study, rows),
    judgementOf: (row) => row,
    rank: (row) => {
      const chosen = rows.chosen[row] ?? 0;
      return chosen < 0 ? chosen : rankOf(chosen);
    },
  };
}

/** Ranks variants by id, because that does not depend on the order in which they are listed. */
function idRanks({ variants }: StudyData): (variant: number) => number {
  const sorted = [...variants].sort();
  const ranks = variants.map((id) => sorted.indexOf(id));
  return (variant) => ranks[variant] ?? 0;
}

function scoreTable(study: StudyData, rows: Scores): Table {
  const { kind, variants, criteria, annotators } = study;
  return {
    rows,
    // Several criteria of one output are one judgement; in a comparison the vote is the judgement.
    judgementOf: (row) => {
      if (kind === 'comparison') return null;
      const output = (rows.case[row] ?? 0) * variants.length + (rows.variant[row] ?? 0);
      return output * annotators.length + (rows.annotator[row] ?? 0);
    },
    isValid: (row) => {
      const criterion = criteria[rows.criterion[row] ?? -1];
      if (criterion === undefined || criterion.scale === 'text') return false;
      const value = rows.value[row] ?? Number.NaN;
      const { low, high } = criterion;
      const isInside = value >= (low ?? -LARGEST_SCORE) && value <= (high ?? LARGEST_SCORE);
      return isInside && isIndex(rows.variant[row], variants.length);
    },
    keys: [
      { values: rows.criterion, size: criteria.length },
      ...judgedKeys(study, rows),
      { values: rows.variant, size: variants.length },
    ],
    rank: (row) => rows.value[row] ?? 0,
  };
}

/** The limit on a scale without ends: squares of larger scores would lose all precision. */
const LARGEST_SCORE = 1e9;

const NO_CHOICES: Choices = {
  case: new Int32Array(0),
  annotator: new Int32Array(0),
  completedAtMs: new Float64Array(0),
  takenMs: new Float64Array(0),
  chosen: new Int32Array(0),
};

function allSided(votes: Votes): PairVotes {
  return { ...votes, sided: new Uint8Array(votes.case.length).fill(1) };
}

/** With two variants a choice among all of them is a vote whose sides were not recorded. */
function withChoices(votes: Votes, choices: Choices): PairVotes {
  const { chosen } = choices;
  const outcomes = Uint8Array.from(chosen, (variant) => {
    if (variant === 0) return LEFT_BETTER;
    if (variant === 1) return RIGHT_BETTER;
    return variant === ALL_BAD ? BOTH_BAD : variant < 0 ? TIE : BOTH_BAD + 1;
  });
  const more = chosen.length;
  return {
    case: joinInts(votes.case, choices.case),
    annotator: joinInts(votes.annotator, choices.annotator),
    left: joinInts(votes.left, new Int32Array(more)),
    right: joinInts(votes.right, new Int32Array(more).fill(1)),
    outcome: joinBytes(votes.outcome, outcomes),
    completedAtMs: joinDoubles(votes.completedAtMs, choices.completedAtMs),
    takenMs: joinDoubles(votes.takenMs, choices.takenMs),
    probability: joinDoubles(votes.probability, new Float64Array(more).fill(Number.NaN)),
    sided: joinBytes(new Uint8Array(votes.case.length).fill(1), new Uint8Array(more)),
  };
}

export function pickVotes(votes: PairVotes, rows: Int32Array): PairVotes {
  return {
    ...pickJudged(votes, rows),
    left: pickInts(votes.left, rows),
    right: pickInts(votes.right, rows),
    outcome: pickBytes(votes.outcome, rows),
    probability: pickDoubles(votes.probability, rows),
    sided: pickBytes(votes.sided, rows),
  };
}

export function pickChoices(choices: Choices, rows: Int32Array): Choices {
  return { ...pickJudged(choices, rows), chosen: pickInts(choices.chosen, rows) };
}

export function pickScores(scores: Scores, rows: Int32Array): Scores {
  return {
    ...pickJudged(scores, rows),
    variant: pickInts(scores.variant, rows),
    criterion: pickInts(scores.criterion, rows),
    value: pickDoubles(scores.value, rows),
  };
}

export function pickJudged(judged: Judged, rows: Int32Array): Judged {
  return {
    case: pickInts(judged.case, rows),
    annotator: pickInts(judged.annotator, rows),
    completedAtMs: pickDoubles(judged.completedAtMs, rows),
    takenMs: pickDoubles(judged.takenMs, rows),
  };
}
