import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { plainText } from '../plain-text.ts';
import { readUpload } from '../read-argument.ts';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { details } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';

interface Comparison {
  readonly name?: string;
  readonly type?: 'comparison' | 'scoring';
  readonly inputs?: readonly string[];
  readonly expected?: string;
  readonly outputs?: readonly string[];
  readonly judgements?: number;
  readonly guidelines?: string;
}

const TYPES = { comparison: 'human_a_b_testing', scoring: 'single_model_test' } as const;

/** `jurybox compare FILE`: makes an evaluation from a spreadsheet. */
export function addCompare(program: Command, shell: Shell): void {
  withCommonOptions(program.command('compare <file>'))
    .description('create an evaluation from a CSV, TSV, JSON or JSONL file of outputs')
    .option('--name <name>', 'name of the app; by default that of the file')
    .addOption(
      new Option(
        '--type <type>',
        'how outputs are judged; by default one is scored, two or more are compared',
      ).choices(['comparison', 'scoring']),
    )
    .option('--outputs <columns...>', 'columns of outputs, one per variant; guessed by default')
    .option('--inputs <columns...>', 'columns that annotators see, with --outputs')
    .option('--expected <column>', 'column of the expected output, with --outputs')
    .option('--judgements <number>', 'judgements per task; 1 by default', wholeNumber)
    .option('--guidelines <file>', 'Markdown for the annotators')
    .action(withKey(shell, compare));
}

async function compare(session: Session, path: string, options: Comparison): Promise<void> {
  const { client, shell, show } = session;
  const columns = columnsOf(options);
  const evaluation = await client.createQuickEvaluation({
    body: {
      file: await readUpload(shell, path),
      ...(options.type === undefined ? {} : { evaluation_type: TYPES[options.type] }),
      ...(options.name === undefined ? {} : { name: options.name }),
      ...(columns === undefined ? {} : { columns }),
      ...(options.judgements === undefined ? {} : { judgements_per_task: options.judgements }),
      ...(options.guidelines === undefined
        ? {}
        : { guidelines: readFileSync(options.guidelines, 'utf8') }),
    },
  });
  show(evaluation, () =>
    [
      `Created ${plainText(evaluation.app_name)} with ${evaluation.row_count} ${evaluation.row_count === 1 ? 'scenario' : 'scenarios'}.`,
      details(shell, [
        ['judged by', evaluation.evaluation_type === TYPES.scoring ? 'scores' : 'comparison'],
        ['outputs', evaluation.columns.outputs.join(', ')],
        ['inputs', evaluation.columns.inputs.join(', ') || null],
        ['expected', evaluation.columns.expected],
        ['left out', evaluation.columns.left_out.join(', ') || null],
        ['judge', `${evaluation.url}, or: jurybox judge ${evaluation.evaluation_id}`],
        ['guests', `${evaluation.guest_url} (shown only now)`],
        ['results', `jurybox results ${evaluation.evaluation_id}`],
      ]),
    ].join('\n'),
  );
}

/** Either all roles of columns are named, or all are guessed from the columns' names. */
function columnsOf({ outputs, inputs = [], expected }: Comparison): string | undefined {
  if (outputs !== undefined) return JSON.stringify({ outputs, inputs, expected: expected ?? null });
  if (inputs.length === 0 && expected === undefined) return undefined;
  throw new CommandFailure(EXIT.usage, 'Name the columns of outputs too, with --outputs.');
}
