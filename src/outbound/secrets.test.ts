import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { parseMasterKey } from './master-key.ts';
import { makeVault, type SecretPlace, SecretUnreadable } from './secrets.ts';

const PLACE: SecretPlace = {
  workspaceId: 'workspace',
  recordId: 'record',
  kind: 'provider-key',
  origin: 'https://models.example',
};

describe('a vault', () => {
  const vault = makeVault(randomBytes(32));

  test('opens what it sealed, for the same place', () => {
    for (const secret of ['', 'sk-1', 'ключ 🔑', 'x'.repeat(100_000)]) {
      const sealed = vault.seal(secret, PLACE);
      assert.match(sealed, /^v1\.[\w-]{12}\.[\w-]+$/);
      assert.equal(vault.open(sealed, { ...PLACE }), secret);
    }
  });

  test('seals a secret differently each time, and never contains it', () => {
    const secret = 'canary-of-a-secret';
    const sealed = Array.from({ length: 1_000 }, () => vault.seal(secret, PLACE));
    assert.equal(new Set(sealed).size, sealed.length);
    const bytes = sealed.map((text) => Buffer.from(text.split('.')[2] ?? '', 'base64url'));
    for (const each of bytes) assert.ok(!each.includes(secret));
  });

  test('refuses a secret of another place', () => {
    const sealed = vault.seal('secret', PLACE);
    const others: Partial<SecretPlace>[] = [
      { workspaceId: 'another' },
      { recordId: 'another' },
      { kind: 'provider-headers' },
      { origin: 'https://other.example' },
      { origin: 'http://models.example' },
      { origin: 'https://models.example:8443' },
      // The same characters, cut in another place.
      { workspaceId: 'workspacere', recordId: 'cord' },
      { workspaceId: 'workspace","record', recordId: '' },
    ];
    for (const other of others) {
      const open = () => vault.open(sealed, { ...PLACE, ...other });
      assert.throws(open, SecretUnreadable, JSON.stringify(other));
    }
  });

  test('refuses an altered secret', () => {
    const sealed = vault.seal('secret', PLACE);
    const [version = '', keyId = '', content = ''] = sealed.split('.');
    const bytes = Buffer.from(content, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      const text = [version, keyId, altered.toString('base64url')].join('.');
      assert.throws(() => vault.open(text, PLACE), SecretUnreadable);
    }
    const cut = [version, keyId, bytes.subarray(0, 20).toString('base64url')].join('.');
    for (const text of ['', 'secret', `v2.${keyId}.${content}`, `${version}.${keyId}`, cut]) {
      assert.throws(() => vault.open(text, PLACE), SecretUnreadable, text);
    }
  });

  test('refuses a secret of another master key, in a message without the secret', () => {
    const other = makeVault(randomBytes(32));
    assert.notEqual(other.keyId, vault.keyId);
    const open = () => other.open(vault.seal('canary', PLACE), PLACE);
    assert.throws(open, (error: Error) => {
      assert.match(error.message, /another master key\. Enter it again\.$/);
      return !error.message.includes('canary');
    });
  });

  test('is the same for the same master key', () => {
    const key = randomBytes(32);
    const [here, there] = [makeVault(key), makeVault(Buffer.from(key))];
    assert.equal(here.keyId, there.keyId);
    assert.equal(there.open(here.seal('secret', PLACE), PLACE), 'secret');
    assert.ok(!key.toString('base64url').includes(here.keyId));
  });
});

describe('a master key', () => {
  test('is read from hex and base64, with or without padding and line end', () => {
    const key = randomBytes(32);
    const hex = key.toString('hex');
    const texts = [
      hex,
      hex.toUpperCase(),
      key.toString('base64'),
      key.toString('base64url'),
      `  ${key.toString('base64')}\n`,
    ];
    for (const text of texts) assert.deepEqual(parseMasterKey(text), key);
  });

  test('is refused when it is not 32 bytes, without repeating it', () => {
    const texts = [
      '',
      'canary',
      randomBytes(31).toString('hex'),
      randomBytes(33).toString('base64'),
      `${randomBytes(32).toString('hex')}0`,
      'g'.repeat(64),
    ];
    for (const text of texts) {
      assert.throws(
        () => parseMasterKey(text),
        ({ message }: Error) =>
          /32 bytes/.test(message) && (text === '' || !message.includes(text)),
      );
    }
  });
});
