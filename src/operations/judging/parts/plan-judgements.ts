import type { ScenarioUpdate } from '../../../contract/evaluations/scenarios.ts';
import { issues, ValidationFailure, type ValidationIssue } from '../../../contract/validation.ts';
import type { JudgementContent } from '../../../domain/judging/judgement-content.ts';
import { readScore, readVote, type SentScore } from '../../../domain/judging/sent-verdicts.ts';
import { notFound } from '../../../storage/callers.ts';
import type { OwnJudgement } from '../../../storage/judging/judgements.ts';
import type { Context } from '../../context.ts';
import type { LoadedScenario } from '../../evaluations/parts/load-scenario.ts';
import {
  hasOnePair,
  hasTaskEach,
  hasWholeVotes,
  judgingOf,
  taskIdOf,
} from '../../evaluations/parts/scenario-tasks.ts';
import { requireJudge } from './may-judge.ts';
import { isNamedAlike, isUnchanged } from './record-judgement.ts';
import { repeatedVariants } from './repeated-variants.ts';

/** One judgement that an update makes, changes or withdraws. */
export interface PlannedJudgement {
  readonly taskId: string;
  readonly isWhole: boolean;
  readonly previous: OwnJudgement | undefined;
  readonly content: JudgementContent;
  readonly counts: boolean;
  readonly namedBy: OwnJudgement['namedBy'];
}

const NO_CONTENT: JudgementContent = {
  outcome: null,
  winner: null,
  score: null,
  answers: [],
  note: '',
  timeTakenMs: null,
};

/** The new judgement of a task; undefined parts stay. */
interface SentJudgement {
  readonly taskId: string;
  readonly isWhole: boolean;
  readonly response?: Response | undefined;
  readonly note?: string | undefined;
}

interface Response {
  readonly content: Partial<JudgementContent>;
  readonly counts: boolean;
  readonly namedBy: OwnJudgement['namedBy'];
}

/** Votes of comparisons, scores of scoring, and the caller's note; the other kind is ignored. */
export function planJudgements(
  { gate }: Pick<Context, 'gate'>,
  loaded: LoadedScenario,
  sent: ScenarioUpdate,
): readonly PlannedJudgement[] {
  const faults: ValidationIssue[] = [];
  const isComparison = loaded.evaluation.type === 'human_a_b_testing';
  const judgements = isComparison
    ? sentByVote(loaded, sent, faults)
    : sentByScores(loaded, sent, faults);
  const planned = judgements
    .map((item) => plan(loaded, item))
    .filter((judgement) => !isUnchanged(judgement));
  if (planned.length === 0 && faults.length === 0) return [];
  requireJudge(gate, judgingOf(loaded.evaluation));
  if (faults.length > 0) throw new ValidationFailure(faults);
  return planned;
}

function sentByVote(
  { evaluation, scenario, tasks, names }: LoadedScenario,
  { vote, note }: ScenarioUpdate,
  faults: ValidationIssue[],
): readonly SentJudgement[] {
  if (vote === undefined && note === undefined) return [];
  const pair = hasOnePair(evaluation) && tasks.find(({ firstVariant }) => firstVariant !== null);
  const taskId = pair ? pair.id : scenario.id;
  const task = { taskId, isWhole: hasWholeVotes(evaluation), note };
  if (vote === undefined) return [task];
  const read = readVote(evaluation.settings, vote, names.read);
  if (read === undefined) {
    const why =
      'no variant of this evaluation: send the id of one, "1" for a tie, "0" for all bad, or empty';
    faults.push(issues.valueError(['body', 'vote'], why));
    return [];
  }
  if (read.outcome === 'withdrawn') {
    return [{ ...task, response: { content: {}, counts: false, namedBy: 'variant' } }];
  }
  const content =
    read.outcome === 'slot'
      ? { outcome: read.outcome, winner: read.winner }
      : { outcome: read.outcome, winner: null };
  const namedBy = read.outcome === 'slot' ? read.namedBy : 'variant';
  return [{ ...task, response: { content, counts: true, namedBy } }];
}

function sentByScores(
  loaded: LoadedScenario,
  { score, scores, note }: ScenarioUpdate,
  faults: ValidationIssue[],
): readonly SentJudgement[] {
  const { evaluation, scenario, tasks, names } = loaded;
  const { settings } = evaluation;
  const judgements: SentJudgement[] = [];
  const addScore = (variant: number, read: SentScore) => {
    if ('issue' in read) {
      faults.push(read.issue);
      return;
    }
    const taskId = taskIdOf(evaluation, scenario.id, { tasks, variant });
    judgements.push({ taskId, isWhole: false, response: responseOf(read.score) });
  };
  if (score !== undefined && hasTaskEach(evaluation)) {
    faults.push(
      issues.valueError(['body', 'score'], 'several variants are scored here: use scores'),
    );
  } else if (score !== undefined) {
    addScore(0, readScore(settings, score, ['body', 'score']));
  }
  const scored = (scores ?? []).map(({ variant_id: id, score: each }, index) => {
    const named = names.read(id);
    if (named === undefined)
      throw notFound('variant', { id, field: `scores[${index}].variant_id` });
    return { ...named, read: readScore(settings, each, ['body', 'scores', index, 'score']) };
  });
  faults.push(...repeatedVariants(scored, 'scores'));
  for (const { variant, read } of scored) addScore(variant, read);
  if (note === undefined) return judgements;
  const [first] = judgements;
  // With one output the note belongs to its judgement; with several it is about the scenario.
  if (!hasTaskEach(evaluation) && first !== undefined) return [{ ...first, note }];
  return [...judgements, { taskId: scenario.id, isWhole: hasTaskEach(evaluation), note }];
}

function responseOf(score: number | 'withdrawn'): Response {
  return score === 'withdrawn'
    ? { content: {}, counts: false, namedBy: 'variant' }
    : { content: { score }, counts: true, namedBy: 'variant' };
}

function plan(
  { judgements }: LoadedScenario,
  { taskId, isWhole, response, note }: SentJudgement,
): PlannedJudgement {
  const previous = judgements.find((judgement) => judgement.taskId === taskId)?.judgement;
  const before = previous ?? { ...NO_CONTENT, counts: false, namedBy: 'variant' as const };
  const isSameResponse =
    response === undefined ||
    (response.counts === before.counts &&
      isNamedAlike(before.outcome, [before.namedBy, response.namedBy]) &&
      (response.content.outcome ?? null) === before.outcome &&
      (response.content.winner ?? null) === before.winner &&
      (response.content.score ?? null) === before.score);
  const content = isSameResponse ? before : { ...NO_CONTENT, ...response.content };
  return {
    taskId,
    isWhole,
    previous,
    content: {
      outcome: content.outcome,
      winner: content.winner,
      score: content.score,
      answers: content.answers,
      note: note ?? before.note,
      timeTakenMs: content.timeTakenMs,
    },
    counts: isSameResponse ? before.counts : response.counts,
    namedBy: isSameResponse ? before.namedBy : response.namedBy,
  };
}
