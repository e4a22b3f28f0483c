import type { Generation } from '../../../contract/outputs/generation.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { Queryable } from '../../../storage/database.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { listSources, type VariantSource } from '../../../storage/outputs/evaluation-sources.ts';
import { type FailureCause, listFailureCauses } from '../../../storage/outputs/failure-causes.ts';
import { isAnyDue } from '../../../storage/outputs/generation-cells.ts';
import { type GenerationCounts, listCounts } from '../../../storage/outputs/generation-counts.ts';
import { findRun, type Run } from '../../../storage/outputs/generation-runs.ts';

const NANO = 1e9;
/** Longer than most sources take to answer; the runner then looks for stuck cells too. */
const STALLED_MS = 30_000;

/** The progress of generating an evaluation's outputs. */
export async function loadGeneration(
  db: Queryable,
  evaluation: HumanEvaluation,
  now: number,
): Promise<Generation> {
  const { workspaceId } = evaluation.standing;
  // The run is read first: if it has ended, the counts that are read after it are complete.
  const run = await findRun(db, workspaceId, { evaluationId: evaluation.id, lock: 'free' });
  const [sources, counts] = await Promise.all([
    listSources(db, workspaceId, evaluation.id),
    listCounts(db, workspaceId, evaluation.id),
  ]);
  const quietMs = run === undefined ? 0 : quietMsOf(run, counts, now);
  const stalledMs =
    quietMs >= STALLED_MS && (await isAnyDue(db, workspaceId, evaluation.id)) ? quietMs : null;
  const causes = counts.some(({ failed }) => failed > 0)
    ? await listFailureCauses(db, workspaceId, evaluation.id)
    : [];
  return presentGeneration({ evaluation, run, sources, counts, causes, stalledMs, now });
}

interface GenerationParts {
  readonly evaluation: HumanEvaluation;
  readonly run: Run | undefined;
  readonly sources: readonly VariantSource[];
  readonly counts: readonly GenerationCounts[];
  readonly causes: readonly FailureCause[];
  readonly stalledMs: number | null;
  readonly now: number;
}

function presentGeneration(parts: GenerationParts): Generation {
  const { evaluation, run, sources, counts, causes, stalledMs, now } = parts;
  const sum = (of: (count: GenerationCounts) => number) =>
    counts.reduce((total, count) => total + of(count), 0);
  const pace = run === undefined ? undefined : paceOf(run, counts, now);
  return {
    status: run?.status ?? 'none',
    reuse: run?.reuse ?? false,
    started_at: run === undefined ? null : formatTimestamp(run.startedAt),
    ended_at: run?.endedAt == null ? null : formatTimestamp(run.endedAt),
    total: sum(({ total }) => total),
    done: sum(({ done }) => done),
    failed: sum(({ failed }) => failed),
    cells_per_second: pace?.cellsPerSecond ?? null,
    seconds_left: pace?.secondsLeft ?? null,
    stalled_seconds: stalledMs === null ? null : Math.floor(stalledMs / 1000),
    cost: sum(({ costNano }) => costNano) / NANO,
    variants: sources.map((source) => {
      const count = counts.find(({ variant }) => variant === source.variant);
      const { id = '', name = '' } = evaluation.variants[source.variant] ?? {};
      return {
        variant_id: id,
        variant_name: name,
        kind: source.kind,
        provider_id: source.providerId,
        provider_name: source.providerName,
        total: count?.total ?? 0,
        done: count?.done ?? 0,
        reused: count?.reused ?? 0,
        failed: count?.failed ?? 0,
        waiting: count === undefined ? 0 : waitingOf(count),
        cost: (count?.costNano ?? 0) / NANO,
        prompt_tokens: count?.promptTokens ?? 0,
        completion_tokens: count?.completionTokens ?? 0,
      };
    }),
    failures: causes.map(({ variant, ...cause }) => ({
      ...cause,
      variant_id: evaluation.variants[variant]?.id ?? '',
    })),
  };
}

function waitingOf({ total, done, failed, canceled }: GenerationCounts): number {
  return total - done - failed - canceled;
}

/** Time since a run with waiting cells stored an answer or was resumed; 0 for other runs. */
function quietMsOf(run: Run, counts: readonly GenerationCounts[], now: number): number {
  const isWaiting = run.status === 'running' && counts.some((count) => waitingOf(count) > 0);
  return isWaiting ? Math.min(now - run.resumedAt, ...counts.map(({ quietMs }) => quietMs)) : 0;
}

/** The pace since the run began or was resumed; undefined until a cell is settled. */
function paceOf(
  run: Run,
  counts: readonly GenerationCounts[],
  now: number,
): { cellsPerSecond: number; secondsLeft: number } | undefined {
  const settled = counts.reduce(
    (sum, count) => sum + count.total - waitingOf(count) - count.settledAtResume,
    0,
  );
  const seconds = (now - run.resumedAt) / 1000;
  if (run.status !== 'running' || settled <= 0 || seconds <= 0) return undefined;
  const cellsPerSecond = settled / seconds;
  const waiting = counts.reduce((sum, count) => sum + waitingOf(count), 0);
  return { cellsPerSecond, secondsLeft: Math.ceil(waiting / cellsPerSecond) };
}
