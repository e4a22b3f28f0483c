import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeApp, makeVariant, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { sendExact } from '../support/exact-request.ts';
import { expectInvalid } from '../support/expect.ts';

const MISSING = { type: 'missing', msg: 'Field required' };
const NOT_A_STRING = { type: 'string_type', msg: 'Input should be a valid string' };
const NOT_UNICODE = {
  type: 'string_unicode',
  msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
};
const NOT_AN_OBJECT = {
  type: 'model_attributes_type',
  msg: 'Input should be a valid dictionary or object to extract fields from',
};
const NOT_AN_INTEGER = {
  type: 'int_parsing',
  msg: 'Input should be a valid integer, unable to parse string as an integer',
};

onEachEngine((server) => {
  const post = (path: string, body?: string | Uint8Array) =>
    sendExact(server(), { method: 'POST', path, ...(body === undefined ? {} : { body }) });
  const createApp = (body?: string | Uint8Array) => post('/api/apps', body);
  const get = (path: string) => sendExact(server(), { path });
  const invite = async (body: string) => {
    const { id } = await server().owner.fetchOwnOrganization();
    const { default_workspace } = await server().owner.fetchOrganization({
      parameters: { org_id: id },
    });
    return post(`/api/organizations/${id}/workspaces/${default_workspace}/invite`, body);
  };

  describe('422 for a body', () => {
    test('that is missing, empty or null: one fault for the whole body', async () => {
      for (const body of [undefined, '', 'null', ' null ']) {
        expectInvalid(await createApp(body), { loc: ['body'], ...MISSING });
      }
    });

    test('that is not an object', async () => {
      for (const body of ['[]', '"x"', '1', 'true', '[{"app_name":"x"}]']) {
        expectInvalid(await createApp(body), { loc: ['body'], ...NOT_AN_OBJECT });
      }
      expectInvalid(await invite('[1]'), { loc: ['body', 0], ...NOT_AN_OBJECT });
    });

    test('that is not JSON, at the offset in code points, and nothing else', async () => {
      const broken: [string, number][] = [
        ['{', 1],
        ['{"app_name":', 12],
        ['{"app_name": x}', 13],
        ['{"app_name": "\u{1f600}", x}', 18],
        ['{"app_name": NaN}', 13],
        ['{"app_name": Infinity}', 13],
        ['{"app_name": "a"} x', 18],
        ["{'app_name': 1}", 1],
        ['{"app_name": "a",}', 17],
        ['   ', 3],
      ];
      for (const [body, offset] of broken) {
        expectInvalid(await createApp(body), {
          loc: ['body', offset],
          type: 'json_invalid',
          msg: 'JSON decode error',
        });
      }
      const { variant_id } = await makeVariant(server().owner);
      const reply = await post(`/api/variants/${variant_id}/revisions/x/restore`, '{');
      expectInvalid(reply, { loc: ['body', 1], type: 'json_invalid', msg: 'JSON decode error' });
    });

    test('that breaks a limit on JSON, with the reason after a colon', async () => {
      const deep = (levels: number) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1);
      const refusal = async (body: string | Uint8Array) => {
        const reply = await createApp(body);
        const { detail } = reply.body as { detail: { msg: string }[] }; // A 422, checked below.
        expectInvalid(reply, { loc: locOf(detail[0]), type: 'json_invalid' });
        return detail[0]?.msg ?? '';
      };
      expectInvalid(await createApp(deep(64)), { loc: ['body', 'app_name'], ...MISSING });
      assert.equal(await refusal(deep(65)), 'JSON decode error: nesting deeper than 64');
      assert.equal(await refusal(deep(10_000)), 'JSON decode error: nesting deeper than 64');
      const keys = Object.fromEntries(Array.from({ length: 10_001 }, (_, key) => [`k${key}`, 0]));
      const others = [
        '{"app_name":1e400}',
        JSON.stringify({ x: 'x'.repeat(256 * 1024 + 1) }),
        JSON.stringify({ x: Array.from({ length: 50_001 }, () => 0) }),
        JSON.stringify(keys),
        Buffer.from([...Buffer.from('{"app_name":"'), 0xff, 0x22, 0x7d]),
        Buffer.from([...Buffer.from('{"app_name":"'), 0xed, 0xa0, 0x80, 0x22, 0x7d]),
      ];
      for (const body of others) assert.match(await refusal(body), /^JSON decode error: \w/);
    });

    test('with text that is not Unicode, in any value or key, known or not', async () => {
      const text: [string, (string | number)[]][] = [
        ['{"app_name":"\\u0000"}', ['body', 'app_name']],
        ['{"app_name":"\\ud800"}', ['body', 'app_name']],
        ['{"app_name":"\\udc00\\ud800"}', ['body', 'app_name']],
      ];
      for (const [body, loc] of text) expectInvalid(await createApp(body), { loc, ...NOT_UNICODE });
      const inParameters: [string, (string | number)[]][] = [
        ['{"a":["\\u0000"]}', ['body', 'parameters', 'a', 0]],
        ['{"a":{"\\ud800":1}}', ['body', 'parameters', 'a']],
      ];
      const { variant_id } = await makeVariant(server().owner);
      for (const [parameters, loc] of inParameters) {
        const reply = await sendExact(server(), {
          method: 'PUT',
          path: `/api/variants/${variant_id}/parameters`,
          body: `{"parameters":${parameters}}`,
        });
        expectInvalid(reply, { loc, ...NOT_UNICODE });
      }
      const unknown = await createApp(`{"app_name":"${unique('x')}","other":"\\u0000"}`);
      expectInvalid(unknown, { loc: ['body', 'other'], ...NOT_UNICODE });
    });

    test('with a required field that is null or of another type, without coercion', async () => {
      for (const value of ['null', '1', 'true', '[]', '{}']) {
        const reply = await createApp(`{"app_name":${value}}`);
        expectInvalid(reply, { loc: ['body', 'app_name'], ...NOT_A_STRING });
      }
    });

    test('with lists of the wrong type, length or content', async () => {
      const list = { type: 'list_type', msg: 'Input should be a valid list' };
      expectInvalid(await invite('{}'), { loc: ['body'], ...list });
      expectInvalid(await invite('[{"email":"a@b","roles":"viewer"}]'), {
        loc: ['body', 0, 'roles'],
        ...list,
      });
      expectInvalid(await invite('[{"email":"a@b","roles":[]}]'), {
        loc: ['body', 0, 'roles'],
        type: 'too_short',
        msg: 'List should have at least 1 item after validation, not 0',
      });
      const one = { email: 'a@b', roles: ['viewer'] };
      expectInvalid(await invite(JSON.stringify(Array.from({ length: 101 }, () => one))), {
        loc: ['body'],
        type: 'too_long',
        msg: 'List should have at most 100 items after validation, not 101',
      });
      expectInvalid(await invite('[{"email":"a@b","roles":["viewer","chief"]}]'), {
        loc: ['body', 0, 'roles', 1],
        type: 'enum',
        msg: "Input should be 'owner', 'viewer', 'editor', 'evaluator', 'workspace_admin' or 'deployment_manager'",
      });
    });

    test('names only the first 100 faults', async () => {
      const reply = await invite(JSON.stringify(Array.from({ length: 100 }, () => ({}))));
      const expected = Array.from({ length: 50 }, (_, index) => [
        { loc: ['body', index, 'email'], ...MISSING },
        { loc: ['body', index, 'roles'], ...MISSING },
      ]);
      expectInvalid(reply, ...expected.flat());
    });
  });

  describe('422 for a path or query', () => {
    test('with numbers that are malformed or out of bounds', async () => {
      for (const limit of ['x', '1.0', '1e1', '0x1', '%201', 'true']) {
        const reply = await get(`/api/apps?limit=${limit}`);
        expectInvalid(reply, { loc: ['query', 'limit'], ...NOT_AN_INTEGER });
      }
      expectInvalid(await get('/api/apps?limit=0'), {
        loc: ['query', 'limit'],
        type: 'greater_than_equal',
        msg: 'Input should be greater than or equal to 1',
      });
      for (const limit of ['1001', '9'.repeat(400)]) {
        expectInvalid(await get(`/api/apps?limit=${limit}`), {
          loc: ['query', 'limit'],
          type: 'less_than_equal',
          msg: 'Input should be less than or equal to 1000',
        });
      }
      expectInvalid(await post('/api/keys?workspace_id=x&expires_in_days=3651'), {
        loc: ['query', 'expires_in_days'],
        type: 'less_than_equal',
        msg: 'Input should be less than or equal to 3650',
      });
    });

    test('with a key that comes twice: one fault, in field order', async () => {
      const fault = { type: 'value_error' };
      expectInvalid(await get('/api/apps?app_name=a&app_name=a'), {
        loc: ['query', 'app_name'],
        ...fault,
      });
      expectInvalid(
        await get('/api/bases?limit=x&app_id=a&app_id=b'),
        { loc: ['query', 'app_id'], ...fault },
        { loc: ['query', 'limit'], ...NOT_AN_INTEGER },
      );
    });

    test('with text that is not Unicode, except in ids', async () => {
      const reply = await get('/api/apps?app_name=%00');
      expectInvalid(reply, { loc: ['query', 'app_name'], ...NOT_UNICODE });
    });

    test('before the faults of the body', async () => {
      const { variant_id } = await makeVariant(server().owner);
      const path = `/api/variants/${variant_id}/revisions/x/restore`;
      expectInvalid(
        await post(path, '{"commit_message":1}'),
        { loc: ['path', 'revision_number'], ...NOT_AN_INTEGER },
        { loc: ['body', 'commit_message'], ...NOT_A_STRING },
      );
    });
  });

  describe('a field', () => {
    test('that is optional may be null or, in a query, empty', async () => {
      const app_name = unique('app');
      const body = `{"app_name":"${app_name}","organization_id":null,"workspace_id":null}`;
      assert.equal((await createApp(body)).status, 200);
      const reply = await get('/api/apps?app_name=&org_id=&workspace_id=&limit=&cursor=');
      assert.equal(reply.status, 200);
    });

    test('that is unknown is ignored, even if it comes twice', async () => {
      const app_name = unique('app');
      const body = `{"app_name":"${app_name}","color":1,"__proto__":{"x":1},"constructor":[]}`;
      assert.equal((await createApp(body)).status, 200);
      const name = encodeURIComponent(app_name);
      const path = `/api/apps?app_name=${name}&color=1&color=2&__proto__=x&[]=1`;
      assert.deepEqual((await get(path)).body, [{ app_id: await idOf(app_name), app_name }]);
    });

    test('that comes twice in a body counts the last time', async () => {
      const [first, last] = [unique('first'), unique('last')];
      const { body } = await createApp(`{"app_name":"${first}","app_name":"${last}"}`);
      assert.deepEqual(body, { app_id: await idOf(last), app_name: last });
    });
  });

  async function idOf(app_name: string): Promise<string | undefined> {
    const [app] = await server().owner.listApps({ query: { app_name } });
    return app?.app_id;
  }

  describe('a 422 answer', () => {
    test('is not a problem document and never repeats the input', async () => {
      await makeApp(server().owner);
      const reply = await createApp('{"app_name":{"secret":"hunter2"}}');
      assert.equal(
        reply.text,
        JSON.stringify({
          detail: [{ loc: ['body', 'app_name'], msg: NOT_A_STRING.msg, type: 'string_type' }],
        }),
      );
    });
  });
});

function locOf(item: unknown): (string | number)[] {
  const { loc } = item as { loc: (string | number)[] }; // The test compares the rest of the item.
  assert.equal(loc.length, 2);
  assert.equal(typeof loc[1], 'number');
  return loc;
}
