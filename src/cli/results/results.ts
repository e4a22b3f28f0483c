import type { Command } from 'commander';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { drawForest } from './draw-forest.ts';
import { forestsOf } from './forests-of.ts';
import { cautionLines, loadResults } from './load-results.ts';
import { resultTables } from './result-tables.ts';

/** `jurybox results` */
export function addResults(program: Command, shell: Shell): void {
  withCommonOptions(program.command('results <evaluation>'))
    .description('show the verdict, the figures behind it and a plot')
    .action(withKey(shell, showResults));
}

async function showResults(session: Session, evaluation_id: string): Promise<void> {
  const { results, ...loaded } = await loadResults(session, evaluation_id);
  session.show({ evaluation_id, sentences: loaded.sentences, ...results }, () =>
    drawResults(session.shell, loaded),
  );
}

type DrawnResults = Pick<
  Awaited<ReturnType<typeof loadResults>>,
  'statistics' | 'names' | 'sentences'
>;

function drawResults(shell: Shell, { statistics, names, sentences }: DrawnResults): string {
  const { headline, evidence, scope, next, cautions } = sentences;
  const colour = statistics.verdict.settled ? 'green' : 'yellow';
  const sections = [
    [shell.paint(['bold', colour], headline), ...(next === null ? [] : [next])],
    [...evidence, ...scope],
    cautionLines(shell, cautions),
    ...resultTables(shell, statistics, names).map((text) => [text]),
    ...forestsOf(statistics, names).map((forest) => [drawForest(shell, forest)]),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}
