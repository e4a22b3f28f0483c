import { Argument, type Command, Option } from 'commander';
import { openStream } from '../../client/open-stream.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { ProgressLine } from '../progress-line.ts';
import { findTestset } from '../references.ts';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { APP_OPTION, type OfApp } from '../variants/app-option.ts';
import { isStandardOutput, writeWhole } from '../write-whole.ts';

const CONTENTS = ['judgements', 'scenarios', 'testset'] as const;

interface Download extends OfApp {
  readonly json?: true;
  readonly quiet?: true;
  readonly format: 'csv' | 'jsonl';
  readonly output?: string;
}

/** `jurybox export judgements|scenarios EVALUATION`, `jurybox export testset TESTSET` */
export function addExport(program: Command, shell: Shell): void {
  withCommonOptions(program.command('export'))
    .description('download judgements or scenarios of an evaluation, or a test set')
    .addArgument(new Argument('<content>').choices(CONTENTS))
    .argument('<id>', 'the evaluation or the test set')
    .addOption(new Option('--format <format>').choices(['csv', 'jsonl']).default('csv'))
    .option('-o, --output <file>', 'write to a file, completely or not at all')
    .option(...APP_OPTION)
    .action(withKey(shell, download));
}

async function download(
  session: Session,
  content: (typeof CONTENTS)[number],
  id: string,
  { app, format, output, json, quiet }: Download,
): Promise<void> {
  if (output === undefined && (json === true || quiet === true)) {
    throw new CommandFailure(
      EXIT.usage,
      'Without -o the rows themselves are printed: leave out --json and -q, or name a file with -o.',
    );
  }
  const { connection, shell, show } = session;
  const response =
    content === 'testset'
      ? await openStream(connection, 'exportTestset', {
          parameters: { testset_id: await findTestset(session, id, app) },
          query: { format },
        })
      : await openStream(connection, 'exportHumanEvaluation', {
          parameters: { evaluation_id: id },
          query: { content, format },
        });
  // Get the reader before any await: fetch cancels the unread body of a garbage-collected response.
  const chunks = response.body?.values();
  if (chunks === undefined) throw new CommandFailure(EXIT.unreachable, 'The server sent nothing.');
  if (output === undefined || isStandardOutput(output)) {
    for await (const chunk of chunks) await writeChunk(shell, chunk);
    return;
  }
  await writeWhole(output, withProgress(shell, chunks));
  show({ file: output }, () => `Wrote ${output}.`);
}

/** Shows on a terminal how much has arrived. */
async function* withProgress(shell: Shell, chunks: AsyncIterable<Uint8Array>) {
  const line = new ProgressLine(shell);
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (shell.stderr.isTTY) line.show([`${(bytes / 1_000_000).toFixed(1)} MB`]);
    yield chunk;
  }
  line.end();
}

/** Waits for a slow reader. */
async function writeChunk({ stdout }: Shell, chunk: Uint8Array): Promise<void> {
  if (!stdout.write(chunk)) await new Promise((resolve) => stdout.once('drain', resolve));
}
