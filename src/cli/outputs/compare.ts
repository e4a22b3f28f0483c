import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { plainText } from '../plain-text.ts';
import { readUpload } from '../read-given.ts';
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

/** `jurybox compare FILE`: from a spreadsheet to an evaluation that people can judge. */
export function addCompare(program: Command, shell: Shell): void {
  withCommonOptions(program.command('compare <file>'))
    .description('create an evaluation from a CSV, TSV, JSON or JSONL file of outputs')
    .option('--name <name>', 'name of the app; that of the file by default')
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
  const made = await client.createQuickEvaluation({
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
  show(made, () =>
    [
      `Created ${plainText(made.app_name)} with ${made.row_count} ${made.row_count === 1 ? 'scenario' : 'scenarios'}.`,
      details(shell, [
        ['judged by', made.evaluation_type === TYPES.scoring ? 'scores' : 'comparison'],
        ['outputs', made.columns.outputs.join(', ')],
        ['inputs', made.columns.inputs.join(', ') || null],
        ['expected', made.columns.expected],
        ['left out', made.columns.left_out.join(', ') || null],
        ['judge', `${made.url}, or: jurybox judge ${made.evaluation_id}`],
        ['guests', `${made.guest_url} (shown only now)`],
        ['results', `jurybox results ${made.evaluation_id}`],
      ]),
    ].join('\n'),
  );
}

/** All roles are named, or all are guessed from the names of the columns. */
function columnsOf({ outputs, inputs = [], expected }: Comparison): string | undefined {
  if (outputs !== undefined) return JSON.stringify({ outputs, inputs, expected: expected ?? null });
  if (inputs.length === 0 && expected === undefined) return undefined;
  throw new CommandFailure(EXIT.usage, 'Name the columns of outputs too, with --outputs.');
}
