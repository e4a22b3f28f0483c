import type { EvaluationType } from '../../contract/evaluations/evaluation-settings.ts';
import type { MappedScenario } from '../../domain/agenta/map-scenario.ts';
import type { DesignRequest } from '../../domain/evaluations/pair-design.ts';
import { firstTasks } from '../../operations/evaluations/parts/write-tasks.ts';

/** What all scenarios of an evaluation share. */
export interface StagedEvaluation {
  readonly id: string;
  readonly type: EvaluationType;
  readonly queueId: string;
  readonly design: DesignRequest;
  readonly annotatorId: string;
  readonly createdAt: number;
}

export interface PlacedScenario extends MappedScenario {
  readonly position: number;
  readonly turn: number;
  readonly taskSet: number;
}

/** Whether an imported judgement is about the whole scenario rather than one of its tasks. */
function isJudgedWhole({ variantCount, kind }: DesignRequest): boolean {
  return variantCount > (kind === 'comparison' ? 2 : 1);
}

/** An imported evaluation needs one judgement per task, so one verdict completes a scenario. */
export function isComplete({ verdict }: MappedScenario): boolean {
  return verdict !== undefined;
}

export function isJudgement({ verdict, note }: MappedScenario): boolean {
  return verdict !== undefined || note !== '';
}

/** The rows that the product's own operations would have written for a scenario. */
export function rowsOfScenario(staged: StagedEvaluation, scenario: PlacedScenario) {
  const { design, queueId } = staged;
  const isWhole = isJudgedWhole(design);
  const verdictCount = Number(scenario.verdict !== undefined);
  const shown = new Set(scenario.outputs.map(({ variant }) => variant));
  const queueTasks = firstTasks({ queueId, design }, scenario).map((task) => {
    const { id, scenarioId, first, second, rank } = task;
    const have = isWhole ? 0 : verdictCount;
    const isReady = Number(shown.has(first) && shown.has(second ?? first));
    const variants = { firstVariant: first, secondVariant: second };
    return { queueId, id, scenarioId, ...variants, rank, placesLeft: 1 - have, have, isReady };
  });
  const whole = {
    ...wholeTask(queueId, scenario.id),
    placesLeft: -verdictCount,
    have: verdictCount,
  };
  const task = isWhole ? whole : (queueTasks[0] ?? whole);
  return {
    scenario: {
      id: scenario.id,
      evaluationId: staged.id,
      position: scenario.position,
      inputs: JSON.stringify(scenario.inputs),
      correctAnswer: scenario.correctAnswer,
      isPinned: Number(scenario.isPinned),
      textsVersion: 1,
      judgementCount: verdictCount,
      wholeCount: isWhole ? verdictCount : 0,
      openTasks: isWhole ? queueTasks.length : queueTasks.length - verdictCount,
      isComplete: Number(isComplete(scenario)),
      turn: scenario.turn,
      taskSet: scenario.taskSet,
      hasTasks: 1,
    },
    outputs: scenario.outputs.map(({ variant, output }, place) => ({
      scenarioId: scenario.id,
      variantPosition: variant,
      place,
      output,
      writtenBy: staged.annotatorId,
      writtenAt: staged.createdAt,
    })),
    tasks: isWhole && isJudgement(scenario) ? [...queueTasks, whole] : queueTasks,
    judgements: isJudgement(scenario) ? [judgementOf(staged, scenario, task)] : [],
  };
}

function wholeTask(queueId: string, scenarioId: string) {
  const variants = { firstVariant: null, secondVariant: null };
  return { queueId, id: scenarioId, scenarioId, ...variants, rank: -1, isReady: 0 };
}

interface JudgedTask {
  readonly id: string;
  readonly firstVariant: number | null;
  readonly secondVariant: number | null;
}

/** A scenario has at most one judgement, with the id of the scenario. */
function judgementOf(staged: StagedEvaluation, scenario: PlacedScenario, task: JudgedTask) {
  const { verdict, note, judgedAt, id } = scenario;
  const { outcome = null, winner = null, score = null } = verdict ?? {};
  const counts = Number(verdict !== undefined);
  return {
    row: {
      id,
      evaluationId: staged.id,
      scenarioId: id,
      taskId: task.id,
      annotatorId: staged.annotatorId,
      version: 1,
      counts,
      outcome,
      winner,
      namedBy: 'variant',
      score: score === null ? null : String(score),
      answers: '[]',
      note,
      guidelinesVersion: 1,
      createdAt: judgedAt,
      judgedAt,
      // The original shows its annotators which variant is which.
      sawNames: 1,
      position: scenario.position,
      firstVariant: task.firstVariant,
      secondVariant: task.secondVariant,
    },
    version: {
      judgementId: id,
      version: 1,
      content: JSON.stringify({
        withdrawn: counts === 0,
        outcome,
        winner,
        named_by: 'variant',
        score,
        answers: [],
        note,
        time_taken_ms: null,
        guidelines_version: 1,
        imported_from: 'agenta',
      }),
      createdAt: judgedAt,
    },
  };
}
