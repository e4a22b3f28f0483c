import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { startWithHeldChanges } from '../support/held-changes.ts';

type Read = (owner: Client, parameters: { readonly evaluation_id: string }) => Promise<unknown>;

const exportOf =
  (content: 'scenarios' | 'preferences'): Read =>
  (owner, parameters) =>
    owner.exportHumanEvaluation({ parameters, query: { content, format: 'jsonl' } });

const READS: Readonly<Record<string, Read>> = {
  'the list of scenarios': (owner, parameters) => owner.listEvaluationScenarios({ parameters }),
  'the export of scenarios': exportOf('scenarios'),
  'the export of preference pairs': exportOf('preferences'),
};

for (const [name, read] of Object.entries(READS)) {
  test(`${name} breaks off when its evaluation is deleted meanwhile`, async (t) => {
    const { server, hold, waiting, commit } = await startWithHeldChanges(t);
    const made = await makeHumanEvaluation(server.owner, { rows: numberedRows(3) });
    await fillOutputs(server.owner, made);
    await hold('LOCK TABLE scenarios IN ACCESS EXCLUSIVE MODE');
    const rejection = assert.rejects(read(server.owner, made));
    await waiting(1, 'scenarios s');
    await commit(
      'UPDATE human_evaluations SET published_at = NULL',
      'UPDATE scenarios SET position = position + 1000 WHERE position > 0',
    );
    await rejection;
  });
}
