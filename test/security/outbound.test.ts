import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseAllowList } from '../../src/outbound/allow-list.ts';
import { OutboundRefused, type OutboundRules } from '../../src/outbound/destination.ts';
import { guardedRequest, type OutboundRequest } from '../../src/outbound/guarded-request.ts';
import { resolveHost } from '../../src/outbound/resolve-host.ts';
import { seededRandom } from '../support/seeded-random.ts';
import {
  type Answerer,
  answerJson,
  answerWithoutEnd,
  redirectTo,
  startTarget,
} from '../support/target-server.ts';
import { hostileUrls, LOCAL_NAMES } from './address-spellings.ts';
import { setTraps } from './traps.ts';

/** Public by every rule, but not assigned: a call there reaches no host. */
const UNASSIGNED = '2d00::1';

const { trap, hits } = await setTraps();

describe('G26: calls to other hosts', () => {
  test('reach no host that is not public, in any spelling', async () => {
    const urls = hostileUrls(trap.port);
    assert.ok(new Set(urls).size >= 150, `${urls.length} spellings`);
    const before = hits();
    for (const url of urls) {
      for (const plainHttp of ['refused', 'allowed'] as const) {
        const rules = makeRules({ plainHttp, resolve: resolveHost });
        if (plainHttp === 'allowed' && url === 'http://1.1.1.1/') continue;
        await assert.rejects(guardedRequest(rules, requestTo(url)), OutboundRefused, url);
      }
    }
    assert.equal(hits(), before);
  });

  test('are refused for their address, also where port and protocol are allowed', async () => {
    for (const url of hostileUrls(8080)) {
      if (url === 'http://1.1.1.1/') continue;
      let lookups = 0;
      const rules = makeRules({
        plainHttp: 'allowed',
        resolve: async () => {
          lookups += 1;
          return [];
        },
      });
      await assert.rejects(guardedRequest(rules, requestTo(url)), (error) => {
        assert.ok(error instanceof OutboundRefused, url);
        assert.equal(error.code, lookups === 0 ? 'destination_refused' : 'unreachable', url);
        return true;
      });
    }
  });

  test('are refused for a local name, whatever its address', async () => {
    const lookups: string[] = [];
    const rules = makeRules({
      resolve: async (host) => {
        lookups.push(host);
        return [];
      },
    });
    for (const name of LOCAL_NAMES) {
      await assert.rejects(
        guardedRequest(rules, requestTo(`https://${name}/`)),
        OutboundRefused,
        name,
      );
    }
    assert.deepEqual(lookups, ['localhost.localdomain'], 'it looks like a public name');
  });

  test('reach no host that is not public through a name', async () => {
    const inside = [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      'fe80::1%lo',
    ];
    const before = hits();
    for (const address of inside) {
      for (const addresses of [[address], [UNASSIGNED, address], [address, UNASSIGNED]]) {
        const rules = makeRules({ resolve: async () => addresses });
        const call = guardedRequest(rules, requestTo(`https://rebound.example:${trap.port}/`));
        await assert.rejects(call, /is not a public address|is not allowed/, addresses.join());
        const usual = guardedRequest(rules, requestTo('https://rebound.example/'));
        await assert.rejects(usual, /is not a public address/, addresses.join());
      }
    }
    await assert.rejects(
      guardedRequest(makeRules({ resolve: async () => [] }), requestTo('https://nobody.example/')),
      OutboundRefused,
    );
    assert.equal(hits(), before);
  });

  test('reach nothing inside when a name changes its address, 1,000 times', async () => {
    const random = seededRandom('outbound rebinding');
    const before = hits();
    const attempt = async () => {
      let lookups = random.between(0, 1);
      const rules = makeRules({
        // The port of the trap is allowed everywhere, so that only the address protects it.
        allow: parseAllowList(`[${UNASSIGNED}/128]:${trap.port}`),
        resolve: async () => {
          lookups += 1;
          return lookups % 2 === 0 ? [UNASSIGNED] : ['127.0.0.1'];
        },
      });
      const url = `http://rebound.example:${trap.port}/`;
      await assert.rejects(
        guardedRequest(rules, { ...requestTo(url), timeoutMs: 20 }),
        OutboundRefused,
      );
    };
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 50 }, attempt));
    }
    assert.equal(hits(), before);
  });

  test('reach hosts that the operator allows', async () => {
    const lists = [
      `127.0.0.1:${trap.port}`,
      '127.0.0.0/8',
      `10.0.0.0/8, 127.0.0.0/8:${trap.port}`,
      '0.0.0.0/0',
    ];
    for (const list of lists) {
      for (const url of [trap.url, trap.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')]) {
        const response = await guardedRequest(
          makeRules({ allow: parseAllowList(list) }),
          requestTo(url),
        );
        assert.equal(await textOf(response), '[{"secret":"inside"}]');
      }
    }
    const named = makeRules({
      allow: parseAllowList(`llm.inside:${trap.port}`),
      resolve: async () => ['127.0.0.1'],
    });
    const response = await guardedRequest(named, requestTo(`http://llm.inside:${trap.port}/`));
    assert.equal(response.status, 200);
    assert.equal(trap.requests().at(-1)?.headers.host, `llm.inside:${trap.port}`);
    response.discard();
  });

  test('hit the traps in loopback spellings when everything is allowed', async () => {
    const before = hits();
    const rules = makeRules({ allow: parseAllowList('0.0.0.0/0,[::/0]') });
    for (const host of ['127.1', '0x7f000001', '0177.0.0.1', '①②⑦.0.0.1', '[::ffff:7f00:1]']) {
      await textOf(await guardedRequest(rules, requestTo(`http://${host}:${trap.port}/`)));
    }
    assert.equal(hits(), before + 5);
  });

  test('reach no other port, host or address than an allowed one', async () => {
    const before = hits();
    const rules = makeRules({
      allow: parseAllowList(`127.0.0.1:${trap.port + 1},llm.inside:${trap.port},10.0.0.0/8`),
      resolve: async () => ['127.0.0.1'],
    });
    for (const url of [
      trap.url,
      `http://other.inside:${trap.port}/`,
      `http://localhost:${trap.port}/`,
    ]) {
      await assert.rejects(guardedRequest(rules, requestTo(url)), OutboundRefused, url);
    }
    assert.equal(hits(), before);
  });

  test('reach metadata services by no allowed range or name, only by their own address', async () => {
    const rules = makeRules({
      allow: parseAllowList('0.0.0.0/0,[::/0],cloud.inside:80'),
      resolve: async () => ['169.254.169.254'],
    });
    const urls = [
      'http://169.254.169.254/',
      'http://[::ffff:169.254.169.254]/',
      'http://[64:ff9b::a9fe:a9fe]/',
      'http://[2002:a9fe:a9fe::]/',
      'http://[fd00:ec2::254]/',
      'http://100.100.100.200/',
      'http://cloud.inside/',
    ];
    for (const url of urls) {
      await assert.rejects(guardedRequest(rules, requestTo(url)), /is not a public address/, url);
    }
    const { allowsAddress } = parseAllowList('169.254.169.254:80');
    assert.equal(allowsAddress('169.254.169.254', 80), true);
    assert.equal(allowsAddress('169.254.169.254', 443), false);
  });

  test('never reach this service or its database, whatever is allowed', async () => {
    const before = hits();
    const rules = makeRules({
      allow: parseAllowList(`127.0.0.1:${trap.port},0.0.0.0/0,own.inside:${trap.port}`),
      isOwn: ({ host, port }) => host === '127.0.0.1' && port === trap.port,
      resolve: async () => ['127.0.0.1'],
    });
    for (const url of [trap.url, `http://own.inside:${trap.port}/`]) {
      await assert.rejects(guardedRequest(rules, requestTo(url)), /this service itself/);
    }
    assert.equal(hits(), before);
  });
});

