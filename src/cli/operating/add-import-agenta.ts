import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import type { ImportAgentaFlags } from './import-agenta-command.ts';

/** `jurybox import agenta`: works on the data itself, like `backup`. */
export function addImportAgenta(imports: Command, shell: Shell): void {
  imports
    .command('agenta')
    .description('import an Agenta database into a workspace')
    .option('--from <place>', 'postgres://… or a folder with exports (AGENTA_DATABASE_URL)')
    .option('--workspace <id>', 'the workspace to import into, by id or name')
    .option('--role <role>', 'the role of imported users in it', 'viewer')
    .option('--dry-run', 'read and report, but write nothing')
    .option(
      '--report <file>',
      'lists every row that was changed or left out',
      'agenta-import.jsonl',
    )
    .option('--data-dir <folder>', 'where the embedded database lives (DATA_DIR, ./data)')
    .option('--json', 'print what was done as JSON')
    .action(async (flags: ImportAgentaFlags) => {
      // Loads the engines only for this command.
      const { runImportAgenta } = await import('./import-agenta-command.ts');
      await runImportAgenta(shell, flags);
    });
}
