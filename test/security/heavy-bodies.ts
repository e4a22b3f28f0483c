import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { rounds } from '../support/effort.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import type { Attack } from './attacks.ts';

const MEBIBYTE = 1024 * 1024;

const JSON_BODY = { authorization: OWNER_KEY, 'content-type': 'application/json' };
const FORM = { authorization: OWNER_KEY, 'content-type': 'multipart/form-data; boundary=x' };
const GZIP = { 'content-encoding': 'gzip' };

/** Nearly the largest file that is accepted, or a smaller one in a short run. */
const FILE_BYTES = rounds({ short: 12, long: 48 }) * MEBIBYTE;

/** Bodies that are larger than allowed, or than they look. */
export function* heavyBodies(appId: string): Generator<Attack> {
  const rows = `/api/testsets/${appId}`;
  const places = [
    { path: '/api/auth/login', headers: { 'content-type': 'application/json' } },
    { path: '/api/apps', headers: JSON_BODY },
    { path: rows, headers: JSON_BODY },
    { path: '/api/testsets/upload', headers: FORM },
  ];
  const block = Buffer.alloc(MEBIBYTE, 'x');
  for (const { path, headers } of places) {
    const declared = { ...headers, 'content-length': String(100 * MEBIBYTE) };
    yield post('100 MiB declared', path, declared, repeat(block, 100));
    const endless = { ...headers, 'transfer-encoding': 'chunked' };
    yield post('100 MiB in chunks', path, endless, repeat(inChunk(block), 100));
  }
  const deep = '['.repeat(FILE_BYTES / 2) + ']'.repeat(FILE_BYTES / 2);
  const line = 'x'.repeat(FILE_BYTES);
  const bomb = gzipSync(Buffer.alloc(rounds({ short: 50, long: 200 }) * MEBIBYTE, 'x'));
  yield postWhole('deep JSON', '/api/apps', JSON_BODY, deep.slice(0, MEBIBYTE - 1));
  yield postWhole('deep JSON', rows, JSON_BODY, `{"name":"deep","csvdata":[{"a":${deep}}]}`);
  yield postWhole(
    'deep JSON',
    '/api/testsets/upload',
    FORM,
    file(appId, 'JSON', `[{"a":${deep}}]`),
  );
  const wide = `[{"a":[${'{},'.repeat(FILE_BYTES / 3)}{}]}]`;
  yield postWhole('many values', '/api/testsets/upload', FORM, file(appId, 'JSON', wide));
  for (const content of [
    `a\n${line}\n`,
    `a\n"${line}`,
    `a\n"${'""'.repeat(FILE_BYTES / 2)}"\n`,
    'a,'.repeat(FILE_BYTES / 2),
  ]) {
    yield postWhole('long CSV', '/api/testsets/upload', FORM, file(appId, 'CSV', content));
  }
  const jsonLine = file(appId, 'JSONL', `{"a":"${line}"}\n`);
  yield postWhole('long lines', '/api/testsets/upload', FORM, jsonLine);
  yield postWhole('gzip bombs', '/api/apps', { ...JSON_BODY, ...GZIP }, bomb);
  yield postWhole('gzip bombs', rows, { ...JSON_BODY, ...GZIP }, bomb);
  yield postWhole('gzip bombs', '/api/testsets/upload', FORM, file(appId, 'CSV', bomb));
  const tight = gzipSync(file(appId, 'JSONL', `{"a":"${nearlyTenfold(2 * FILE_BYTES)}"}`));
  yield postWhole('gzip bombs', '/api/testsets/upload', { ...FORM, ...GZIP }, tight);
}

/** Each chunk holds one byte, and becomes a separate buffer in the server. */
export function oneByteChunks(path: string, count: number): Attack {
  const chunks = Buffer.from('1\r\nx\r\n'.repeat(10_000));
  const headers = { ...JSON_BODY, 'transfer-encoding': 'chunked' };
  return post('one-byte chunks', path, headers, endedBy(repeat(chunks, count / 10_000)));
}

function post(
  kind: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  pieces: Iterable<Uint8Array | string>,
): Attack {
  return { kind, method: 'POST', path, headers, pieces };
}

function postWhole(
  kind: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | string,
): Attack {
  const length = String(Buffer.byteLength(body));
  return post(kind, path, { ...headers, 'content-length': length }, [body]);
}

function file(appId: string, type: string, content: Uint8Array | string): Buffer {
  const field = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="rows"\r\n\r\n';
  return Buffer.concat([
    Buffer.from(field('app_id', appId) + field('upload_type', type) + head),
    Buffer.from(content),
    Buffer.from('\r\n--x--\r\n'),
  ]);
}

/** Text that gzip shrinks about nine times: just below the ratio that is refused. */
function nearlyTenfold(bytes: number): string {
  const noise = () => randomBytes(768).toString('base64');
  const unit = () => noise() + 'x'.repeat(7_500 - 1024);
  return Array.from({ length: Math.ceil(bytes / 7_500) }, unit).join('');
}

function inChunk(bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
}

function* repeat(piece: Uint8Array, times: number): Generator<Uint8Array> {
  for (let time = 0; time < times; time += 1) yield piece;
}

function* endedBy(pieces: Iterable<Uint8Array>): Generator<Uint8Array | string> {
  yield* pieces;
  yield '0\r\n\r\n';
}
