import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type Guarantee, guaranteesOf, type Lane } from './lanes.ts';
import type { Outcome } from './test-runner.ts';

/** A line for each guarantee of a lane: whether its tests held, and the figures that they reported. */
export function printLane(lane: Lane, outcomes: readonly Outcome[]): void {
  const lines = guaranteesOf(lane).map((guarantee) => lineOf(guarantee, outcomes));
  console.log(`\n${lines.join('\n')}\n`);
  if (process.env['LANE_RECORD'] !== '1') return;
  mkdirSync('docs/runs', { recursive: true });
  writeFileSync(`docs/runs/${lane}.md`, recordOf(lane, lines));
}

function lineOf({ number, promise, files }: Guarantee, outcomes: readonly Outcome[]): string {
  const ran = outcomes.filter(({ job }) => job.some((file) => files.includes(file)));
  const figures = new Set(
    outcomes.flatMap((outcome) => outcome.figures.filter((figure) => isOf(figure, number))),
  );
  const told = [...figures].map((figure) => figure.replace(/^figure G\d+: /, '')).join('; ');
  const label = `G${number}`.padEnd(4);
  if (ran.length === 0) return `${label} missing   ${promise}`;
  const tests = sumOf(ran, 'tests');
  const skipped = sumOf(ran, 'skipped');
  const state = ran.every(({ isGood }) => isGood) ? 'held   ' : 'FAILED ';
  const left = skipped === 0 ? '' : `, ${skipped} not run`;
  return `${label} ${state}   ${promise} (${ran.length} files, ${tests} tests${left}${told === '' ? '' : `; ${told}`})`;
}

function isOf(figure: string, number: number): boolean {
  return figure.startsWith(`figure G${number}: `);
}

function sumOf(outcomes: readonly Outcome[], count: 'tests' | 'skipped'): number {
  return outcomes.reduce((sum, { counts }) => sum + counts[count], 0);
}

/** What was run, so that it can be run again; seeds are in the log of the run. */
function recordOf(lane: Lane, lines: readonly string[]): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const length = process.env['TEST_LONG'] === '1' ? 'TEST_LONG=1 ' : '';
  const day = new Date().toISOString().slice(0, 10);
  return `# The last recorded run of \`npm run ${lane}\`

\`${length}LANE_RECORD=1 npm run ${lane}\` on ${day}, at commit ${commit}.

\`\`\`text
${lines.join('\n')}
\`\`\`
`;
}
