import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { guaranteesOf, type Lane } from './lanes.ts';
import type { Outcome } from './test-runner.ts';

const TABLE = 'docs/guarantees.md';

/**
 * Prints a line per guarantee of a lane: whether its tests passed, and the figures they reported.
 */
export function printLane(lane: Lane, outcomes: readonly Outcome[]): void {
  const findings = guaranteesOf(lane).map(({ number, promise, files }) => {
    const ran = outcomes.filter(({ job }) => job.some((file) => files.includes(file)));
    const figures = figuresOf(outcomes, new RegExp(`^figure G${number}: `));
    return { label: `G${number}`, promise, ...findingOf(ran, figures) };
  });
  print(lane, findings);
  if (!isRecorded()) return;
  record(lane, findings, '');
  writeFileSync(TABLE, withFindings(readFileSync(TABLE, 'utf8'), findings));
}

/** What the tests on a cluster show, by folder. */
const CLUSTER_FOLDERS = {
  api: 'the API does what its tests say',
  citus: 'every statement is taken and asks one server where it can; nothing is lost to kills',
  faults: 'exact overlap, and races of two service processes',
} as const;

/** Prints a line per folder; `cluster` describes what the tests ran on. */
export function printClusterLane(cluster: string, outcomes: readonly Outcome[]): void {
  const findings = Object.entries(CLUSTER_FOLDERS).map(([label, promise]) => {
    const ran = outcomes.filter(({ job }) => job[0]?.startsWith(`test/${label}/`));
    return { label, promise, ...findingOf(ran, figuresOf(ran, /^figure G\d+: /)) };
  });
  print('citus', findings);
  if (isRecorded()) record('citus', findings, `${cluster}\n\n`);
}

interface Finding {
  readonly label: string;
  readonly promise: string;
  readonly state: 'held' | 'FAILED' | 'missing';
  /** How many tests ran, and their figures. */
  readonly details: string;
}

function findingOf(
  ran: readonly Outcome[],
  figures: readonly string[],
): Pick<Finding, 'state' | 'details'> {
  if (ran.length === 0) return { state: 'missing', details: '' };
  const files = ran.reduce((sum, { job }) => sum + job.length, 0);
  const skipped = sumOf(ran, 'skipped');
  const counts = [
    files === 1 ? '1 file' : `${files} files`,
    `${sumOf(ran, 'tests')} tests`,
    ...(skipped === 0 ? [] : [`${skipped} not run`]),
  ];
  const state = ran.every(({ isGood }) => isGood) ? 'held' : 'FAILED';
  return { state, details: [counts.join(', '), ...figures].join('; ') };
}

/** Each figure once, without its subject. */
function figuresOf(outcomes: readonly Outcome[], subject: RegExp): readonly string[] {
  const figures = outcomes.flatMap((outcome) =>
    outcome.figures.filter((figure) => subject.test(figure)),
  );
  return [...new Set(figures)].map((figure) => figure.replace(subject, ''));
}

function sumOf(outcomes: readonly Outcome[], count: 'tests' | 'skipped'): number {
  return outcomes.reduce((sum, { counts }) => sum + counts[count], 0);
}

function print(lane: string, findings: readonly Finding[]): void {
  console.log(`\n${lane}\n${linesOf(findings)}\n`);
}

function linesOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ label }) => label.length)) + 1;
  return findings
    .map(({ label, promise, state, details }) => {
      const end = details === '' ? '' : ` (${details})`;
      return `${label.padEnd(width)} ${state.padEnd(7)}   ${promise}${end}`;
    })
    .join('\n');
}

function isRecorded(): boolean {
  return process.env['LANE_RECORD'] === '1';
}

/** Records how to repeat the run; seeds are in its log. */
function record(lane: string, findings: readonly Finding[], place: string): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const length = process.env['TEST_LONG'] === '1' ? 'TEST_LONG=1 ' : '';
  const day = new Date().toISOString().slice(0, 10);
  mkdirSync('docs/runs', { recursive: true });
  writeFileSync(
    `docs/runs/${lane}.md`,
    `# The last recorded run of \`npm run ${lane}\`

\`${length}LANE_RECORD=1 npm run ${lane}\` on ${day}, at commit ${commit}.

${place}\`\`\`text
${linesOf(findings)}
\`\`\`
`,
  );
}

/** The table of guarantees, with the outcome of this run in its last column. */
function withFindings(table: string, findings: readonly Finding[]): string {
  const cells = new Map(
    findings.map(({ label, state, details }) => [
      label,
      details === '' ? state : `${state}: ${details}`,
    ]),
  );
  const rows = table.split('\n').map((row) => {
    const [, label = '', promise, proof] = row.split('|');
    const cell = cells.get(label.trim());
    return cell === undefined ? row : `|${label}|${promise}|${proof}| ${cell} |`;
  });
  return rows.join('\n');
}
