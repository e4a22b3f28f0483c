import type { Command } from 'commander';
import { addImportAgenta } from '../operating/add-import-agenta.ts';
import { plainText } from '../plain-text.ts';
import { readUpload } from '../read-argument.ts';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';

/** `jurybox import outputs EVALUATION FILE` and `jurybox import agenta` */
export function addImport(program: Command, shell: Shell): void {
  const imports = program
    .command('import')
    .description('import outputs from a file, or everything from Agenta');
  withCommonOptions(imports.command('outputs <evaluation> <file>'))
    .description('import outputs: one column per variant, titled with its name')
    .action(withKey(shell, importOutputs));
  addImportAgenta(imports, shell);
}

async function importOutputs(
  { client, shell, show }: Session,
  evaluation_id: string,
  path: string,
): Promise<void> {
  const file = await readUpload(shell, path);
  const imported = await client.importOutputs({ parameters: { evaluation_id }, body: { file } });
  show(imported, () => `Imported ${imported.outputs} outputs from ${imported.rows} rows.`);
  if (imported.left_out.length === 0) return;
  const { variant_names } = await client.fetchHumanEvaluation({ parameters: { evaluation_id } });
  shell.say(
    plainText(
      `Left out, because no variant has this name: ${imported.left_out.join(', ')}. The variants: ${variant_names.join(', ')}.`,
    ),
  );
}
