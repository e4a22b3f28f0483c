import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import type { ImportAgentaFlags } from './import-agenta-command.ts';

/** `jurybox import agenta`: works on the data itself, as `backup` does. */
export function addImportAgenta(imports: Command, shell: Shell): void {
  imports
    .command('agenta')
    .description('bring everything of an Agenta database into a workspace')
    .option('--from <place>', 'postgres://… or a folder with exports (AGENTA_DATABASE_URL)')
    .option('--workspace <id>', 'the workspace to import into, by id or name')
    .option('--role <role>', 'what imported users may do in it', 'viewer')
    .option('--dry-run', 'read and report, and write nothing')
    .option('--report <file>', 'one line for each thing that changed', 'agenta-import.jsonl')
    .option('--data-dir <folder>', 'where the embedded database lives (DATA_DIR, ./data)')
    .option('--json', 'print what was done as JSON')
    .action(async (flags: ImportAgentaFlags) => {
      // The engines are loaded for this command alone.
      const { runImportAgenta } = await import('./import-agenta-command.ts');
      await runImportAgenta(shell, flags);
    });
}
