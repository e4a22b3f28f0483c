import { MAX_COLUMNS } from '../../contract/testsets/testsets.ts';
import { type MappedEvaluation, mapEvaluation } from '../../domain/agenta/map-evaluation.ts';
import { mapScenario } from '../../domain/agenta/map-scenario.ts';
import { mapStatus } from '../../domain/agenta/map-status.ts';
import { RowReader } from '../../domain/agenta/row-reader.ts';
import type { Children } from './children.ts';
import { EvaluationStage, type ReadScenario } from './evaluation-stage.ts';
import { childrenIn, type ImportRun, readersOf, reportOrphans, reportRows } from './import-run.ts';
import type { KnownNames } from './known-names.ts';
import { isComplete, isJudgement } from './scenario-rows.ts';

/** Imports one evaluation after the other, with its scenarios, outputs and votes page by page. */
export async function importEvaluations(run: ImportRun, testsets: KnownNames): Promise<void> {
  const { original, world } = run;
  const counts = await original.countBy('human_evaluations_scenarios', 'evaluation_id');
  const variants = childrenIn(run, 'human_evaluation_variants', 'human_evaluation_id');
  const scenarios = childrenIn(run, 'human_evaluations_scenarios', 'evaluation_id');
  for await (const rows of original.pages('human_evaluations', ['id'])) {
    for (const row of rows) {
      const id = row['id'] ?? null;
      const reader = new RowReader('human_evaluations', row);
      const chosen = readersOf('human_evaluation_variants', await variants.all(id));
      const evaluation = mapEvaluation(reader, chosen, world);
      if (evaluation === undefined) {
        await leaveOutScenarios(run, scenarios, id);
      } else {
        const scenarioCount = counts.get(evaluation.id) ?? 0;
        const stage = await EvaluationStage.open(run, { evaluation, scenarioCount });
        await importEvaluation(run, reader, { evaluation, stage, scenarios, testsets });
        const count = stage.isPresent ? 'present' : 'imported';
        run.report.count('human_evaluations', count);
        run.report.count('human_evaluation_variants', count, evaluation.variants.length);
      }
      reportRows(run, [reader, ...chosen]);
    }
  }
  await variants.end();
  await scenarios.end();
}

async function leaveOutScenarios(
  run: ImportRun,
  scenarios: Children,
  evaluationId: string | null,
): Promise<void> {
  for await (const rows of scenarios.of(evaluationId)) {
    reportOrphans(run, readersOf('human_evaluations_scenarios', rows), 'evaluation_id');
  }
}

interface Parts {
  readonly evaluation: MappedEvaluation;
  readonly stage: EvaluationStage;
  readonly scenarios: Children;
  readonly testsets: KnownNames;
}

async function importEvaluation(
  run: ImportRun,
  reader: RowReader,
  { evaluation, stage, scenarios, testsets }: Parts,
): Promise<void> {
  const { id, type, createdAt, appId, testset } = evaluation;
  const place = { type, variantIds: evaluation.variants.map((variant) => variant.id), createdAt };
  const inputs = new Set<string>();
  const tally = { scenarios: 0, complete: 0, outputs: 0, judgements: 0 };
  for await (const rows of scenarios.of(id)) {
    const readers = readersOf('human_evaluations_scenarios', rows);
    const mapped = readers.flatMap((row): readonly ReadScenario[] => {
      const scenario = mapScenario(row, place);
      return scenario === undefined ? [] : [{ reader: row, scenario }];
    });
    await stage.add(mapped);
    for (const { scenario } of mapped) {
      tally.scenarios += 1;
      tally.complete += Number(isComplete(scenario));
      tally.judgements += Number(isJudgement(scenario));
      tally.outputs += scenario.outputs.length;
      for (const { input_name } of scenario.inputs) {
        if (inputs.size < MAX_COLUMNS) inputs.add(input_name);
      }
    }
    reportRows(run, readers);
  }
  const status = mapStatus(reader, tally);
  const { complete: judged, judgements } = tally;
  const end = { status, inputs: [...inputs], judged, judgements };
  await stage.publish(end, () => testsets.take(appId, testset.name).text);
}
