import type { Command } from 'commander';
import type { ServeFlags } from './serve.ts';

/** The rest of the house is loaded when the service starts: other commands only need the client. */
async function run(flags: ServeFlags): Promise<void> {
  const { serve } = await import('./serve.ts');
  await serve(flags);
}

export function addServe(program: Command): void {
  withPlace(program.command('serve'))
    .description('run the service')
    .option('--demo', 'show sample data, in an installation of its own: <data-dir>-demo')
    .action(run);
}

export function addDemo(program: Command): void {
  withPlace(program.command('demo'))
    .description('run the service with sample data, in an installation of its own: <data-dir>-demo')
    .action((flags: ServeFlags) => run({ ...flags, demo: true }));
}

function withPlace(command: Command): Command {
  return command
    .option('--port <number>', 'port to listen on (PORT, 4600)')
    .option('--host <address>', 'address to listen on (HOST, 127.0.0.1)')
    .option('--data-dir <folder>', 'where the embedded database lives (DATA_DIR, ./data)');
}