describe('G26: redirects', () => {
  test('are checked like any address', async (t) => {
    const before = hits();
    const locations = [
      trap.url,
      `//127.0.0.1:${trap.port}/`,
      `http://[::1]:${trap.port}/`,
      `http://localhost:${trap.port}/`,
      `http://user:secret@127.0.0.1:${trap.port}/`,
      'file:///etc/passwd',
      'http://[',
      '',
    ];
    for (const location of locations) {
      const { url, allow } = await startAllowed(t, redirectTo(location));
      await assert.rejects(
        guardedRequest(makeRules({ allow }), requestTo(url)),
        OutboundRefused,
        location,
      );
    }
    assert.equal(hits(), before);
  });

  test('are followed at most three times, and not at all with maxRedirects 0', async (t) => {
    const answer: Answerer = (request, response) => {
      const remaining = Number(request.url?.slice(1));
      const next = remaining === 0 ? answerJson(['there']) : redirectTo(`/${remaining - 1}`);
      next(request, response);
    };
    const { url, allow } = await startAllowed(t, answer);
    const rules = makeRules({ allow });
    assert.equal(await textOf(await guardedRequest(rules, requestTo(`${url}/3`))), '["there"]');
    await assert.rejects(guardedRequest(rules, requestTo(`${url}/4`)), /is a redirect/);
    const none = { ...requestTo(`${url}/1`), maxRedirects: 0 };
    await assert.rejects(guardedRequest(rules, none), /is a redirect/);
  });

  test('carry no credentials to another origin', async (t) => {
    const other = await startAllowed(t, answerJson([]));
    const same = await startAllowed(t, (request, response) => {
      const next = request.url === '/first' ? '/second' : `${other.url}/third`;
      redirectTo(next, 307)(request, response);
    });
    const rules = makeRules({ allow: parseAllowList('127.0.0.0/8') });
    const secrets = {
      authorization: 'Bearer secret',
      cookie: 'session=secret',
      'x-api-key': 'secret',
      'webhook-signature': 'secret',
    };
    const headers = { ...secrets, accept: 'application/json' };
    await textOf(await guardedRequest(rules, { ...requestTo(`${same.url}/first`), headers }));
    const [first, second] = same.requests();
    const [third] = other.requests();
    for (const name of Object.keys(secrets)) {
      assert.match(String(first?.headers[name]), /secret/);
      assert.match(String(second?.headers[name]), /secret/);
      assert.equal(third?.headers[name], undefined, name);
    }
    assert.equal(third?.headers.accept, 'application/json');
  });
});

