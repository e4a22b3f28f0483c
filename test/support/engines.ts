import { after, before, describe } from 'node:test';
import { ENGINES, type EngineName } from './engine-names.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './running-server.ts';

/** Runs the same tests against a server on each engine; `server()` is there once they run. */
export function onEachEngine(
  body: (server: () => TestServer, engine: EngineName) => void,
  options: Omit<TestServerOptions, 'engine'> = {},
): void {
  for (const engine of ENGINES) {
    describe(`on ${engine}`, () => {
      let running: TestServer | undefined;
      before(async () => {
        running = await startTestServer({ ...options, engine });
      });
      after(() => running?.stop());
      body(() => {
        if (running === undefined) throw new Error('The server runs only while tests run.');
        return running;
      }, engine);
    });
  }
}
