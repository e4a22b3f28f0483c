import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type ChatStubOptions, startChatStub } from '../../examples/chat-stub/server.ts';
import { startGenerateApp } from '../../examples/generate-app/server.ts';
import { parseAllowList } from '../../src/outbound/allow-list.ts';
import type { SourceAnswer } from '../../src/outbound/call-source.ts';
import {
  type Answerer,
  answerJson,
  answerWithoutEnd,
  redirectTo,
  startTarget,
} from '../support/target-server.ts';
import { until } from '../support/until.ts';
import { baseCall, callerFor, providerCall } from './source-callers.ts';

const CHAT_ANSWER = { choices: [{ message: { content: 'Lima' } }] };

describe('a source that answers', () => {
  test('an app gives its output with cost and usage', async (t) => {
    const app = await startGenerateApp();
    t.after(app.close);
    const answer = await callerFor(t).call(baseCall(app.url));
    assert.ok(answer.outcome === 'answered', JSON.stringify(answer));
    assert.equal(answer.output, 'COUNTRY IS PERU.');
    assert.equal(answer.promptTokens, 1);
    assert.equal(answer.completionTokens, 3);
    assert.ok(answer.cost !== null && answer.cost > 0);
    assert.ok(Number.isInteger(answer.latencyMs));
  });

  test('a provider gives the output of a model', async (t) => {
    const stub = await startStub(t, { apiKey: 'the key of the stub' });
    const call = { ...providerCall(stub.url), apiKey: 'the key of the stub' };
    const answer = await callerFor(t).call(call);
    assert.ok(answer.outcome === 'answered', JSON.stringify(answer));
    assert.equal(answer.output, 'small: Peru?');
    assert.equal(answer.finishReason, 'stop');
    assert.ok(answer.promptTokens !== null && answer.completionTokens === 12);
  });

  test('is called at its path, with its query and the headers of the protocol', async (t) => {
    const target = await startTargetFor(t, answerJson(CHAT_ANSWER));
    const caller = callerFor(t);
    await caller.call(baseCall(`${target.url}/app/`));
    await caller.call({
      ...providerCall(`${target.url}/openai/v1//?api-version=1#fragment`),
      apiKey: 'secret-key',
      headers: { 'X-Title': 'test', Authorization: 'none', Accept: 'text/html' },
    });
    const [app, chat] = target.requests();
    assert.equal(app?.url, '/app/generate');
    assert.equal(app?.headers.authorization, undefined);
    assert.equal(chat?.method, 'POST');
    assert.equal(chat?.url, '/openai/v1/chat/completions?api-version=1');
    assert.equal(chat?.headers.authorization, 'Bearer secret-key');
    assert.equal(chat?.headers.accept, 'application/json');
    assert.equal(chat?.headers['content-type'], 'application/json');
    assert.equal(chat?.headers['x-title'], 'test');
  });

  test('may begin its answer with a byte order mark, and report its own latency', async (t) => {
    const app = await startTargetFor(t, answerBytes('\ufeff{"message":"Lima","latency":2.5}'));
    const answer = await callerFor(t).call(baseCall(app.url));
    assert.ok(answer.outcome === 'answered', JSON.stringify(answer));
    assert.equal(answer.output, 'Lima');
    assert.equal(answer.latencyMs, 2_500);
  });

  test('cannot reveal the credentials of the call', async (t) => {
    const echo: Answerer = (request, response) => {
      const content = `${request.headers.authorization} ${String(request.headers['x-api-key'])}`;
      answerJson({ choices: [{ message: { content } }] })(request, response);
    };
    const target = await startTargetFor(t, echo);
    const call = providerCall(target.url);
    const headers = { 'x-api-key': 'second-key' };
    const answer = await callerFor(t).call({ ...call, apiKey: 'secret-key', headers });
    assert.ok(answer.outcome === 'answered');
    assert.equal(answer.output, `Bearer ${'•'.repeat(10)} ${'•'.repeat(10)}`);
  });
});

