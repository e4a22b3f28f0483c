import { zoneFaults } from '../../contract/evaluations/analysis-faults.ts';
import { scoreScaleFault, typeFaults } from '../../contract/evaluations/evaluation-faults.ts';
import type { EvaluationSettingsChange } from '../../contract/evaluations/evaluation-settings.ts';
import { Problem } from '../../contract/problems.ts';
import { ValidationFailure, type ValidationIssue } from '../../contract/validation.ts';
import { withPairsOf } from '../../domain/evaluations/evaluation-settings.ts';
import {
  changeRules,
  isExtended,
  type JudgingRules,
} from '../../domain/evaluations/judging-rules.ts';
import { type Reference, referenceInPath } from '../../domain/ids.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { findSettingsParts } from '../../storage/evaluations/evaluation-settings.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
} from '../../storage/evaluations/human-evaluations.ts';
import { changes, noteOf } from '../audit-trail.ts';
import type { Context, Operation } from '../context.ts';
import { bodyEtag, refuseOtherEtag, requireIfMatch } from '../preconditions.ts';
import { answerWithSettings } from './parts/answer-with-settings.ts';
import { mayEdit } from './parts/blindness.ts';
import {
  type RulesChange,
  recordLateChanges,
  refuseLateChange,
  rulesOf,
  writeJudgementsPerTask,
  writeRules,
} from './parts/change-rules-of-evaluation.ts';
import { compactEvaluation } from './parts/compact-evaluation.ts';
import { designOf } from './parts/design-of.ts';
import { lockArchivedToo, refuseArchived } from './parts/edit-human-evaluation.ts';
import { presentEvaluationSettings } from './parts/present-evaluation-settings.ts';
import { removeQueue } from './parts/remove-queue.ts';
import { resolveAnnotators } from './parts/resolve-annotators.ts';
import { resumeJudging } from './parts/resume-judging.ts';
import { stageQueue, takeStagedQueue } from './parts/stage-queue.ts';
import { writeLabels } from './parts/write-labels.ts';

/**
 * Changes how an evaluation is judged. Another type or choice of pairs needs other tasks: they are
 * first written into an unused queue, which is put into use together with the change.
 */
export const updateEvaluationSettings: Operation<'updateEvaluationSettings'> = async (
  context,
  { parameters, body },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const staged = await stageOtherTasks(context, reference, body);
  try {
    const reply = await context.transaction(async (tx) => {
      const annotatorIds = await findAnnotators(context, tx, { reference, body });
      const { evaluation, state } = await lockArchivedToo(context, tx, reference);
      if (body.archived !== false) refuseArchivedChange(evaluation, body);
      const change = await decide(context, tx, { evaluation, body, annotatorIds });
      await recordLateChanges(context, tx, change);
      if (hasOtherTasks(change)) await takeTasks(tx, change, { staged, now: context.now });
      else await writeJudgementsPerTask(tx, change);
      await writeRules(tx, change, context.now);
      await writeLabels(tx, evaluation, { sent: body, now: context.now });
      if (body.archived === true) await compactEvaluation(tx, evaluation);
      if (isExtended(change.current, change.next)) {
        await resumeJudging(tx, { evaluation, state, now: context.now });
      }
      const answer = await answerWithSettings(context, tx, reference);
      context.note(noteOf(changedSettings(change, body)));
      return answer;
    });
    context.announce(reply.body.evaluation_id);
    return reply;
  } catch (error) {
    // If this fails too, the upkeep removes it later; the caller gets the first error.
    if (staged !== undefined) await removeQueue(context.db, staged).catch(() => undefined);
    throw error;
  }
};

/** Archiving an archived evaluation again is allowed, because it changes nothing. */
function refuseArchivedChange(evaluation: HumanEvaluation, body: EvaluationSettingsChange): void {
  const isOnlyArchiving = body.archived === true && Object.keys(body).length === 1;
  if (!isOnlyArchiving) refuseArchived(evaluation);
}

function changedSettings(
  { evaluation, current, next }: RulesChange,
  sent: EvaluationSettingsChange,
): Readonly<Record<string, unknown>> {
  const before = { ...current, ...current.settings, ...labelsOf(evaluation) };
  const after = { ...next, ...next.settings, ...labelsOf(evaluation), ...pickedLabels(sent) };
  const fields = Object.keys(before).filter((field) => field !== 'settings');
  return changes<Readonly<Record<string, unknown>>>(before, after, fields);
}

function labelsOf({ name, description, archivedAt }: HumanEvaluation) {
  return { name, description, archived: archivedAt !== null };
}

