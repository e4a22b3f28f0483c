import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeBase, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { sendExact } from '../support/exact-request.ts';

/** Parameters that must come back as the same text. */
const UNCHANGED = [
  '{}',
  '{"z":1,"a":2,"m":{"y":[],"b":{}}}',
  '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"toString":null}',
  '{"":"","  ":" ","\\"":"\\\\","a/b":"~","a.b":1,"$ref":"#"}',
  '{"unicode":"\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u00e9 e\u0301 \u202e \ufeff \ufffd \u{10ffff}"}',
  '{"control":"\\u0001\\b\\t\\n\\f\\r\\u001f\u007f\u2028\u2029"}',
  '{"numbers":[0,1,-1,0.1,1.5,1e+21,1e-7,5e-324,1.7976931348623157e+308,9007199254740991]}',
  '{"words":[true,false,null,"true","null","0",""]}',
  '{"nested":[[],[[]],[{}],[[{"a":[null]}]]]}',
  '{"html":"<script>alert(1)</script>&amp;","sql":"\'; DROP TABLE apps; --","template":"{{x}} {y}"}',
];

/** Parameters that come back as another text, and that text. */
const NORMALISED = [
  ['{ "a" : 1 ,\n"b":[ 1 , 2 ] }', '{"a":1,"b":[1,2]}'],
  ['{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
  ['{"a":1.0,"b":1e2,"c":1E-2,"d":-0.0}', '{"a":1,"b":100,"c":0.01,"d":0}'],
  ['{"a":12345678901234567890,"b":0.1000000000000000055}', '{"a":12345678901234567000,"b":0.1}'],
  ['{"a":"\\u0041\\/\\ud83d\\ude00"}', '{"a":"A/\u{1f600}"}'],
  ['{"b":0,"10":1,"9":2}', '{"9":2,"10":1,"b":0}'],
] as const;

onEachEngine((server) => {
  describe('free JSON', () => {
    async function store(parameters: string): Promise<string> {
      const { base_id } = await makeBase(server().owner);
      const name = unique('v');
      const body = `{"base_id":"${base_id}","new_variant_name":"${name}","new_config_name":"${name}","parameters":${parameters}}`;
      const made = await sendExact(server(), {
        method: 'POST',
        path: '/api/variants/from-base',
        body,
      });
      assert.equal(made.status, 200, made.text);
      const { variant_id } = made.body as { variant_id: string }; // Its shape is tested elsewhere.
      const paths = [
        `/api/variants/${variant_id}`,
        `/api/variants/${variant_id}/revisions/1`,
        `/api/configs?base_id=${base_id}&config_name=${encodeURIComponent(name)}`,
      ];
      const texts = [parametersIn(made.text)];
      for (const path of paths)
        texts.push(parametersIn((await sendExact(server(), { path })).text));
      assert.equal(new Set(texts).size, 1, texts.join('\n'));
      return texts[0] ?? '';
    }

    test('comes back byte for byte, everywhere it is shown', async () => {
      for (const text of UNCHANGED) assert.equal(await store(text), text);
    });

    test('is normalised: spacing, repeated keys, forms of numbers and escapes', async () => {
      for (const [sent, stored] of NORMALISED) assert.equal(await store(sent), stored);
    });

    test('may be 64 levels deep with the body around it', async () => {
      const levels = 63;
      const text = `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
      assert.equal(await store(text), text);
    });

    test('may have any number of keys, elements and characters below its size', async () => {
      const keys = Object.fromEntries(Array.from({ length: 10_001 }, (_, key) => [`k${key}`, 0]));
      for (const value of [
        { list: Array.from({ length: 50_001 }, () => 0) },
        { text: 'x'.repeat(256 * 1024 + 1) },
        keys,
      ]) {
        const text = JSON.stringify(value);
        assert.ok((await store(text)) === text);
      }
    });

    test('never reaches the prototypes of the process', async () => {
      await store('{"__proto__":{"polluted":"yes"}}');
      assert.equal(Reflect.get({}, 'polluted'), undefined);
    });
  });
});

/** The text of the `parameters` member, cut out so that no parser touches it. */
function parametersIn(text: string): string {
  const from = text.indexOf('"parameters":') + '"parameters":'.length;
  let depth = 0;
  let isInString = false;
  for (let index = from; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0 && !isInString) return text.slice(from, index + 1);
  }
  return '';
}