describe('a source that fails', () => {
  const FAULTS = [
    ['fail-400', 'rejected', 'never'],
    ['fail-401', 'unauthorized', 'never'],
    ['fail-403', 'unauthorized', 'never'],
    ['fail-404', 'not_found', 'never'],
    ['fail-408', 'timed_out', 'later'],
    ['fail-422', 'rejected', 'never'],
    ['fail-429', 'rate_limited', 'later'],
    ['fail-500', 'provider_error', 'later'],
    ['fail-503', 'provider_error', 'later'],
    ['garbage', 'answer_unreadable', 'never'],
    ['empty', 'answer_empty', 'never'],
    ['invalid-utf8', 'answer_not_text', 'never'],
    ['huge', 'answer_too_large', 'never'],
    ['redirect', 'redirect_refused', 'never'],
    ['broken-off', 'broken_off', 'later'],
  ] as const;

  for (const [model, code, retry] of FAULTS) {
    test(`with ${model} is ${code}, retried ${retry}`, async (t) => {
      const stub = await startStub(t);
      const answer = await callerFor(t).call(providerCall(stub.url, model));
      assertFailed(answer, { code, retry });
      assert.equal(stub.calls(), 1);
    });
  }

  test('works again when it has recovered', async (t) => {
    const stub = await startStub(t);
    const caller = callerFor(t);
    const call = providerCall(stub.url, 'flaky-2');
    assertFailed(await caller.call(call), { code: 'provider_error', retry: 'later' });
    assertFailed(await caller.call(call), { code: 'provider_error', retry: 'later' });
    assert.equal((await caller.call(call)).outcome, 'answered');
  });

  test('by hanging times out', async (t) => {
    const stub = await startStub(t);
    const hanging = await startTargetFor(t, (_request, response) => {
      response.writeHead(200);
      response.write('{');
    });
    const caller = callerFor(t, { timeoutMs: 100 });
    for (const call of [providerCall(stub.url, 'hang'), baseCall(hanging.url)]) {
      assertFailed(await caller.call(call), { code: 'timed_out', retry: 'later' });
    }
  });

  test('by never ending is cut off', async (t) => {
    const target = await startTargetFor(t, answerWithoutEnd);
    const answer = await callerFor(t).call(baseCall(target.url));
    assertFailed(answer, { code: 'answer_too_large', retry: 'never' });
    const failing = await startTargetFor(t, (_request, response) => {
      response.writeHead(500);
      const write = () => {
        if (!response.destroyed) response.write('x'.repeat(10_000), () => setImmediate(write));
      };
      write();
    });
    const failed = await callerFor(t).call(baseCall(failing.url));
    assertFailed(failed, { code: 'provider_error', retry: 'later' });
    assert.equal(failed.raw, 'x'.repeat(2_000));
  });

  test('by being down, or having no address, may be retried', async (t) => {
    const target = await startTarget(answerJson(CHAT_ANSWER));
    await target.close();
    const caller = callerFor(t);
    for (const url of [target.url, 'https://nobody.example']) {
      assertFailed(await caller.call(baseCall(url)), { code: 'unreachable', retry: 'later' });
    }
  });

  test('by answering JSON of another shape is refused', async (t) => {
    const target = await startTargetFor(t, answerJson(['x']));
    const answer = await callerFor(t).call(providerCall(target.url));
    assertFailed(answer, { code: 'answer_unreadable', retry: 'never' });
    assert.equal(answer.raw, '["x"]');
  });

  test('reports when to retry', async (t) => {
    const waits = [
      ['7', 7_000],
      ['Tue, 01 Jan 2030 00:00:30 GMT', 30_000],
      ['whenever', null],
    ] as const;
    for (const [retryAfter, expected] of waits) {
      const target = await startTargetFor(t, (_request, response) => {
        response.writeHead(503, { 'retry-after': retryAfter });
        response.end();
      });
      const answer = await callerFor(t).call(baseCall(target.url));
      assertFailed(answer, { code: 'provider_error', retry: 'later' });
      assert.equal(answer.retryAfterMs, expected);
    }
  });
});

