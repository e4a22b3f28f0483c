import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { until } from '../support/until.ts';
import { stage } from './support/stage.ts';

const { server, owner, signIn } = stage();

/**
 * What a hostile page tries with the session of its visitor. It is served from another port of the
 * same host: the same site for cookies, another origin for everything else.
 */
const ATTACK = (target: string) => `<!doctype html><title>hostile</title>
<form id="plain" method="post" enctype="text/plain" action="${target}/api/apps" target="sink">
  <input name='{"app_name":"forged","x":"' value='"}'></form>
<form id="form" method="post" action="${target}/api/apps" target="sink">
  <input name="app_name" value="forged"></form>
<iframe name="sink"></iframe><iframe id="frame" src="${target}/apps"></iframe>
<script>
  const seen = [];
  const note = (what) => (text) => seen.push([what, text]);
  const json = { 'content-type': 'application/json' };
  const body = '{"app_name":"forged"}';
  const send = (what, options) =>
    fetch('${target}/api/apps', { credentials: 'include', ...options })
      .then((answer) => answer.text()).then(note(what), () => note(what)('refused'));
  Promise.all([
    send('read', {}),
    send('json', { method: 'POST', headers: json, body }),
    send('simple', { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body }),
  ]).then(() => {
    const sink = document.querySelector('[name=sink]');
    sink.onload = () => {
      sink.onload = () => { document.title = JSON.stringify(seen); };
      document.getElementById('form').submit();
    };
    document.getElementById('plain').submit();
  });
</script>`;

describe('a hostile page of the same site', () => {
  let hostile: Server;
  before(async () => {
    hostile = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(ATTACK(server().url));
    });
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  });
  after(() => hostile.close());

  test('reads nothing, changes nothing and cannot frame a page', async () => {
    await owner().createApp({ body: { app_name: 'secret plans' } });
    const page = await signIn({ expected: /./ });
    const { port } = hostile.address() as AddressInfo; // It listens on a port.
    await page.goto(`http://127.0.0.1:${port}/`);
    await until('everything was tried', async () => (await page.title()).startsWith('['));
    const seen: readonly [string, string][] = JSON.parse(await page.title());
    assert.deepEqual(Object.fromEntries(seen), {
      read: 'refused',
      json: 'refused',
      simple: 'refused',
    });
    const framed = page.frames().filter((frame) => frame.parentFrame() !== null);
    assert.equal(framed.length, 2);
    for (const frame of framed) assert.equal(await frame.locator('#root').count(), 0);
    const names = (await owner().listApps()).map(({ app_name }) => app_name);
    assert.deepEqual(names, ['secret plans']);
  });
});
