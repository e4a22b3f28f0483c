import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Shell } from './shell.ts';
import { isStandardOutput, writeWhole } from './write-whole.ts';

const DOCUMENT = join(import.meta.dirname, '../../openapi.json');

/** `jurybox openapi`: prints the OpenAPI document of this version, without a server. */
export function addOpenApi(program: Command, shell: Shell): void {
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .option('-o, --output <file>', 'write it to a file')
    .option('--json', 'changes nothing: the document is JSON')
    .action(async ({ output }: { output?: string }) => {
      const text = readFileSync(DOCUMENT, 'utf8');
      if (output === undefined || isStandardOutput(output)) shell.print(text.trimEnd());
      else await writeWhole(output, text);
    });
}
