import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SourceAnswer } from '../../src/outbound/call-source.ts';
import { ThreadCaller } from '../../src/outbound/thread-caller.ts';
import { baseCall, callerInThread, providerCall } from '../outbound/source-callers.ts';
import { DEADLY_NAMES } from '../support/calling-thread.ts';
import { answerJson, startTarget } from '../support/target-server.ts';
import { until } from '../support/until.ts';

const NO_RULES = { allow: '', own: new Set<string>(), plainHttp: 'refused' } as const;

describe('a thread that calls sources', () => {
  for (const [way, name] of Object.entries(DEADLY_NAMES)) {
    test(`and dies by ${way}: calls under way are broken off, the next are made`, async (t) => {
      let isAnswering = false;
      const target = await startTarget((request, response) => {
        if (isAnswering) answerJson('Lima')(request, response);
      });
      t.after(target.close);
      const crashes: Error[] = [];
      const caller = callerInThread(t, { onCrash: (error) => crashes.push(error) });
      const underWay = Array.from({ length: 5 }, () => caller.call(baseCall(target.url)));
      await until('all calls have arrived', async () => target.requests().length === 5);
      const deadly = caller.call(baseCall(`https://${name}`));
      for (const answer of await Promise.all([...underWay, deadly])) assertBrokenOff(answer);
      assert.equal(crashes.length, 1);
      assert.match(crashes[0]?.message ?? '', /ended with code 3|thrown in the thread/);
      isAnswering = true;
      assert.equal((await caller.call(baseCall(target.url))).outcome, 'answered');
      assert.equal(crashes.length, 1);
    });
  }

  test('ends with its calls when it is closed, and is not started again', async (t) => {
    const target = await startTarget(() => undefined);
    t.after(target.close);
    const caller = callerInThread(t);
    const call = caller.call(baseCall(target.url));
    await until('the call has arrived', async () => target.requests().length === 1);
    await caller.close();
    assertBrokenOff(await call);
    await until('its connection is gone', async () => isGone(target.requests()[0]));
    assertBrokenOff(await caller.call(baseCall(target.url)));
    assert.equal(target.requests().length, 1);
  });

  test('is started before its first call when it is told to get ready, and not once closed', async (t) => {
    const crashes: Error[] = [];
    const entry = new URL('data:text/javascript,process.exit(3)');
    const onCrash = (error: Error) => crashes.push(error);
    const caller = new ThreadCaller({ rules: NO_RULES, onCrash, entry });
    t.after(() => caller.close());
    caller.getReady();
    caller.getReady();
    await until('the thread was there', async () => crashes.length > 0);
    await caller.close();
    caller.getReady();
    assertBrokenOff(await caller.call(baseCall('https://app.example')));
    assert.equal(crashes.length, 1);
  });

  test('ends when it has nothing to do for a while, and another one begins', async (t) => {
    const target = await startTarget(answerJson('Lima'));
    t.after(target.close);
    const threads = new Set<number>();
    const caller = callerInThread(t, {
      idleMs: 10,
      resolve: async () => ['127.0.0.1'],
      onLookUp: (threadId) => threads.add(threadId),
    });
    const call = baseCall(`http://named.example:${target.port}`);
    await until('another thread makes the calls', async () => {
      assert.equal((await caller.call(call)).outcome, 'answered');
      await setTimeout(50);
      return threads.size === 2;
    });
  });

  test('does not keep an idle process alive', async (t) => {
    const target = await startTarget(answerJson('Lima'));
    t.after(target.close);
    const script = fileURLToPath(new URL('../support/one-call.ts', import.meta.url));
    const child = spawn(process.execPath, [script, target.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.equal(output.trim(), 'answered');
  });

  test('tells of a defect without what the call carried', async (t) => {
    const entry = new URL('../support/defective-calling-thread.ts', import.meta.url);
    const caller = new ThreadCaller({ rules: NO_RULES, onCrash: () => {}, entry });
    t.after(() => caller.close());
    const call = providerCall('https://llm.example');
    const headers = { 'x-title': 'a header of ours' };
    await assert.rejects(caller.call({ ...call, apiKey: 'secret-key', headers }), (error) => {
      const { message } = error as Error; // The thread hands over nothing else.
      assert.match(message, /llm\.example/);
      assert.doesNotMatch(message, /secret-key|a header of ours/);
      return true;
    });
  });
});

function assertBrokenOff(answer: SourceAnswer): void {
  assert.ok(answer.outcome === 'failed', JSON.stringify(answer));
  assert.deepEqual([answer.code, answer.retry], ['broken_off', 'later']);
}

function isGone(request: { readonly socket: { readonly destroyed: boolean } } | undefined) {
  return request?.socket.destroyed === true;
}
