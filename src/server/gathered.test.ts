import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gathered } from './gathered.ts';

const MEBIBYTE = 1024 * 1024;

/** Neighbouring bytes differ, so that a lost or misplaced one shows. */
const BYTES = Buffer.from(Uint32Array.from({ length: MEBIBYTE / 4 }, (_, index) => index).buffer);

function* piecesOf(bytes: Buffer, lengths: readonly number[]): Generator<Buffer> {
  for (let [from, turn] = [0, 0]; from < bytes.length; turn += 1) {
    const to = from + (lengths[turn % lengths.length] ?? 1);
    yield bytes.subarray(from, to);
    from = to;
  }
}

test('returns the bytes in order, whatever the pieces', () => {
  const gathered = new Gathered();
  for (const lengths of [
    [1],
    [1, 70_000],
    [65_536],
    [65_536, 1],
    [17, 4_096, 300_000],
    [MEBIBYTE],
  ]) {
    for (const piece of piecesOf(BYTES, lengths)) gathered.add(piece);
    assert.equal(gathered.size, MEBIBYTE);
    assert.ok(gathered.take().equals(BYTES), `pieces of ${lengths.join(' and ')} bytes`);
    assert.deepEqual([gathered.size, gathered.capacity], [0, 0]);
  }
});

test('takes little more memory than there are bytes', () => {
  const gathered = new Gathered();
  for (const piece of piecesOf(BYTES, [1, 5, 1_000])) {
    gathered.add(piece);
    const spare = gathered.capacity - gathered.size;
    assert.ok(spare >= 0 && spare <= Math.min(gathered.size, 64 * 1024), `${spare} spare bytes`);
  }
});

test('returns no bytes when nothing was added', () => {
  assert.equal(new Gathered().take().length, 0);
});
