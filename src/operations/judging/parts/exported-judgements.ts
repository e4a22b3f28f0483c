import type { FullCriterion } from '../../../contract/evaluations/evaluation-settings.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { Column } from '../../../files/stream-csv.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
  type PinnedVariant,
} from '../../../storage/evaluations/human-evaluations.ts';
import {
  type JudgementVersion,
  type ListedJudgement,
  listJudgements,
  listVersions,
} from '../../../storage/judging/listed-judgements.ts';
import type { AgeKey } from '../../../storage/page.ts';
import type { Context } from '../../context.ts';
import { Pace } from '../../pace.ts';
import { ageKey } from '../../paging.ts';
import { presentHistory, variantsFromLeft } from './present-judgement.ts';

const JUDGEMENTS_AT_ONCE = 200;

export interface ExportedJudgement {
  readonly judgement: ListedJudgement;
  readonly versions: readonly JudgementVersion[] | undefined;
}

/**
 * All judgements of an evaluation, oldest first, with pauses for other requests. Breaks off if the
 * evaluation is deleted meanwhile, so that a part of it does not look like all of it.
 */
export async function* exportedJudgements(
  { db, caller }: Context,
  { id: evaluationId, standing }: HumanEvaluation,
  detail: 'as they are now' | 'with versions',
): AsyncGenerator<readonly ExportedJudgement[]> {
  const { workspaceId } = standing;
  const pace = new Pace();
  const filter = { evaluationId, scenarioId: undefined, annotatorId: undefined };
  let after: AgeKey | undefined;
  for (;;) {
    const page = { after, limit: JUDGEMENTS_AT_ONCE };
    const judgements: readonly ListedJudgement[] = await listJudgements(db, workspaceId, {
      ...filter,
      page,
    });
    const ids = judgements.map(({ id }) => id);
    const versions =
      detail === 'with versions' ? await listVersions(db, workspaceId, ids) : new Map();
    yield judgements.map((judgement) => ({ judgement, versions: versions.get(judgement.id) }));
    const last = judgements.at(-1);
    if (last === undefined || judgements.length < JUDGEMENTS_AT_ONCE) break;
    after = ageKey(last);
    await pace.keep();
  }
  await getHumanEvaluation(db, caller, { id: evaluationId, field: undefined });
}

/** Everything about a judgement, as one line of JSON. */
export function judgementLine(
  context: Context,
  evaluation: HumanEvaluation,
  exported: ExportedJudgement,
): object {
  return {
    ...presentHistory(context, evaluation, exported),
    created_at: formatTimestamp(exported.judgement.createdAt),
    variants: variantsOf(evaluation, exported).map((variant) => ({
      variant_id: variant.id,
      variant_name: variant.name,
      revision_id: variant.revisionId,
      revision: variant.revision,
    })),
  };
}

type JudgementColumn = Column<ExportedJudgement>;

export function judgementColumns(evaluation: HumanEvaluation): readonly JudgementColumn[] {
  const isComparison = evaluation.type === 'human_a_b_testing';
  return [
    { name: 'evaluation_id', value: () => evaluation.id },
    { name: 'judgement_id', value: ({ judgement }) => judgement.id },
    { name: 'scenario_id', value: ({ judgement }) => judgement.scenarioId },
    { name: 'position', value: ({ judgement }) => judgement.position },
    { name: 'annotator_id', value: ({ judgement }) => judgement.annotatorId },
    { name: 'annotator_name', value: ({ judgement }) => judgement.annotatorName },
    { name: 'annotator_kind', value: ({ judgement }) => judgement.annotatorKind },
    ...(isComparison ? comparedColumns(evaluation) : scoredColumns(evaluation)),
    ...evaluation.settings.criteria.flatMap((criterion) =>
      isComparison && criterion.about === 'output'
        ? sideAnswerColumns(evaluation, criterion)
        : [answerColumn(criterion)],
    ),
    { name: 'note', value: ({ judgement }) => judgement.note },
    { name: 'time_taken_ms', value: ({ judgement }) => judgement.timeTakenMs },
    { name: 'version', value: ({ judgement }) => judgement.version },
    { name: 'withdrawn', value: ({ judgement }) => judgement.isWithdrawn },
    { name: 'guidelines_version', value: ({ judgement }) => judgement.guidelinesVersion },
    { name: 'created_at', value: ({ judgement }) => formatTimestamp(judgement.createdAt) },
    { name: 'judged_at', value: ({ judgement }) => formatTimestamp(judgement.judgedAt) },
  ];
}

