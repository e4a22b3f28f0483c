import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { readConfiguration } from '../../src/server/configuration.ts';
import { makeApp } from '../support/builders.ts';
import { ENGINES } from '../support/engine-names.ts';
import { ALLOW_LOOPBACK, finishedRun, makeRunnable } from '../support/generation.ts';
import { answerChat, makeProvider } from '../support/providers.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { startTestServer } from '../support/running-server.ts';
import { startTarget } from '../support/target-server.ts';
import { until } from '../support/until.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN = 'b7ad6b7169203331';

describe('traces', () => {
  for (const engine of ENGINES) {
    test(`show a request, its statements and its calls, on ${engine}`, async (t) => {
      const collector = await startCollector(t);
      const target = await startTarget(answerChat);
      t.after(target.close);
      const server = await startTestServer({
        engine,
        environment: {
          ...ALLOW_LOOPBACK,
          OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
          OTEL_EXPORTER_OTLP_HEADERS: 'x-team=a%20b',
          OTEL_SERVICE_NAME: 'juries',
        },
      });
      t.after(() => server.stop());
      const { app_id } = await makeApp(server.owner);
      const provider = await makeProvider(server.owner, { base_url: target.url });
      const ask = (path: string, flags: string, body?: object) =>
        fetch(`${server.url}/api${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            authorization: OWNER_KEY,
            traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-${flags}`,
            'content-type': 'application/json',
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }).then((response) => response.text());
      await ask(`/apps/${app_id}`, '00');
      await ask(`/apps/${app_id}`, '01');
      await ask(`/providers/${provider.id}/test`, '01', { model: 'm' });
      const evaluation = await makeRunnable(server.owner, {
        rows: 1,
        parameters: [{}, {}],
        uri: target.url,
      });
      const { evaluation_id } = evaluation;
      await server.owner.startGeneration({ parameters: { evaluation_id }, body: {} });
      await finishedRun(server.owner, evaluation);
      await until('all spans have arrived', async () => {
        const spans = collector.spans();
        const isOfRun = spans.some(
          ({ name, parentSpanId }) => isCall(name) && parentSpanId === undefined,
        );
        return isOfRun && spans.some(({ name }) => name === 'testProvider');
      });
      const own = collector.spans().filter(({ traceId }) => traceId === TRACE_ID);
      const requests = own.filter(({ parentSpanId }) => parentSpanId === CALLER_SPAN);
      assert.deepEqual(requests.map(({ name }) => name).sort(), ['fetchApp', 'testProvider']);
      for (const request of requests) {
        assert.equal(request.kind, 2);
        assert.equal(valueOf(request, 'http.response.status_code'), '200');
        const parts = own.filter(({ parentSpanId }) => parentSpanId === request.spanId);
        assert.ok(parts.some((part) => valueOf(part, 'db.query.summary')?.startsWith('select_')));
        for (const part of parts) {
          assert.ok(BigInt(part.startTimeUnixNano) >= BigInt(request.startTimeUnixNano));
          assert.ok(BigInt(part.endTimeUnixNano) <= BigInt(request.endTimeUnixNano));
        }
      }
      const call = own.find(({ name }) => isCall(name));
      assert.equal(
        call?.parentSpanId,
        requests.find(({ name }) => name === 'testProvider')?.spanId,
      );
      const [providerCall] = target.requests();
      assert.equal(providerCall?.headers['traceparent'], `00-${TRACE_ID}-${call?.spanId}-01`);
      assert.equal(collector.headers()['x-team'], 'a b');
      assert.match(collector.received(), /"service\.name","value":\{"stringValue":"juries"\}/);
      assert.ok(!collector.received().includes(app_id), 'spans contain no values');
    });
  }

  test('are dropped without harm when no collector takes them', async (t) => {
    const closed = await startCollector(t);
    await closed.close();
    const server = await startTestServer({
      engine: 'sqlite',
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: closed.url },
    });
    t.after(() => server.stop());
    await until('spans are dropped', async () => {
      await server.owner.listApps();
      return /^jurybox_spans_total\{outcome="dropped"\} [1-9]/m.test(
        await server.owner.readMetrics(),
      );
    });
    assert.equal((await server.owner.reply.checkReadiness()).status, 200);
    assert.doesNotMatch(server.logs(), /"level":50/);
  });

  test('are off without a collector, and unusable settings are refused', async () => {
    assert.equal(readConfiguration({}, {}).tracing, undefined);
    const url = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    for (const wrong of [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' },
      { ...url, OTEL_EXPORTER_OTLP_HEADERS: 'none' },
      { ...url, OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' },
    ]) {
      assert.throws(() => readConfiguration({}, wrong), { name: 'ConfigurationError' });
    }
  });
});

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { key: string; value: Readonly<Record<string, string>> }[];
}

function isCall(name: string): boolean {
  return name.startsWith('POST 127.0.0.1:');
}

function valueOf({ attributes }: Span, name: string): string | undefined {
  const found = attributes.find(({ key }) => key === name);
  return Object.values(found?.value ?? {})[0];
}

/** Starts a collector that records spans. */
async function startCollector(t: TestContext) {
  let received = '';
  let headers: IncomingHttpHeaders = {};
  const spans: Span[] = [];
  const take = async (request: IncomingMessage) => {
    assert.equal(`${request.method} ${request.url}`, 'POST /v1/traces');
    ({ headers } = request);
    const body = await readText(request);
    received += body;
    spans.push(...JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
  };
  const server = createServer((request, response) => {
    void take(request).then(() => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  t.after(close);
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => spans,
    headers: () => headers,
    received: () => received,
    close,
  };
}
