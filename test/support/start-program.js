// Starts the bundled program (scripts/build-program.ts), as src/cli/jurybox.js starts the sources.
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { main } = await import('../../src/cli/main.ts');
await main(process.argv);
