import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';
import { Problem } from '../contract/problems.ts';
import { type Spooled, spool } from './spool.ts';

const FIELD_LIMIT_BYTES = 64 * 1024;
const MAX_FIELDS = 20;

/** The form field whose content is a file. */
const FILE_FIELD = 'file';

export interface MultipartForm {
  /** Empty if the form has no file. */
  readonly spooled: Spooled;
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined if the form has no file. */
  readonly fileName: string | undefined;
}

/** Reads the file and the fields of a form, in any order. */
export async function readMultipart(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<MultipartForm> {
  const form = openForm(contentType);
  const fields = new Map<string, string>();
  let file:
    | { readonly name: string; readonly part: Readable; readonly spooled: Promise<Spooled> }
    | undefined;
  form.on('field', (name: string, value: string) => {
    fields.set(name, value);
  });
  form.on('file', (name: string, part: Readable, fileName: string | undefined) => {
    if (name !== FILE_FIELD || file !== undefined) {
      part.resume();
      return;
    }
    file = { name: fileName ?? '', part, spooled: spool(part) };
    file.spooled.catch((error: Error) => form.destroy(error));
  });
  try {
    await feed(body, form, async () => file?.spooled);
    const spooled = await (file?.spooled ?? spool(nothing()));
    return { spooled, fields: Object.fromEntries(fields), fileName: file?.name };
  } catch (error) {
    file?.part.destroy();
    await file?.spooled.then((spooled) => spooled.remove()).catch(() => undefined);
    throw error instanceof Problem ? error : malformedForm();
  }
}

/**
 * Waits until the form is read. The parser never finishes if a part's header does not end, so it is
 * destroyed when the body has ended and all its parts have been read.
 */
async function feed(
  body: AsyncIterable<Uint8Array>,
  form: Form,
  allParts: () => Promise<unknown>,
): Promise<void> {
  let isRead = false;
  async function* watched() {
    yield* body;
    giveUp().catch(() => undefined);
  }
  const giveUp = async () => {
    await setImmediate();
    await allParts();
    await setImmediate();
    await setImmediate();
    if (!isRead) form.destroy(malformedForm());
  };
  await pipeline(watched, form);
  isRead = true;
}

type Form = InstanceType<typeof Busboy>;

function openForm(contentType: string): Form {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fields: MAX_FIELDS, fieldSize: FIELD_LIMIT_BYTES },
    });
  } catch {
    throw malformedForm();
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function malformedForm(): Problem {
  return new Problem('bad_request', 'The form is not valid multipart/form-data.');
}