describe('the raw answer of a failure', () => {
  test('is its beginning, in a form that a database can store', async (t) => {
    const target = await startTargetFor(t, answerBytes(`a\u0000b${'é'.repeat(5_000)}`, 400));
    const answer = await callerFor(t).call(baseCall(target.url));
    assertFailed(answer, { code: 'rejected', retry: 'never' });
    assert.equal(answer.raw, `a\ufffdb${'é'.repeat(1_997)}`);
    assert.equal(answer.message.includes('é'), false);
  });

  test('never contains the key or a header of the call, whole or in part', async (t) => {
    const apiKey = `sk-"${'0123456789'.repeat(400)}`;
    const stub = await startStub(t, { apiKey: 'another key' });
    const wrong = await callerFor(t).call({ ...providerCall(stub.url), apiKey });
    assertFailed(wrong, { code: 'unauthorized', retry: 'never' });
    assert.match(wrong.raw ?? '', /Incorrect API key provided: •+/);
    assert.doesNotMatch(wrong.raw ?? '', /0123/);

    const headers = { 'x-anything': 'header-value', 'x-api-token': 'Token abcdefgh' };
    const echoed = `header-value abcdefgh ${'💥'.repeat(980)}${apiKey}`;
    const target = await startTargetFor(t, answerBytes(echoed, 500));
    const failed = await callerFor(t).call({ ...providerCall(target.url), apiKey, headers });
    assertFailed(failed, { code: 'provider_error', retry: 'later' });
    assert.doesNotMatch(failed.raw ?? '', /header-value|abcdefgh|sk-/);
    assert.equal(failed.raw?.length, 2_000);
  });

  test('is masked in the error of a defect too', async (t) => {
    const caller = callerFor(t, {
      isOwn: () => {
        throw new Error('no key secret-key, no header a header of ours, but llm.example');
      },
    });
    const headers = { 'x-title': 'a header of ours' };
    const call = { ...providerCall('http://127.0.0.1:8080'), apiKey: 'secret-key', headers };
    await assert.rejects(caller.call(call), (error) => {
      assert.ok(error instanceof Error);
      assert.match(`${error.message} ${error.stack}`, /llm\.example/);
      assert.doesNotMatch(`${error.message} ${error.stack}`, /secret-key|a header of ours/);
      assert.equal(error.cause, undefined);
      return true;
    });
  });

  test('does not exist for a key that cannot be sent: no call is made', async (t) => {
    const target = await startTargetFor(t, answerJson(CHAT_ANSWER));
    for (const apiKey of ['two\r\nx-lines: 1', 'schlüssel', '\u0000']) {
      const answer = await callerFor(t).call({ ...providerCall(target.url), apiKey });
      assertFailed(answer, { code: 'key_unreadable', retry: 'never' });
    }
    assert.equal(target.connections(), 0);
  });
});

describe('connections', () => {
  test('are reused, and no more are opened than needed', async (t) => {
    const stub = await startStub(t, { delayMs: 5 });
    const caller = callerFor(t);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 64 }, () => caller.call(providerCall(stub.url))));
    }
    assert.equal(stub.calls(), 320);
    assert.ok(stub.connections() <= 64, `${stub.connections()} connections`);
  });

  test('that the other side closed are replaced', async (t) => {
    const target = await startTargetFor(t, (request, response) => {
      response.setHeader('connection', 'close');
      answerJson('Lima')(request, response);
    });
    const caller = callerFor(t);
    for (let round = 0; round < 3; round += 1) {
      assert.equal((await caller.call(baseCall(target.url))).outcome, 'answered');
    }
    assert.equal(target.connections(), 3);
  });

  test('are not reused once a name has other addresses', async (t) => {
    const target = await startTargetFor(t, answerJson('Lima'));
    let addresses = ['127.0.0.1'];
    const caller = callerFor(t, {
      allow: parseAllowList(`127.0.0.1:${target.port}`),
      resolve: async () => addresses,
    });
    const call = baseCall(`http://changing.example:${target.port}`);
    assert.equal((await caller.call(call)).outcome, 'answered');
    for (const changed of [['127.0.0.2'], ['127.0.0.1', '10.0.0.1'], ['169.254.169.254']]) {
      addresses = changed;
      assertFailed(await caller.call(call), { code: 'destination_refused', retry: 'never' });
    }
    addresses = [];
    assertFailed(await caller.call(call), { code: 'unreachable', retry: 'later' });
    assert.equal(target.requests().length, 1);
  });

  test('are aborted when the caller is closed', async (t) => {
    const target = await startTargetFor(t, () => undefined);
    const caller = callerFor(t);
    const call = caller.call(baseCall(target.url));
    await until('the call has arrived', async () => target.requests().length === 1);
    await caller.close();
    assertFailed(await call, { code: 'broken_off', retry: 'later' });
  });

  test('follow no redirect, wherever it leads', async (t) => {
    const trap = await startTargetFor(t, answerJson('inside'));
    for (const status of [301, 302, 303, 307, 308]) {
      const target = await startTargetFor(t, redirectTo(`${trap.url}/generate`, status));
      const answer = await callerFor(t).call(baseCall(target.url));
      assertFailed(answer, { code: 'redirect_refused', retry: 'never' });
    }
    assert.equal(trap.connections(), 0);
  });
});

function assertFailed(
  answer: SourceAnswer,
  expected: { readonly code: string; readonly retry: string },
): asserts answer is Extract<SourceAnswer, { outcome: 'failed' }> {
  assert.ok(answer.outcome === 'failed', JSON.stringify(answer));
  assert.deepEqual({ code: answer.code, retry: answer.retry }, expected);
}

async function startStub(t: TestContext, options: ChatStubOptions = {}) {
  const stub = await startChatStub(options);
  t.after(stub.close);
  return stub;
}

async function startTargetFor(t: TestContext, answer: Answerer) {
  const target = await startTarget(answer);
  t.after(target.close);
  return target;
}

function answerBytes(text: string, status = 200): Answerer {
  return (_request, response) => {
    response.writeHead(status);
    response.end(text);
  };
}
