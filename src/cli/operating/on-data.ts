import type { Command } from 'commander';

/** A command that works on the data of an installation, without the service. */
export function onData(parent: Command, name: string): Command {
  return parent
    .command(name)
    .option('--data-dir <folder>', 'where the embedded database lives (DATA_DIR, ./data)')
    .option('--json', 'print what was done as JSON');
}
