import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { findApp, findTestset, findVariant } from '../references.ts';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { APP_OPTION, type OfApp } from '../variants/app-option.ts';
import { wholeNumber } from '../whole-number.ts';

interface NewEval extends OfApp {
  readonly variants: readonly string[];
  readonly testset: string;
  readonly type: 'comparison' | 'scoring';
  readonly inputs?: readonly string[];
  readonly expected?: string;
  readonly judgements?: number;
  readonly guidelines?: string;
}

/** The column of expected outputs if --expected is absent. */
const DEFAULT_EXPECTED = 'correct_answer';

/** `jurybox evals create` */
export function addCreateEval(evals: Command, shell: Shell): void {
  withCommonOptions(evals.command('create'))
    .description('create an evaluation of variants over a test set')
    .requiredOption('--variants <names...>', 'the variants, two or more to compare them')
    .requiredOption('--testset <testset>', 'name or id of the test set')
    .addOption(
      new Option('--type <type>', 'how outputs are judged')
        .choices(['comparison', 'scoring'])
        .default('comparison'),
    )
    .option(
      '--inputs <columns...>',
      'columns that annotators see; by default all but the expected output',
    )
    .option(
      '--expected <column>',
      'the column with the expected output; correct_answer by default, if there is one',
    )
    .option('--judgements <number>', 'judgements per task; 1 by default', wholeNumber)
    .option('--guidelines <file>', 'Markdown for the annotators')
    .option(...APP_OPTION)
    .action(withKey(shell, createEval));
}

async function createEval(session: Session, options: NewEval): Promise<void> {
  const { client } = session;
  if (options.type === 'comparison' && options.variants.length < 2) {
    throw new CommandFailure(
      EXIT.usage,
      'A comparison needs two or more variants, separated by spaces: --variants a b. To have the outputs of one scored, add --type scoring.',
    );
  }
  const { app_id } = await findApp(session, options.app);
  const variants = await Promise.all(
    options.variants.map((text) => findVariant(session, text, app_id)),
  );
  const testset_id = await findTestset(session, options.testset, app_id);
  const evaluation = await client.createHumanEvaluation({
    body: {
      app_id,
      variant_ids: variants.map(({ variant_id }) => variant_id),
      evaluation_type: options.type === 'comparison' ? 'human_a_b_testing' : 'single_model_test',
      inputs: [...(options.inputs ?? (await inputsOf(session, testset_id, options.expected)))],
      testset_id,
      status: 'EVALUATION_INITIALIZED',
      settings: {
        ...(options.expected === undefined ? {} : { expected_column: options.expected }),
        ...(options.judgements === undefined ? {} : { judgements_per_task: options.judgements }),
        ...(options.guidelines === undefined
          ? {}
          : { guidelines: readFileSync(options.guidelines, 'utf8') }),
      },
    },
  });
  session.show(
    evaluation,
    () =>
      `Created ${evaluation.id}. Next: "jurybox evals generate ${evaluation.id}" or "jurybox import outputs ${evaluation.id} FILE".`,
  );
}

async function inputsOf(
  { client }: Session,
  testset_id: string,
  expected = DEFAULT_EXPECTED,
): Promise<readonly string[]> {
  const [current] = await client.listTestsetRevisions({
    parameters: { testset_id },
    query: { limit: 1 },
  });
  return (current?.columns ?? []).filter((column) => column !== expected);
}
