import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeMember, unique } from '../support/builders.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation } from '../support/evaluations.ts';
import { tokenIn } from '../support/requests.ts';
import { startTestServer } from '../support/running-server.ts';

export const ROWS = 12;

export interface Study extends MadeEvaluation {
  readonly app_id: string;
  /** Texts that tell a variant and must never reach an annotator. */
  readonly canaries: readonly string[];
  readonly guestToken: string;
}

export interface TwinWorlds {
  /** Two embedded databases that differ only in which variant is which. */
  readonly directories: readonly [string, string];
  readonly studies: readonly Study[];
  /** Somebody who may judge and nothing more. */
  readonly evaluatorKey: string;
  readonly root: string;
  readonly builtAt: number;
}

type Blindness = 'blind' | 'open';

/** Builds one world, copies it, and exchanges the variants of every evaluation in the copy. */
export async function makeTwinWorlds(blindness: Blindness): Promise<TwinWorlds> {
  const root = mkdtempSync(join(tmpdir(), 'jurybox-worlds-'));
  const [first, second] = [join(root, 'first'), join(root, 'second')];
  const server = await startTestServer({ engine: 'sqlite', dataDirectory: first });
  const evaluator = await makeMember(server, ['evaluator']);
  const studies: Study[] = [];
  for (const wish of [
    { type: 'human_a_b_testing', variantCount: 2 },
    { type: 'human_a_b_testing', variantCount: 3 },
    { type: 'single_model_test', variantCount: 2 },
  ] as const) {
    const made = await makeHumanEvaluation(server.owner, {
      ...wish,
      rows: Array.from({ length: ROWS }, (_, row) => ({ question: `question ${row}` })),
      settings: {
        judgements_per_task: 3,
        blind: blindness === 'blind',
        criteria: [{ name: 'accuracy', scale: { kind: 'binary' }, required: false }],
      },
    });
    await fillOutputs(server.owner, made);
    studies.push({ ...made, ...(await tellingTexts(server.owner, made)) });
  }
  await server.stop();
  cpSync(first, second, { recursive: true });
  exchangeVariants(join(second, 'jurybox.db'));
  return {
    root,
    builtAt: Date.now(),
    directories: [first, second],
    studies,
    evaluatorKey: evaluator.key,
  };
}

type Owner = Parameters<typeof makeHumanEvaluation>[0];

async function tellingTexts(owner: Owner, { evaluation_id, variants }: MadeEvaluation) {
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

/** Each variant takes the place of the one before it; outputs stay where they are. */
function exchangeVariants(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(`
    UPDATE evaluation_variants SET position = position + 100;
    UPDATE evaluation_variants SET position = (position - 100 + 1) % (
      SELECT COUNT(*) FROM evaluation_variants other
      WHERE other.evaluation_id = evaluation_variants.evaluation_id);
  `);
  database.close();
}
