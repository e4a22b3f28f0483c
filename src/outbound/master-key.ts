import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
const HEX = /^[\da-f]{64}$/i;
const BASE64 = /^[A-Za-z\d+/_-]{43}=?$/;

/** Reads 32 bytes in hex or base64; throws a sentence that does not repeat the text. */
export function parseMasterKey(text: string): Buffer {
  const trimmed = text.trim();
  if (HEX.test(trimmed)) return Buffer.from(trimmed, 'hex');
  const bytes = BASE64.test(trimmed) ? Buffer.from(trimmed, 'base64') : Buffer.of();
  if (bytes.length === KEY_BYTES) return bytes;
  throw new Error(
    'The master key must be 32 bytes in base64 or hex: make one with "openssl rand -base64 32".',
  );
}

/** A key for one purpose, which reveals nothing about the master key. */
export function derivedKey(masterKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `jurybox ${purpose}`, KEY_BYTES));
}
