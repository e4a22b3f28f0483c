import { examine } from '../../jobs/operating/doctor/examine.ts';
import { type Finding, ok, wrong } from '../../jobs/operating/doctor/finding.ts';
import { readWebFiles, WEB_DIRECTORY } from '../../server/web-files.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { configurationOf, type PlaceFlags } from './installation.ts';

/** Prints a line per check, with what to do; the exit code is 1 if something is wrong. */
export async function runDoctor(shell: Shell, flags: PlaceFlags): Promise<void> {
  const findings = [...(await checkInstallation(shell, flags)), checkWebAssets()];
  const isFine = !findings.some(({ status }) => status === 'wrong');
  if (flags.json === true) shell.print(JSON.stringify({ ok: isFine, findings }, null, 2));
  else for (const finding of findings) shell.print(lineOf(shell, finding));
  if (!isFine) throw new CommandFailure(EXIT.defect);
}

async function checkInstallation(shell: Shell, flags: PlaceFlags): Promise<readonly Finding[]> {
  try {
    const configuration = configurationOf(shell, flags);
    return [ok('settings', 'All settings can be used.'), ...(await examine(configuration))];
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConfigurationError') throw error;
    return [wrong('settings', error.message, 'Nothing else could be checked.')];
  }
}

function checkWebAssets(): Finding {
  const files = readWebFiles(WEB_DIRECTORY);
  const page = files.get('/index.html');
  const advice = 'Install the package again; in a copy of the sources run "npm run build".';
  if (page === undefined)
    return wrong('web assets', `${WEB_DIRECTORY} is missing or empty.`, advice);
  const assetPaths = [...page.plain.toString().matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)];
  const missing = assetPaths.map(([, path = '']) => path).filter((path) => !files.has(path));
  if (missing.length > 0) return wrong('web assets', `Missing: ${missing.join(', ')}.`, advice);
  return ok('web assets', `${files.size} files found.`);
}

const MARKS = {
  ok: ['green', 'ok   '],
  look: ['yellow', 'look '],
  wrong: ['red', 'wrong'],
} as const;
const WIDTH = 12;

function lineOf(shell: Shell, { check, status, finding, advice }: Finding): string {
  const [colour, mark] = MARKS[status];
  const text = advice === undefined ? finding : `${finding} ${advice}`;
  return `${shell.paint(colour, mark)}  ${check.padEnd(WIDTH)}  ${text}`;
}
