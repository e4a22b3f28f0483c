import { createHash, randomUUID } from 'node:crypto';
import type { MappedEvaluation } from '../../domain/agenta/map-evaluation.ts';
import type { MappedScenario } from '../../domain/agenta/map-scenario.ts';
import type { RowReader } from '../../domain/agenta/row-reader.ts';
import { DEFAULT_SETTINGS } from '../../domain/evaluations/evaluation-settings.ts';
import { pairsOf } from '../../domain/evaluations/pair-design.ts';
import { orderScenarios, type ScenarioOrder } from '../../domain/evaluations/scenario-order.ts';
import type { RandomWords } from '../../domain/evaluations/shuffle.ts';
import { designOf } from '../../operations/evaluations/parts/design-of.ts';
import { removeUnpublishedEvaluation } from '../../operations/evaluations/parts/remove-unpublished-evaluation.ts';
import {
  type FoundEvaluation,
  findImportedEvaluation,
  holdStagedEvaluation,
} from '../../storage/agenta/imported-evaluations.ts';
import {
  insertImportedJudgements,
  insertImportedScenarios,
  insertImportedTasks,
  insertImportedVersions,
  insertScenarioOutputs,
  listScenarioPlaces,
} from '../../storage/agenta/imported-scenarios.ts';
import { countNewRows } from '../../storage/count-new-rows.ts';
import { Db, type Transaction } from '../../storage/database.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';
import { insertUnpublishedEvaluation } from '../../storage/evaluations/human-evaluation-changes.ts';
import type { ImportRun } from './import-run.ts';
import { type EvaluationEnd, publishImported } from './publish-imported.ts';
import { type PlacedScenario, rowsOfScenario, type StagedEvaluation } from './scenario-rows.ts';

export interface ReadScenario {
  readonly reader: RowReader;
  readonly scenario: MappedScenario;
}

interface StageRequest {
  readonly evaluation: MappedEvaluation;
  /** How many scenarios the original has; the judging order is drawn for this number. */
  readonly scenarioCount: number;
}

/**
 * An evaluation that no request shows until all its scenarios are written. After an interrupted run
 * the next one continues behind its last scenario.
 */
export class EvaluationStage {
  readonly #run: ImportRun;
  readonly #request: StageRequest;
  readonly #staged: StagedEvaluation;
  readonly #order: ScenarioOrder;
  readonly isPresent: boolean;
  #nextPosition: number;

  private constructor(run: ImportRun, request: StageRequest, found: FoundEvaluation | undefined) {
    const { id, type, variants, createdBy, createdAt } = request.evaluation;
    const design = designOf(type, variants.length, DEFAULT_SETTINGS);
    const queueId = found?.queueId ?? randomUUID();
    this.#run = run;
    this.#request = request;
    this.isPresent = (found?.publishedAt ?? null) !== null;
    this.#nextPosition = found?.nextPosition ?? 0;
    this.#staged = { id, type, queueId, design, annotatorId: createdBy, createdAt };
    const count = this.isPresent ? 0 : request.scenarioCount;
    const setCount = Math.max(1, pairsOf(design).length);
    this.#order = orderScenarios(wordsOf(queueId), { count, setCount });
  }

  static async open(run: ImportRun, request: StageRequest): Promise<EvaluationStage> {
    const { engine, workspace, mode } = run;
    const { id } = request.evaluation;
    const found = await findImportedEvaluation(engine, workspace.id, id);
    if (mode === 'rehearsing' || found === undefined || found.publishedAt !== null) {
      const stage = new EvaluationStage(run, request, found);
      if (mode === 'writing' && found === undefined) await stage.#begin();
      return stage;
    }
    if (found.createdAt > 0 && found.scenarioCount === request.scenarioCount) {
      return new EvaluationStage(run, request, found);
    }
    // Deleted here meanwhile, or the original's scenarios changed: start again.
    const place = { workspaceId: workspace.id, evaluationId: id };
    await removeUnpublishedEvaluation(new Db(engine), place);
    return EvaluationStage.open(run, request);
  }

