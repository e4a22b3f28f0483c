import { after, before, describe } from 'node:test';
import { ENGINES, type EngineName } from './engine-names.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './running-server.ts';

type Body = (server: () => TestServer, engine: EngineName) => void;
type Options = Omit<TestServerOptions, 'engine'>;

/** Runs the same tests against a server on each engine; `server()` works only while they run. */
export function onEachEngine(body: Body, options: Options = {}): void {
  for (const engine of ENGINES) onEngine(engine, body, options);
}

/** For answers that are computed from the request alone, and so the same on every engine. */
export function onOneEngine(body: Body, options: Options = {}): void {
  for (const engine of ENGINES.slice(0, 1)) onEngine(engine, body, options);
}

function onEngine(engine: EngineName, body: Body, options: Options): void {
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
