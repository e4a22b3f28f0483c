import type { Command } from 'commander';
import type { Progress } from '../../contract/results/evaluation-results.ts';
import type { ResultStatistics } from '../../contract/results/results.ts';
import { namesSeen } from '../../domain/results/sentences/cautions.ts';
import { resultSentences } from '../../domain/results/sentences/result-sentences.ts';
import type { ResultNames } from '../../domain/results/sentences/wording.ts';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { drawForest } from './draw-forest.ts';
import { forestsOf } from './forests-of.ts';
import { loadResults } from './load-results.ts';
import { resultTables } from './result-tables.ts';

/** `jurybox results` */
export function addResults(program: Command, shell: Shell): void {
  withCommonOptions(program.command('results <evaluation>'))
    .description('show the verdict, the figures behind it and a plot')
    .action(withKey(shell, showResults));
}

async function showResults(session: Session, evaluation_id: string): Promise<void> {
  const { results, statistics, names } = await loadResults(session, evaluation_id);
  const sentences = resultSentences(statistics, names);
  session.show({ evaluation_id, sentences, ...results }, () =>
    drawResults(session.shell, { statistics, names, progress: results.progress }),
  );
}

interface Shown {
  readonly statistics: ResultStatistics;
  readonly names: ResultNames;
  readonly progress: Progress | null;
}

function drawResults(shell: Shell, { statistics, names, progress }: Shown): string {
  const { headline, evidence, scope, next, cautions } = resultSentences(statistics, names);
  const seen = progress === null ? null : namesSeen(progress);
  const careful = [...cautions, ...(seen === null ? [] : [seen])];
  const colour = statistics.verdict.settled ? 'green' : 'yellow';
  const sections = [
    [shell.paint(['bold', colour], headline), ...(next === null ? [] : [next])],
    [...evidence, ...scope],
    careful.map((line) => shell.paint('yellow', `! ${line}`)),
    ...resultTables(shell, statistics, names).map((text) => [text]),
    ...forestsOf(statistics, names).map((forest) => [drawForest(shell, forest)]),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}