  /** Writes the scenarios that are missing, in one transaction. */
  async add(candidates: readonly ReadScenario[]): Promise<void> {
    const { engine, workspace, report, mode } = this.#run;
    const ids = candidates.map(({ scenario }) => scenario.id);
    const places = await listScenarioPlaces(engine, workspace.id, ids);
    const missing = candidates.filter((item) => this.#isMissing(item, places));
    const present = ids.filter((id) => places.get(id) === this.#staged.id).length;
    report.count('human_evaluations_scenarios', 'present', present);
    report.count('human_evaluations_scenarios', 'imported', missing.length);
    if (mode === 'rehearsing' || missing.length === 0) return;
    const first = this.#nextPosition;
    const placed = missing.map(({ scenario }, index) => this.#placed(scenario, first + index));
    await engine.transaction((tx) => this.#write(tx, placed));
    // The planner needs the counts now: each further row is checked against the tables it refers
    // to.
    await countNewRows(engine);
    this.#nextPosition = first + missing.length;
  }

  /** Makes the evaluation visible to requests. */
  async publish(end: EvaluationEnd, testsetName: () => string): Promise<void> {
    const { engine, workspace, mode } = this.#run;
    if (this.isPresent || mode === 'rehearsing') return;
    const { evaluation } = this.#request;
    const scenarioCount = this.#nextPosition;
    const { design } = this.#staged;
    await engine.transaction((tx) =>
      publishImported(tx, workspace.id, { ...end, evaluation, design, scenarioCount, testsetName }),
    );
  }

  #isMissing({ reader, scenario }: ReadScenario, places: ReadonlyMap<string, string>): boolean {
    const place = places.get(scenario.id);
    if (place === this.#staged.id) return false;
    if (place !== undefined) {
      reader.leaveOut('duplicate', `the evaluation ${place} has a scenario with this id`);
    } else if (this.isPresent) {
      reader.leaveOut('in_use', 'its evaluation was imported before, without this scenario');
    }
    return place === undefined && !this.isPresent;
  }

  #placed(scenario: MappedScenario, position: number): PlacedScenario {
    const turn = this.#order.turns[position] ?? position;
    return { ...scenario, position, turn, taskSet: this.#order.taskSets[turn] ?? 0 };
  }

  async #begin(): Promise<void> {
    const { engine, workspace, clock } = this.#run;
    const { id, queueId, type, annotatorId } = this.#staged;
    await engine.transaction(async (tx) => {
      await insertUnpublishedEvaluation(tx, workspace.id, {
        id,
        queueId,
        type,
        inputs: [],
        settings: DEFAULT_SETTINGS,
        judgementsPerTask: 1,
        createdBy: annotatorId,
        now: clock(),
      });
      await this.#hold(tx);
    });
  }

  async #hold(tx: Transaction): Promise<void> {
    const { workspace, clock } = this.#run;
    const { scenarioCount } = this.#request;
    const { id } = this.#staged;
    const staged = { id, now: clock(), scenarioCount };
    if (await holdStagedEvaluation(tx, workspace.id, staged)) return;
    throw new StartRefused(
      `The evaluation ${id} was removed while it was imported. Run the command again.`,
    );
  }

  async #write(tx: Transaction, placed: readonly PlacedScenario[]): Promise<void> {
    const { id: workspaceId } = this.#run.workspace;
    await this.#hold(tx);
    const rows = placed.map((scenario) => rowsOfScenario(this.#staged, scenario));
    const judgements = rows.flatMap((row) => row.judgements);
    await insertImportedScenarios(
      tx,
      workspaceId,
      rows.map(({ scenario }) => scenario),
    );
    await insertScenarioOutputs(
      tx,
      workspaceId,
      rows.flatMap(({ outputs }) => outputs),
    );
    await insertImportedTasks(
      tx,
      workspaceId,
      rows.flatMap(({ tasks }) => tasks),
    );
    await insertImportedJudgements(
      tx,
      workspaceId,
      judgements.map(({ row }) => row),
    );
    await insertImportedVersions(
      tx,
      workspaceId,
      judgements.map(({ version }) => version),
    );
  }
}

/**
 * Seeded with the queue's id, which is random and secret, so no annotator can reproduce the order.
 */
function wordsOf(queueId: string): RandomWords {
  return (label, count) => {
    if (count === 0) return new Uint32Array();
    const hash = createHash('shake256', { outputLength: count * 4 });
    const bytes = hash.update(`${queueId} ${label}`).digest();
    return Uint32Array.from({ length: count }, (_, index) => bytes.readUInt32LE(index * 4));
  };
}
