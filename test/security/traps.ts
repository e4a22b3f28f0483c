import { after } from 'node:test';
import { answerJson, startTarget } from '../support/target-server.ts';

/** Sets a trap at each loopback address that is easily reached, all on one port. */
export async function setTraps() {
  const trap = await startTarget(answerJson([{ secret: 'inside' }]));
  after(trap.close);
  const hitsBeside = await setTrapsBeside(trap.port);
  return { trap, hits: () => trap.connections() + hitsBeside() };
}

/** Sets traps beside a target at 127.0.0.1 that may be called; returns their number of hits. */
export async function setTrapsBeside(port: number): Promise<() => number> {
  const started = await Promise.all(
    ['::1', '127.0.0.2'].map((host) =>
      // Not every system has both.
      startTarget(answerJson([]), { host, port }).catch(() => []),
    ),
  );
  const traps = started.flat();
  after(() => Promise.all(traps.map(({ close }) => close())));
  return () => traps.reduce((sum, { connections }) => sum + connections(), 0);
}
