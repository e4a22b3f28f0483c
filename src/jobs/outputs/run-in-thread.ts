import type { MessagePort } from 'node:worker_threads';
import { openVault } from '../../operations/system/open-vault.ts';
import { SourceCaller } from '../../outbound/call-source.ts';
import { rulesFrom } from '../../outbound/calling-rules.ts';
import { Db } from '../../storage/database.ts';
import { openInThread } from '../../storage/engines/thread-access.ts';
import type { EngineKind } from '../../storage/statement.ts';
import { GenerationRunner } from './generation-runner.ts';
import type { FromRunner, RunnerData, ToRunner } from './runner-messages.ts';

/** Runs the generation runner in its thread, until it is stopped or has no work left. */
export async function runInThread(
  port: MessagePort,
  { access, keys, rules, tracing, workerId, idleMs, ...start }: RunnerData,
): Promise<void> {
  const engine = await openInThread(access);
  const openDb = () => new Db(engine);
  let { aheadMs } = start;
  const clock = () => Date.now() - aheadMs;
  const send = (message: FromRunner) => port.postMessage(message);
  const tracer = await openTracer(tracing, engine.kind);
  const trace = tracer === undefined ? {} : { trace: tracer.beginCall };
  const runner = new GenerationRunner({
    openDb,
    workerId,
    vault: await openVault(openDb(), keys),
    caller: new SourceCaller({ ...rulesFrom(rules), ...trace }, { now: clock }),
    clock,
    random: Math.random,
    idleMs,
    announce: (evaluationId) => send({ kind: 'progress', evaluationId }),
    onCall: (outcome) => send({ kind: 'call', outcome }),
    onStall: (stall) => send({ kind: 'stall', stall }),
    onError: (error) => send({ kind: 'error', error: plainError(error) }),
    onIdle: () => void end(),
  });
  const end = async (): Promise<void> => {
    await runner.stop();
    await tracer?.close();
    await engine.close();
    process.exit(0);
  };
  port.on('message', (message: ToRunner) => {
    switch (message.kind) {
      case 'change':
        return runner.noteChange();
      case 'clock':
        aheadMs = message.aheadMs;
        return;
      case 'share':
        return runner.takeShare(message.share);
      case 'stop':
        return void end();
    }
  });
  runner.start();
}

/** Loads the tracer only where traces are collected. */
async function openTracer(settings: RunnerData['tracing'], engine: EngineKind) {
  if (settings === undefined) return undefined;
  const { Tracer } = await import('../../outbound/tracer.ts');
  return new Tracer(settings, engine);
}

/** Other properties of an error might not be cloneable to another thread. */
function plainError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const { message, stack } = error;
  return Object.assign(new Error(message), { stack });
}
