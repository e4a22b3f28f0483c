import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeMember, unique } from '../support/builders.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation } from '../support/evaluations.ts';
import { tokenIn } from '../support/requests.ts';
import { startTestServer } from '../support/running-server.ts';

const ROWS = 12;

export interface TwinEvaluation extends MadeEvaluation {
  readonly app_id: string;
  /** Texts that identify a variant and must never reach an annotator. */
  readonly canaries: readonly string[];
  readonly guestToken: string;
}

export interface TwinWorlds {
  /**
   * Four embedded databases: the original, one where each variant has the place of another, one
   * where each variant has the outputs of another, and one with another analysis.
   */
  readonly directories: Readonly<Record<World, string>>;
  readonly evaluations: readonly TwinEvaluation[];
  /** The key of a member who may judge and nothing more. */
  readonly evaluatorKey: string;
  readonly root: string;
  readonly builtAt: number;
}

type Blindness = 'blind' | 'open';

export type World = 'as built' | 'variants exchanged' | 'outputs exchanged' | 'analysis changed';

/** Open evaluations only show that a leak would be noticed, so one is enough. */
const EVALUATIONS = {
  blind: [
    { type: 'human_a_b_testing', variantCount: 2 },
    { type: 'human_a_b_testing', variantCount: 3 },
    { type: 'single_model_test', variantCount: 2 },
  ],
  open: [{ type: 'human_a_b_testing', variantCount: 3 }],
} as const;

/** Builds one world, copies it, and exchanges variants or outputs of every evaluation in the copies. */
export async function makeTwinWorlds(blindness: Blindness): Promise<TwinWorlds> {
  const root = mkdtempSync(join(tmpdir(), 'jurybox-worlds-'));
  const directories = {
    'as built': join(root, 'first'),
    'variants exchanged': join(root, 'second'),
    'outputs exchanged': join(root, 'third'),
    'analysis changed': join(root, 'fourth'),
  };
  const built = directories['as built'];
  const server = await startTestServer({ engine: 'sqlite', dataDirectory: built });
  const evaluator = await makeMember(server, ['evaluator']);
  const evaluations: TwinEvaluation[] = [];
  for (const design of EVALUATIONS[blindness]) {
    const made = await makeHumanEvaluation(server.owner, {
      ...design,
      rows: Array.from({ length: ROWS }, (_, row) => ({ question: `question ${row}` })),
      settings: {
        judgements_per_task: 3,
        blind: blindness === 'blind',
        criteria: [{ name: 'accuracy', scale: { kind: 'binary' }, required: false }],
      },
    });
    await fillOutputs(server.owner, made);
    evaluations.push({ ...made, ...(await identifyingTexts(server.owner, made)) });
  }
  await server.stop();
  for (const table of ['evaluation_variants', 'written_outputs'] as const) {
    const copy =
      directories[table === 'written_outputs' ? 'outputs exchanged' : 'variants exchanged'];
    cpSync(built, copy, { recursive: true });
    exchange(join(copy, 'jurybox.db'), table);
  }
  const changed = directories['analysis changed'];
  cpSync(built, changed, { recursive: true });
  changeAnalysis(join(changed, 'jurybox.db'), evaluator.userId);
  return {
    root,
    builtAt: Date.now(),
    directories,
    evaluations,
    evaluatorKey: evaluator.key,
  };
}

type Owner = Parameters<typeof makeHumanEvaluation>[0];

async function identifyingTexts(owner: Owner, { evaluation_id, variants }: MadeEvaluation) {
  const canaries: string[] = [];
  for (const { id } of variants) {
    const variant_name = unique('canary');
    await owner.renameVariant({ parameters: { variant_id: id }, body: { variant_name } });
    canaries.push(variant_name, id);
  }
  const parameters = { evaluation_id };
  const evaluation = await owner.fetchHumanEvaluation({ parameters });
  const link = await owner.createAnnotatorInvitation({ parameters, body: { max_uses: 10 } });
  return {
    app_id: evaluation.app_id,
    canaries: [...canaries, ...evaluation.variants_revision_ids],
    guestToken: tokenIn(link.url),
  };
}

/** Moves the rows of each place of an evaluation to the next one, and of the last to the first. */
function exchange(path: string, table: 'evaluation_variants' | 'written_outputs'): void {
  const database = new DatabaseSync(path);
  const [place, evaluationId] =
    table === 'evaluation_variants'
      ? ['position', 'moved.evaluation_id']
      : [
          'variant_position',
          '(SELECT s.evaluation_id FROM scenarios s WHERE s.id = moved.scenario_id)',
        ];
  database.exec(`
    UPDATE ${table} SET ${place} = ${place} + 100;
    UPDATE ${table} AS moved SET ${place} = (${place} - 100 + 1) % (
      SELECT COUNT(*) FROM evaluation_variants v WHERE v.evaluation_id = ${evaluationId});
  `);
  database.close();
}

/** As if an editor had changed the analysis, extended the evaluation and excluded the evaluator. */
function changeAnalysis(path: string, annotatorId: string): void {
  // Without foreign keys, as the evaluator is no annotator yet.
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec(`
    UPDATE human_evaluations SET plan_scenarios = 5, plan_judgements_per_task = 1,
      settings = replace(replace(replace(replace(settings, '"zone":null', '"zone":0.2'),
        '"level":0.95', '"level":0.8'), '"minimumSeconds":null', '"minimumSeconds":30'),
        '"exclusionRules":[]', '"exclusionRules":["too_fast","one_sided"]');
    INSERT INTO setting_changes SELECT workspace_id, id, 1, 'level', '0.95', '0.8', 7, created_by,
      created_at FROM human_evaluations;
    INSERT INTO exclusions SELECT workspace_id, id, '${annotatorId}', 'one-sided', created_by, 7,
      created_at FROM human_evaluations;
  `);
  database.close();
}

/** A reply of the world with exchanged outputs, with the texts of the original world. */
export function withTextsBefore(
  text: string,
  { variants }: Pick<TwinEvaluation, 'variants'>,
): string {
  return text.replaceAll(
    /output (\d+) of/g,
    (_, variant: string) => `output ${(Number(variant) + 1) % variants.length} of`,
  );
}
