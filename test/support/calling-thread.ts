import { setTimeout } from 'node:timers/promises';
import { BroadcastChannel, parentPort, threadId, workerData } from 'node:worker_threads';
import { answerCalls, type CallingRules, rulesIn } from '../../src/outbound/answer-calls.ts';
import { SourceCaller } from '../../src/outbound/call-source.ts';

/** What a test tells its thread beside the rules. */
export interface TestedRules extends CallingRules {
  readonly now: number;
  readonly timeoutMs: number;
  /** Of the channel on which the test answers what addresses a name has. */
  readonly names: string;
}

export interface NameQuestion {
  readonly id: number;
  readonly threadId: number;
  readonly host: string;
}

export interface NameAnswer {
  readonly id: number;
  readonly addresses: readonly string[] | null;
}

/** Looking up these names ends the thread, whatever else it is doing. */
export const DEADLY_NAMES = { exit: 'exit.example', throw: 'throw.example' } as const;

if (parentPort !== null) {
  const { now, timeoutMs, names, ...rules }: TestedRules = workerData;
  const ask = askOn(new BroadcastChannel(names));
  const resolve = async (host: string) => {
    if (host === DEADLY_NAMES.exit) process.exit(3);
    if (host === DEADLY_NAMES.throw) {
      setImmediate(() => {
        throw new Error('thrown in the thread');
      });
      await setTimeout(60_000);
    }
    return ask(host);
  };
  answerCalls(
    parentPort,
    new SourceCaller({ ...rulesIn(rules), resolve }, { now: () => now, timeoutMs }),
  );
}

function askOn(channel: BroadcastChannel): (host: string) => Promise<readonly string[]> {
  const waiting = new Map<number, (addresses: readonly string[] | null) => void>();
  let asked = 0;
  channel.unref();
  channel.onmessage = (event) => {
    const { id, addresses }: NameAnswer = event.data;
    waiting.get(id)?.(addresses);
    waiting.delete(id);
  };
  return async (host) => {
    asked += 1;
    const { promise, resolve } = Promise.withResolvers<readonly string[] | null>();
    waiting.set(asked, resolve);
    const question: NameQuestion = { id: asked, threadId, host };
    channel.postMessage(question);
    const addresses = await promise;
    if (addresses === null) throw new Error(`${host} is not known`);
    return addresses;
  };
}
