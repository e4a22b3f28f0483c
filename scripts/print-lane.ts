import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Guarantee, guaranteesOf, type Lane } from './lanes.ts';
import type { Outcome } from './test-runner.ts';

const TABLE = 'docs/guarantees.md';

/** A line for each guarantee of a lane: whether its tests held, and the figures that they reported. */
export function printLane(lane: Lane, outcomes: readonly Outcome[]): void {
  const findings = guaranteesOf(lane).map((guarantee) => findingOf(guarantee, outcomes));
  const lines = findings.map(
    ({ guarantee: { number, promise }, state, told }) =>
      `${`G${number}`.padEnd(4)} ${state.padEnd(7)}   ${promise}${told === '' ? '' : ` (${told})`}`,
  );
  console.log(`\n${lines.join('\n')}\n`);
  if (process.env['LANE_RECORD'] !== '1') return;
  mkdirSync('docs/runs', { recursive: true });
  writeFileSync(`docs/runs/${lane}.md`, recordOf(lane, lines));
  writeFileSync(TABLE, withFindings(readFileSync(TABLE, 'utf8'), findings));
}

interface Finding {
  readonly guarantee: Guarantee;
  readonly state: 'held' | 'FAILED' | 'missing';
  /** How much was run, and the figures of it. */
  readonly told: string;
}

function findingOf(guarantee: Guarantee, outcomes: readonly Outcome[]): Finding {
  const { number, files } = guarantee;
  const ran = outcomes.filter(({ job }) => job.some((file) => files.includes(file)));
  if (ran.length === 0) return { guarantee, state: 'missing', told: '' };
  const figures = new Set(
    outcomes.flatMap((outcome) => outcome.figures.filter((figure) => isOf(figure, number))),
  );
  const skipped = sumOf(ran, 'skipped');
  const counts = [
    ran.length === 1 ? '1 file' : `${ran.length} files`,
    `${sumOf(ran, 'tests')} tests`,
    ...(skipped === 0 ? [] : [`${skipped} not run`]),
  ];
  const told = [
    counts.join(', '),
    ...[...figures].map((figure) => figure.replace(/^figure G\d+: /, '')),
  ].join('; ');
  return { guarantee, state: ran.every(({ isGood }) => isGood) ? 'held' : 'FAILED', told };
}

/** The table of guarantees, whose last column says what came out of the last recorded run. */
function withFindings(table: string, findings: readonly Finding[]): string {
  const cells = new Map(
    findings.map(({ guarantee, state, told }) => [
      `G${guarantee.number}`,
      told === '' ? state : `${state}: ${told}`,
    ]),
  );
  const rows = table.split('\n').map((row) => {
    const [, number = '', promise, proof] = row.split('|');
    const cell = cells.get(number.trim());
    return cell === undefined ? row : `|${number}|${promise}|${proof}| ${cell} |`;
  });
  return rows.join('\n');
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
