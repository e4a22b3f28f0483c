import type { Command } from 'commander';
import type { ServeFlags } from './serve.ts';

/** The server's modules are loaded only here: other commands need just the client. */
async function run(flags: ServeFlags): Promise<void> {
  const { serve } = await import('./serve.ts');
  await serve(flags);
}

export function addServe(program: Command): void {
  withPlace(program.command('serve'))
    .description('run the service')
    .option('--demo', 'show sample data, in a separate installation: <data-dir>-demo')
    .action(run);
}

export function addDemo(program: Command): void {
  withPlace(program.command('demo'))
    .description('run the service with sample data, in a separate installation: <data-dir>-demo')
    .action((flags: ServeFlags) => run({ ...flags, demo: true }));
}

function withPlace(command: Command): Command {
  return command
    .option('--port <number>', 'port to listen on (PORT, 4600)')
    .option('--host <address>', 'address to listen on (HOST, 127.0.0.1)')
    .option('--data-dir <folder>', 'where the embedded database lives (DATA_DIR, ./data)');
}