/** Left and right are empty if the order shown is unknown. */
function comparedColumns(evaluation: HumanEvaluation): readonly JudgementColumn[] {
  const onSide = (exported: ExportedJudgement, place: number) =>
    variantAt(evaluation, sidesOf(evaluation, exported)[place]);
  const winner = ({ judgement }: ExportedJudgement) => variantAt(evaluation, judgement.winner);
  return [
    { name: 'variant_ids', value: (row) => variantsOf(evaluation, row).map(({ id }) => id) },
    { name: 'variant_names', value: (row) => variantsOf(evaluation, row).map(({ name }) => name) },
    {
      name: 'variant_revisions',
      value: (row) => variantsOf(evaluation, row).map(({ revision }) => revision),
    },
    { name: 'left_variant_id', value: (row) => onSide(row, 0)?.id },
    { name: 'left_variant_name', value: (row) => onSide(row, 0)?.name },
    { name: 'right_variant_id', value: (row) => onSide(row, 1)?.id },
    { name: 'right_variant_name', value: (row) => onSide(row, 1)?.name },
    { name: 'outcome', value: ({ judgement }) => judgement.outcome },
    { name: 'winner_variant_id', value: (row) => winner(row)?.id },
    { name: 'winner_variant_name', value: (row) => winner(row)?.name },
  ];
}

function scoredColumns(evaluation: HumanEvaluation): readonly JudgementColumn[] {
  const scored = ({ judgement }: ExportedJudgement) =>
    variantAt(evaluation, judgement.firstVariant);
  return [
    { name: 'variant_id', value: (row) => scored(row)?.id },
    { name: 'variant_name', value: (row) => scored(row)?.name },
    { name: 'variant_revision', value: (row) => scored(row)?.revision },
    { name: 'score', value: ({ judgement }) => judgement.score },
  ];
}

function answerColumn({ name }: FullCriterion): JudgementColumn {
  return {
    name: `answer: ${name}`,
    value: ({ judgement }) => judgement.answers.find(({ criterion }) => criterion === name)?.value,
  };
}

function sideAnswerColumns(
  evaluation: HumanEvaluation,
  { name }: FullCriterion,
): readonly JudgementColumn[] {
  return ['left', 'right'].map((side, place) => ({
    name: `answer (${side}): ${name}`,
    value: (exported) => {
      const variant = sidesOf(evaluation, exported)[place];
      const { answers } = exported.judgement;
      return answers.find((answer) => answer.criterion === name && answer.variant === variant)
        ?.value;
    },
  }));
}

/** The variants from left to right; none if the order is unknown. */
function sidesOf(evaluation: HumanEvaluation, { judgement }: ExportedJudgement): readonly number[] {
  return judgement.side === null ? [] : variantsFromLeft(evaluation, judgement);
}

/** The variants that were judged, in the order of the evaluation. */
function variantsOf(
  { variants }: HumanEvaluation,
  { judgement: { firstVariant, secondVariant } }: ExportedJudgement,
): readonly PinnedVariant[] {
  if (firstVariant === null) return variants;
  return variants.filter((_, place) => place === firstVariant || place === secondVariant);
}

function variantAt(
  { variants }: HumanEvaluation,
  place: number | null | undefined,
): PinnedVariant | undefined {
  return place === null || place === undefined ? undefined : variants[place];
}
