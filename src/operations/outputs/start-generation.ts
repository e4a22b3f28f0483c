import type { Source } from '../../contract/outputs/generation.ts';
import { Problem } from '../../contract/problems.ts';
import { mayDo } from '../../domain/identity/permissions.ts';
import { type Reference, referenceInPath } from '../../domain/ids.ts';
import { countNewRows } from '../../storage/count-new-rows.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
} from '../../storage/evaluations/human-evaluations.ts';
import {
  type ChosenSource,
  listSources,
  updateSources,
  type VariantSource,
} from '../../storage/outputs/evaluation-sources.ts';
import { forgetCells, stageCells } from '../../storage/outputs/generation-cells.ts';
import { holdPreparation, prepareRun, updateRun } from '../../storage/outputs/generation-runs.ts';
import type { Context, Operation } from '../context.ts';
import { lockForEditing } from '../evaluations/parts/edit-human-evaluation.ts';
import { refuseClosed } from '../evaluations/parts/hold-evaluation.ts';
import { resolveSources } from '../evaluations/parts/resolve-sources.ts';
import { Pace } from '../pace.ts';
import { continueRun } from './parts/continue-run.ts';
import { loadGeneration } from './parts/load-generation.ts';
import { recount } from './parts/recount.ts';

/** As many as the embedded engine writes in a few milliseconds. */
const SCENARIOS_AT_ONCE = 500;

/**
 * Writes a cell for each missing output, a few at a time so that others can write in between; no
 * source is called before all cells are written.
 */
export const startGeneration: Operation<'startGeneration'> = async (
  context,
  { parameters, body },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const chosen = await findSources(context, reference, body?.sources ?? []);
  const { evaluation, sources } = await context.db.transaction(async (tx) => {
    const edited = await lockForEditing(context, tx, reference);
    refuseClosed(edited.state);
    if (body?.reuse === true) refuseReuse(context, edited.evaluation);
    const { workspaceId, userId } = edited.evaluation.standing;
    const { id } = edited.evaluation;
    await updateSources(tx, workspaceId, { evaluationId: id, sources: chosen });
    const listed = await listSources(tx, workspaceId, id);
    refuseMissing(edited.evaluation, listed);
    const isBegun = await prepareRun(tx, workspaceId, {
      evaluationId: id,
      reuse: body?.reuse ?? false,
      startedBy: userId,
      now: context.now,
    });
    if (!isBegun) throw alreadyRunning();
    return { evaluation: edited.evaluation, sources: listed };
  });
  context.wakeRunner('preparation');
  for (const source of sources) await stage(context, evaluation, source);
  await countNewRows(context.db);
  const reply = await context.transaction(async (tx) => {
    const { evaluation: current, state } = await lockForEditing(context, tx, reference);
    const { workspaceId } = current.standing;
    await renewPreparation(context, tx, current);
    const counts = await recount(tx, workspaceId, current.id);
    const place = { evaluationId: current.id, now: context.now };
    if (counts.every(({ total, done }) => total === done)) {
      await updateRun(tx, workspaceId, { ...place, status: 'finished' });
    } else if (state.isClosed) {
      // Closed meanwhile: closing pauses a run.
      await updateRun(tx, workspaceId, { ...place, status: 'paused' });
    } else {
      await continueRun(tx, workspaceId, { ...place, state });
    }
    return { body: await loadGeneration(tx, current, context.now) };
  });
  context.announce(evaluation.id);
  context.wakeRunner('change');
  return reply;
};

/**
 * Reused outputs may be of an evaluation that the caller judges blind, over another test set with
 * the same rows; editors do not judge blind.
 */
function refuseReuse({ gate }: Context, { standing }: HumanEvaluation): void {
  if (!mayDo(standing.roles, 'edit_evaluation')) throw gate.refusal('edit_evaluation');
}

/** Missing objects are reported before missing rights. */
async function findSources(
  { db, caller }: Context,
  reference: Reference,
  sources: readonly Source[],
): Promise<readonly ChosenSource[]> {
  const { standing, variants } = await getHumanEvaluation(db, caller, reference);
  const variantIds = variants.map(({ id }) => id);
  return resolveSources(db, { workspaceId: standing.workspaceId, variantIds, sources });
}

/** Keeps the run from counting as abandoned; throws if this start no longer prepares it. */
async function renewPreparation(
  { now }: Context,
  tx: Transaction,
  { id, standing }: HumanEvaluation,
): Promise<void> {
  const run = { evaluationId: id, startedAt: now };
  if (!(await holdPreparation(tx, standing.workspaceId, run))) throw startEnded();
}

async function stage(
  context: Context,
  evaluation: HumanEvaluation,
  { variant, kind }: VariantSource,
): Promise<void> {
  const { id, standing, scenarioCount } = evaluation;
  const pace = new Pace();
  for (let from = 0; from < scenarioCount; from += SCENARIOS_AT_ONCE) {
    const span = { evaluationId: id, variant, from, to: from + SCENARIOS_AT_ONCE - 1 };
    await context.db.transaction(async (tx) => {
      await renewPreparation(context, tx, evaluation);
      await forgetCells(tx, standing.workspaceId, span);
      if (kind !== 'import') await stageCells(tx, standing.workspaceId, span);
    });
    await pace.rest();
  }
}

function refuseMissing({ variants }: HumanEvaluation, sources: readonly VariantSource[]): void {
  for (const { variant, kind, baseUri, providerName } of sources) {
    const name = variants[variant]?.name ?? '';
    if (kind === 'base' && baseUri === null) {
      throw new Problem(
        'source_missing',
        `The base of the variant ${name} has no URI: give it one, choose a provider for the variant, or import its outputs.`,
      );
    }
    if (kind === 'provider' && providerName === null) {
      throw new Problem(
        'source_missing',
        `The provider of the variant ${name} was deleted: choose another source for it.`,
      );
    }
  }
}

function alreadyRunning(): Problem {
  return new Problem(
    'generation_running',
    'Outputs are being generated for this evaluation: let the run end, or cancel it first.',
  );
}

function startEnded(): Problem {
  return new Problem(
    'generation_running',
    'This start was canceled, stalled for a minute, or was replaced by another one. Look at the run, and start it again if it is canceled.',
  );
}
