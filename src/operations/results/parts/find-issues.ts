import type { Issue, IssueKind } from '../../../contract/results/issues.ts';
import type { AnnotatorQuality } from '../../../contract/results/results.ts';
import { disputedAt, type RankedDisagreement } from '../../../domain/results/disputed-cases.ts';
import { type IssueSubject, issueId } from '../../../domain/results/issue-ids.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import { listActivity } from '../../../storage/evaluations/evaluation-progress.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { listScenarios } from '../../../storage/evaluations/scenarios.ts';
import { listFailedOutputs, listRemarks, type Remark } from '../../../storage/results/issues.ts';
import type { Context } from '../../context.ts';
import { findStudy } from './find-study.ts';

/** An issue without its decision. */
export interface FoundIssue extends IssueSubject {
  readonly shown: Omit<Issue, 'state' | 'decided_by' | 'decided_at'>;
}

interface Search {
  readonly evaluation: HumanEvaluation;
  readonly limit: number;
}

type Find = (context: Context, search: Search) => Promise<readonly FoundIssue[]>;

/** Finds the issues of each kind. */
export const FINDERS: Readonly<Record<IssueKind, Find>> = {
  flag: (context, search) => findRemarks(context, search, 'flag'),
  note: (context, search) => findRemarks(context, search, 'note'),
  failed_output: findFailedOutputs,
  disagreement: findDisagreements,
  annotator: findUnusualAnnotators,
};

const NO_PLACE = { author: null, scenario_id: null, position: null, variant_id: null };

function issueOf(
  subject: IssueSubject,
  shown: Pick<Issue, 'text' | 'created_at'> & Partial<Issue>,
): FoundIssue {
  const id = issueId(subject);
  return { ...subject, shown: { ...NO_PLACE, ...shown, id, kind: subject.kind } };
}

async function findRemarks(
  { db }: Context,
  { evaluation, limit }: Search,
  kind: 'flag' | 'note',
): Promise<readonly FoundIssue[]> {
  const { id: evaluationId, standing } = evaluation;
  const remarks = await listRemarks(db, standing.workspaceId, { kind, evaluationId, limit });
  return remarks.map((remark: Remark) =>
    issueOf(
      { kind, id: remark.id, part: '' },
      {
        text: remark.text,
        author: { id: remark.authorId, name: remark.authorName, kind: remark.authorKind },
        scenario_id: remark.scenarioId,
        position: remark.position,
        created_at: formatTimestamp(remark.createdAt),
      },
    ),
  );
}

async function findFailedOutputs(
  { db }: Context,
  { evaluation, limit }: Search,
): Promise<readonly FoundIssue[]> {
  const { id: evaluationId, standing } = evaluation;
  const cells = await listFailedOutputs(db, standing.workspaceId, { evaluationId, limit });
  return cells.map((cell) =>
    issueOf(
      { kind: 'failed_output', id: cell.scenarioId, part: cell.variantId },
      {
        text: cell.text ?? '',
        scenario_id: cell.scenarioId,
        position: cell.position,
        variant_id: cell.variantId,
        created_at: formatTimestamp(cell.updatedAt),
      },
    ),
  );
}

/** Scenarios about which annotators disagree, the most disputed first. */
async function findDisagreements(
  context: Context,
  { evaluation, limit }: Search,
): Promise<readonly FoundIssue[]> {
  const { study } = await findStudy(context.db, evaluation);
  const ranked = await context.results.disagreement(study);
  const positions = disputedPositions(ranked, limit);
  const { id: evaluationId, standing } = evaluation;
  const places = { evaluationId, positions };
  const scenarios = await listScenarios(context.db, standing.workspaceId, places);
  const idAt = new Map(scenarios.map(({ position, id }) => [position, id]));
  return positions.flatMap((position) => {
    const id = idAt.get(position);
    if (id === undefined) return [];
    const { disagreement, answers } = disputedAt(ranked, position);
    const share = Math.round(100 * (disagreement ?? 0));
    const text = `${share} % of the pairs among ${answers} judgements differ.`;
    const shown = { text, scenario_id: id, position, created_at: null };
    return [issueOf({ kind: 'disagreement', id, part: '' }, shown)];
  });
}

function disputedPositions(ranked: RankedDisagreement, limit: number): readonly number[] {
  const positions: number[] = [];
  for (const position of ranked.positions) {
    const { disagreement } = disputedAt(ranked, position);
    if (positions.length === limit || disagreement === null || disagreement === 0) break;
    positions.push(position);
  }
  return positions;
}

/** One issue per sign, so that a decision about one does not hide the next. */
async function findUnusualAnnotators(
  context: Context,
  { evaluation }: Search,
): Promise<readonly FoundIssue[]> {
  const { id: evaluationId, standing } = evaluation;
  const { study } = await findStudy(context.db, evaluation);
  const [{ statistics }, activity] = await Promise.all([
    context.results.statistics(study),
    listActivity(context.db, standing.workspaceId, evaluationId),
  ]);
  const people = new Map(activity.map((person) => [person.id, person]));
  return (statistics.bias?.annotators ?? []).flatMap(({ annotator, marks }: AnnotatorQuality) => {
    const person = people.get(annotator);
    const author = person && { id: person.id, name: person.name, kind: person.kind };
    return marks.map((mark) =>
      issueOf(
        { kind: 'annotator', id: annotator, part: mark.kind },
        { text: mark.sentence, author: author ?? null, created_at: null },
      ),
    );
  });
}
