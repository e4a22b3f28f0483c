import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Shell } from './shell.ts';

type AddCommand = (program: Command, shell: Shell) => void;

/** Every command and the file that adds it, in the order of the help. */
const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['serve', async () => (await import('./add-serve.ts')).addServe],
  ['demo', async () => (await import('./add-serve.ts')).addDemo],
  ['login', async () => (await import('./identity/login.ts')).addLogin],
  ['logout', async () => (await import('./identity/logout.ts')).addLogout],
  ['whoami', async () => (await import('./identity/whoami.ts')).addWhoami],
  ['compare', async () => (await import('./outputs/compare.ts')).addCompare],
  ['apps', async () => (await import('./variants/apps.ts')).addApps],
  ['bases', async () => (await import('./variants/bases.ts')).addBases],
  ['variants', async () => (await import('./variants/variants.ts')).addVariants],
  ['deploy', async () => (await import('./variants/deploy.ts')).addDeploy],
  ['environments', async () => (await import('./variants/environments.ts')).addEnvironments],
  ['config', async () => (await import('./variants/config.ts')).addConfig],
  ['testsets', async () => (await import('./testsets/testsets.ts')).addTestsets],
  ['evals', async () => (await import('./evaluations/evals.ts')).addEvals],
  ['judge', async () => (await import('./judging/judge.ts')).addJudge],
  ['results', async () => (await import('./results/results.ts')).addResults],
  ['gate', async () => (await import('./results/gate.ts')).addGate],
  ['export', async () => (await import('./judging/export.ts')).addExport],
  ['import', async () => (await import('./outputs/import.ts')).addImport],
  ['backup', async () => (await import('./operating/add-data-commands.ts')).addBackup],
  ['restore', async () => (await import('./operating/add-data-commands.ts')).addRestore],
  ['move', async () => (await import('./operating/add-data-commands.ts')).addMove],
  ['doctor', async () => (await import('./operating/add-upkeep-commands.ts')).addDoctor],
  ['keys', async () => (await import('./operating/add-upkeep-commands.ts')).addKeys],
  ['upkeep', async () => (await import('./operating/add-upkeep-commands.ts')).addUpkeep],
  ['distribute', async () => (await import('./operating/add-upkeep-commands.ts')).addDistribute],
  ['users', async () => (await import('./operating/add-upkeep-commands.ts')).addUsers],
  ['audit', async () => (await import('./operating/add-data-commands.ts')).addAudit],
  ['openapi', async () => (await import('./openapi.ts')).addOpenApi],
  ['completion', async () => (await import('./completion.ts')).addCompletion],
]);

/**
 * The program with only the called command: a serving process keeps every loaded file in memory.
 * Help, completion and suggestions for a mistyped name need all commands.
 */
export async function buildProgram(shell: Shell, called = ''): Promise<Command> {
  const program = new Command('jurybox')
    .description('Settles which variant of an LLM application is better by asking people, blind.')
    .version(versionOf(join(import.meta.dirname, '../../package.json')))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void shell.stdout.write(text),
      writeErr: (text) => void shell.stderr.write(text),
    })
    .addHelpText('after', EXIT_CODES);
  for (const load of loadersFor(called)) (await load())(program, shell);
  return program;
}

const EXIT_CODES = `
Without a command the service starts. Exit codes: 0 done, 1 defect ("doctor": something is wrong), 2 wrong usage or settings, 3 no valid key,
4 refused by the server, 5 server not reachable, 6 rule of "gate" not met, 7 not settled yet, 130
interrupted.`;

function loadersFor(called: string) {
  const load = called === 'completion' ? undefined : COMMANDS.get(called);
  return load === undefined ? COMMANDS.values() : [load];
}

function versionOf(path: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(path, 'utf8'));
  return version;
}
