import { Command } from 'commander';
import { serve } from './serve.ts';

/** The command line: `jurybox serve`. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('jurybox')
    .description('Settles which variant of an LLM application is better by asking people, blind.')
    .showHelpAfterError();
  program
    .command('serve', { isDefault: true })
    .description('run the service')
    .option('--port <number>', 'port to listen on (PORT, 4600)')
    .option('--host <address>', 'address to listen on (HOST, 127.0.0.1)')
    .option('--data-dir <folder>', 'where the embedded database lives (DATA_DIR, ./data)')
    .action(serve);
  await program.parseAsync([...argv]);
}
