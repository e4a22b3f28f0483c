import type { Issue, IssueKind, IssueState } from '../../../contract/results/issues.ts';
import type { AnnotatorQuality } from '../../../contract/results/results.ts';
import { disputedAt, type RankedDisagreement } from '../../../domain/results/disputed-cases.ts';
import { type IssueSubject, issueId } from '../../../domain/results/issue-ids.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import { listActivity } from '../../../storage/evaluations/evaluation-progress.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { listScenarios } from '../../../storage/evaluations/scenarios.ts';
import {
  type IssueDecision,
  type IssuePage,
  listFailedOutputs,
  listPositions,
  listRemarks,
} from '../../../storage/results/issues.ts';
import type { Context } from '../../context.ts';
import { findStudy } from './find-study.ts';

/** An issue without its decision. */
export interface FoundIssue extends IssueSubject {
  readonly shown: Omit<Issue, 'state' | 'decided_by' | 'decided_at'>;
}

interface Search {
  readonly evaluation: HumanEvaluation;
  /** The wanted states, in the order of the list. */
  readonly states: readonly IssueState[];
  /** By the id of the issue. */
  readonly decisionOf: ReadonlyMap<string, IssueDecision>;
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
  search: Search,
  kind: 'flag' | 'note',
): Promise<readonly FoundIssue[]> {
  const { workspaceId } = search.evaluation.standing;
  const remarks = await stateByState(search, (page) =>
    listRemarks(db, workspaceId, { ...page, kind }),
  );
  return remarks.map((remark) =>
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

async function findFailedOutputs({ db }: Context, search: Search): Promise<readonly FoundIssue[]> {
  const { workspaceId } = search.evaluation.standing;
  const cells = await stateByState(search, (page) => listFailedOutputs(db, workspaceId, page));
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

/** Rows in the wanted states, up to the limit. */
async function stateByState<Row>(
  { evaluation, states, limit }: Search,
  list: (page: IssuePage) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const state of states) {
    const left = limit - rows.length;
    if (left > 0) rows.push(...(await list({ evaluationId: evaluation.id, state, limit: left })));
  }
  return rows;
}

/** Scenarios about which annotators disagree, the most disputed first. */
async function findDisagreements(context: Context, search: Search): Promise<readonly FoundIssue[]> {
  const { evaluation, limit } = search;
  const { study } = await findStudy(context.db, evaluation);
  const ranked = await context.results.disagreement(study);
  const stateAt = await statesOfScenarios(context, search);
  const disputed = inStates(search, disputedPositions(ranked), (at) => stateAt.get(at) ?? 'open');
  const positions = disputed.slice(0, limit);
  const { id: evaluationId, standing } = evaluation;
  const places = { evaluationId, positions };
  const scenarios = await listScenarios(context.db, standing.workspaceId, places);
  const idAt = new Map(scenarios.map(({ position, id }) => [position, id]));
  return positions.flatMap((position) => {
    const id = idAt.get(position);
    if (id === undefined) return [];
    const { disagreement, answers } = disputedAt(ranked, position);
    const share = Math.round(100 * (disagreement ?? 0));
    const text =
      answers === 2 && share === 100
        ? 'The two judgements differ.'
        : `${share} % of the pairs of its ${answers} judgements differ.`;
    const shown = { text, scenario_id: id, position, created_at: null };
    return [issueOf({ kind: 'disagreement', id, part: '' }, shown)];
  });
}

/** What was decided about disagreements, by the position of the scenario. */
async function statesOfScenarios(
  { db }: Context,
  { evaluation, decisionOf }: Search,
): Promise<ReadonlyMap<number, IssueState>> {
  const { id: evaluationId, standing } = evaluation;
  const decisions = [...decisionOf.values()].filter(({ kind }) => kind === 'disagreement');
  const stateOf = new Map(decisions.map(({ subject, decision }) => [subject, decision]));
  const scenarioIds = [...stateOf.keys()];
  const places = await listPositions(db, standing.workspaceId, { evaluationId, scenarioIds });
  return new Map(places.map(({ id, position }) => [position, stateOf.get(id) ?? 'open']));
}

function disputedPositions({ positions, ...disagreement }: RankedDisagreement): readonly number[] {
  const end = positions.findIndex((at) => !disputedAt(disagreement, at).disagreement);
  return [...(end === -1 ? positions : positions.subarray(0, end))];
}

/** Items in the wanted states, state by state. */
function inStates<Item>(
  { states }: Search,
  items: readonly Item[],
  stateOf: (item: Item) => IssueState,
): readonly Item[] {
  return states.flatMap((state) => items.filter((item) => stateOf(item) === state));
}

/** One issue per sign, so that a decision about one does not hide the next. */
async function findUnusualAnnotators(
  context: Context,
  search: Search,
): Promise<readonly FoundIssue[]> {
  const { evaluation, decisionOf } = search;
  const { id: evaluationId, standing } = evaluation;
  const { study } = await findStudy(context.db, evaluation);
  const [{ statistics }, activity] = await Promise.all([
    context.results.statistics(study),
    listActivity(context.db, standing.workspaceId, evaluationId),
  ]);
  const people = new Map(activity.map((person) => [person.id, person]));
  const annotators = statistics.bias?.annotators ?? [];
  const found = annotators.flatMap(({ annotator, marks }: AnnotatorQuality) => {
    const person = people.get(annotator);
    const author = person && { id: person.id, name: person.name, kind: person.kind };
    return marks.map((mark) =>
      issueOf(
        { kind: 'annotator', id: annotator, part: mark.kind },
        { text: mark.sentence, author: author ?? null, created_at: null },
      ),
    );
  });
  return inStates(search, found, (issue) => decisionOf.get(issueId(issue))?.decision ?? 'open');
}