function pickedLabels({ name, description, archived }: EvaluationSettingsChange) {
  const sent = { name, description, archived };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

interface StagedQueue {
  readonly workspaceId: string;
  readonly queueId: string;
  /** The scenarios that have tasks in it. */
  readonly scenarioCount: number;
}

/** Validates before staging, so a refused request writes nothing. */
async function stageOtherTasks(
  context: Context,
  reference: Reference,
  body: EvaluationSettingsChange,
): Promise<StagedQueue | undefined> {
  if (body.evaluation_type === undefined && body.pairs_per_scenario === undefined) return undefined;
  const annotatorIds = await findAnnotators(context, context.db, { reference, body });
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  const { userId, workspaceId } = evaluation.standing;
  context.gate.admit({ userId });
  context.gate.permitIf(mayEdit(evaluation));
  const change = await decide(context, context.db, { evaluation, body, annotatorIds });
  if (!hasOtherTasks(change)) return undefined;
  const { scenarioCount } = evaluation;
  return {
    workspaceId,
    scenarioCount,
    queueId: await stageQueue(context, evaluation, change.next),
  };
}

/** Looks for what the body refers to before checking the permission, as every operation does. */
async function findAnnotators(
  { caller }: Context,
  db: Queryable,
  { reference, body }: { reference: Reference; body: EvaluationSettingsChange },
): Promise<readonly string[] | undefined> {
  if (body.annotator_ids === undefined) return undefined;
  const { standing, settings } = await getHumanEvaluation(db, caller, reference);
  return resolveAnnotators({ db }, standing.workspaceId, {
    ids: body.annotator_ids,
    field: 'annotator_ids',
    listed: settings.annotatorIds,
  });
}

interface SettingsRequest {
  readonly evaluation: HumanEvaluation;
  readonly body: EvaluationSettingsChange;
  readonly annotatorIds: readonly string[] | undefined;
}

async function decide(
  { preconditions }: Context,
  db: Queryable,
  { evaluation, body, annotatorIds }: SettingsRequest,
): Promise<RulesChange> {
  const parts = await findSettingsParts(db, evaluation.standing.workspaceId, evaluation);
  const current = rulesOf(evaluation, parts);
  const changed = changeRules(current, body, annotatorIds);
  const variantCount = evaluation.variants.length;
  const { criteria } = changed.settings;
  const faults = typeFaults(changed.type, { sent: body, criteria, variantCount });
  if (faults.length > 0) throw new ValidationFailure(faults);
  const design = designOf(changed.type, variantCount, changed.settings);
  const next = { ...changed, settings: withPairsOf(design, changed.settings) };
  if (next.settings.scoreMin >= next.settings.scoreMax) {
    const field = body.score_min === undefined ? 'score_max' : 'score_min';
    throw new ValidationFailure([scoreScaleFault(['body', field])]);
  }
  const zoneIssues = zoneFaultsOf(next, body);
  if (zoneIssues.length > 0) throw new ValidationFailure(zoneIssues);
  requireIfMatch(preconditions);
  refuseOtherEtag(preconditions, bodyEtag(presentEvaluationSettings(evaluation, parts)));
  await refuseLateChange(db, { evaluation, current, next });
  return { evaluation, current, next };
}

/** If a new type or scale makes the stored zone invalid, the fault names that field. */
function zoneFaultsOf(
  { type, settings }: JudgingRules,
  sent: EvaluationSettingsChange,
): readonly ValidationIssue[] {
  const fields = ['zone', 'score_max', 'score_min', 'evaluation_type'] as const;
  const field = fields.find((name) => sent[name] !== undefined) ?? 'zone';
  return zoneFaults(settings.zone, { type, ...settings }, ['body', field]);
}

function hasOtherTasks({ current, next }: RulesChange): boolean {
  return (
    current.type !== next.type ||
    current.settings.pairsPerScenario !== next.settings.pairsPerScenario
  );
}

async function takeTasks(
  tx: Transaction,
  { evaluation, next }: RulesChange,
  { staged, now }: { staged: StagedQueue | undefined; now: number },
): Promise<void> {
  const isTaken =
    staged !== undefined &&
    staged.scenarioCount === evaluation.scenarioCount &&
    (await takeStagedQueue(tx, evaluation, {
      queueId: staged.queueId,
      rules: next,
      now,
    }));
  if (isTaken) return;
  throw new Problem(
    'revision_conflict',
    'The tasks were changed while yours were prepared: read the settings again and repeat your change.',
  );
}