describe('G26: responses', () => {
  test('without a head or without an end are given up at the time limit', async (t) => {
    const silent: Answerer = () => undefined;
    const stuck: Answerer = (_request, response) => {
      response.writeHead(200);
      response.write('[');
    };
    for (const answer of [silent, stuck]) {
      const { url, allow } = await startAllowed(t, answer);
      const call = async () =>
        textOf(await guardedRequest(makeRules({ allow }), { ...requestTo(url), timeoutMs: 100 }));
      await assert.rejects(call(), OutboundRefused);
    }
  });

  test('a name that never resolves is given up', async () => {
    const rules = makeRules({ resolve: () => new Promise(() => undefined) });
    const call = guardedRequest(rules, { ...requestTo('https://silent.example/'), timeoutMs: 50 });
    await assert.rejects(call, /took too long/);
  });

  test('larger than the limit are given up', async (t) => {
    const { url, allow } = await startAllowed(t, answerWithoutEnd);
    const response = await guardedRequest(makeRules({ allow }), requestTo(url));
    await assert.rejects(textOf(response), /larger than/);
  });

  test('that break off are refused', async (t) => {
    const { url, allow } = await startAllowed(t, (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('[', () => response.destroy());
    });
    const response = await guardedRequest(makeRules({ allow }), requestTo(url));
    await assert.rejects(textOf(response), OutboundRefused);
  });
});

describe('the allow list', () => {
  test('is refused with a sentence when it cannot be read', () => {
    const entries = [
      'llm',
      'llm:',
      ':80',
      'llm:99999',
      'llm:0',
      '10.0.0.0/33',
      '10.0.0/8',
      '[::1]',
      'http://x:1',
    ];
    for (const entry of entries) {
      assert.throws(() => parseAllowList(`127.0.0.1:80,${entry}`), /OUTBOUND_ALLOW holds/, entry);
    }
  });
});

function makeRules(overrides: Partial<OutboundRules>): OutboundRules {
  return {
    allow: parseAllowList(''),
    isOwn: () => false,
    plainHttp: 'refused',
    resolve: async (host) => {
      throw new Error(`${host} is not known`);
    },
    ...overrides,
  };
}

function requestTo(url: string): OutboundRequest {
  return {
    url,
    method: 'GET',
    headers: {},
    limitBytes: 1024 * 1024,
    timeoutMs: 10_000,
    maxRedirects: 3,
  };
}

async function textOf({ chunks }: { chunks: () => AsyncIterable<Uint8Array> }): Promise<string> {
  return Buffer.concat(await Array.fromAsync(chunks())).toString();
}

/** Starts a target, with an allow list that permits only it. */
async function startAllowed(t: { after: (run: () => Promise<void>) => void }, answer: Answerer) {
  const target = await startTarget(answer);
  t.after(target.close);
  return { ...target, allow: parseAllowList(`127.0.0.1:${target.port}`) };
}
