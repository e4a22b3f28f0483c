import type { HumanEvaluationScenario } from '../../contract/evaluations/scenarios.ts';
import type { Judgement } from '../../contract/judging/judgements.ts';
import { client } from '../api.ts';
import { type FetchPage, readPage } from '../paged-query.ts';
import type { ScenarioOrder } from './report-view.ts';

/** The scenarios of a report with their judgements. */
export interface Appendix {
  readonly scenarios: readonly HumanEvaluationScenario[];
  readonly judgements: readonly Judgement[];
  /** Whether the list was cut because the file is full. */
  readonly isCut: { readonly scenarios: boolean; readonly judgements: boolean };
}

/** Limits for a file that browsers open quickly and mail servers accept. */
const MOST_SCENARIOS = 500;
const MOST_JUDGEMENTS = 5_000;
const MOST_SCENARIO_CHARACTERS = 8_000_000;
const MOST_JUDGEMENT_CHARACTERS = 1_000_000;

const SCENARIOS_AT_ONCE = 50;
const JUDGEMENTS_AT_ONCE = 200;

/** Loads the scenarios in the order of the page until the file is full, and the judgements. */
export async function loadAppendix(evaluationId: string, order: ScenarioOrder): Promise<Appendix> {
  const parameters = { evaluation_id: evaluationId };
  const [scenarios, judgements] = await Promise.all([
    readList(
      (start) =>
        client.reply.listEvaluationScenarios({
          parameters,
          query: { order, limit: SCENARIOS_AT_ONCE, ...start },
        }),
      { items: MOST_SCENARIOS, characters: MOST_SCENARIO_CHARACTERS, sizeOf: charactersOf },
    ),
    readList(
      (start) =>
        client.reply.listJudgements({
          parameters,
          query: { limit: JUDGEMENTS_AT_ONCE, ...start },
        }),
      {
        items: MOST_JUDGEMENTS,
        characters: MOST_JUDGEMENT_CHARACTERS,
        sizeOf: ({ note, answers }) =>
          answers.reduce((sum, { value }) => sum + String(value).length, note.length),
      },
    ),
  ]);
  return {
    scenarios: scenarios.items,
    judgements: judgements.items,
    isCut: { scenarios: scenarios.isCut, judgements: judgements.isCut },
  };
}

function charactersOf({ inputs, outputs }: HumanEvaluationScenario): number {
  const texts = [
    ...inputs.map(({ input_value }) => input_value),
    ...outputs.map(({ variant_output }) => variant_output),
  ];
  return texts.reduce((sum, { length }) => sum + length, 0);
}

interface Limits<Item> {
  readonly items: number;
  readonly characters: number;
  readonly sizeOf: (item: Item) => number;
}

/** Reads page after page until the list ends or the file is full. */
async function readList<Item>(fetchPage: FetchPage<Item>, limits: Limits<Item>) {
  const items: Item[] = [];
  let characters = 0;
  let cursor: string | undefined;
  do {
    const page = await readPage(fetchPage, cursor);
    for (const item of page.items) {
      characters += limits.sizeOf(item);
      if (items.length === limits.items || characters > limits.characters) {
        return { items, isCut: true };
      }
      items.push(item);
    }
    cursor = page.next;
  } while (cursor !== undefined);
  return { items, isCut: false };
}
