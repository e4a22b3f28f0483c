import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { RawRequest } from '../support/raw-http.ts';
import type { Fault } from './faults.ts';
import { type AnyCall, UPLOADED_TEXT } from './prepared-calls.ts';
import { leavesOf } from './references.ts';

export interface CredentialedCall {
  readonly call: AnyCall;
  /** The headers that identify the caller. */
  readonly credential: Readonly<Record<string, string>>;
}

interface Draft {
  method: string;
  segments: string[];
  query: string[];
  suffix: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Builds a valid request and applies the faults to it, one after the other. */
export function faultyRequest(
  endpoint: Endpoint,
  { call, credential }: CredentialedCall,
  faults: readonly Fault[],
): RawRequest {
  const draft = draftOf(endpoint, call, credential);
  const isForm = endpoint.upload === 'multipart' || endpoint.upload === 'form';
  for (const fault of faults) {
    if (!isForm || !applyToForm(draft, call, fault)) applyFault(draft, call, fault);
  }
  const path = `/${draft.segments.join('/')}${draft.suffix}`;
  const query = draft.query.length === 0 ? '' : `?${draft.query.join('&')}`;
  return {
    method: draft.method,
    path: `${path}${query}`,
    headers: draft.headers,
    ...(draft.body === undefined ? {} : { body: draft.body }),
  };
}

/** Whether the request still reaches the endpoint it was made for. */
export function keepsRoute(faults: readonly Fault[]): boolean {
  return faults.every(({ kind }) => kind !== 'method' && kind !== 'segment' && kind !== 'suffix');
}

function draftOf(
  endpoint: Endpoint,
  call: AnyCall,
  credential: CredentialedCall['credential'],
): Draft {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(call.parameters?.[name])),
  );
  return {
    method: endpoint.method,
    segments: `api${path}`.split('/'),
    query: Object.entries(call.query ?? {}).flatMap(([name, value]) =>
      [value].flat().map((item) => `${name}=${encodeURIComponent(item)}`),
    ),
    suffix: '',
    headers: {
      ...credential,
      ...(call.body === undefined ? {} : { 'content-type': typeOf(endpoint) }),
      ...(call.ifMatch === undefined ? {} : { 'if-match': call.ifMatch }),
    },
    body: bodyOf(endpoint, call),
  };
}

const BOUNDARY = 'between-the-parts';

function typeOf({ upload }: Endpoint): string {
  const isForm = upload === 'multipart' || upload === 'form';
  return isForm ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json';
}

function bodyOf(endpoint: Endpoint, { body }: AnyCall): Buffer | undefined {
  if (body === undefined) return undefined;
  if (typeOf(endpoint) === 'application/json') return Buffer.from(JSON.stringify(body));
  return formOf(Object.entries(Object(body)));
}

function formOf(fields: readonly (readonly [name: string, value: unknown])[]): Buffer {
  const parts = fields.map(([name, value]) => {
    const isFile = value instanceof File;
    const file = isFile ? `; filename="${value.name}"` : '';
    const head = `content-disposition: form-data; name="${name}"${file}`;
    return `--${BOUNDARY}\r\n${head}\r\n\r\n${isFile ? UPLOADED_TEXT : String(value)}\r\n`;
  });
  return Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`);
}

/** Applies a fault of a single field to a form; returns false for any other fault. */
function applyToForm(draft: Draft, call: AnyCall, fault: Fault): boolean {
  const fields: [string, unknown][] = Object.entries(Object(call.body));
  if (fault.kind === 'value' || fault.kind === 'missing') {
    const at = fault.at % fields.length;
    const name = fields[at]?.[0] ?? '';
    if (fault.kind === 'value') fields[at] = [name, fault.json];
    else fields.splice(at, 1);
  } else if (fault.kind === 'key') fields.push([fault.name, fault.json]);
  else return false;
  draft.body = formOf(fields);
  return true;
}

function applyFault(draft: Draft, call: AnyCall, fault: Fault): void {
  switch (fault.kind) {
    case 'value':
      draft.body = Buffer.from(withLeaf(call.body, fault.at, fault.json));
      return;
    case 'missing':
      draft.body = Buffer.from(withLeaf(call.body, fault.at, undefined));
      return;
    case 'key':
      draft.body = Buffer.from(withKey(call.body, fault.name, fault.json));
      return;
    case 'body':
      draft.body = Buffer.from(fault.json);
      return;
    case 'cut':
      draft.body = draft.body?.subarray(0, fault.at % (draft.body.length + 1));
      return;
    case 'bytes':
      draft.body = withBytes(draft.body ?? Buffer.from('{}'), fault);
      return;
    case 'header':
      draft.headers[fault.name] = fault.value;
      return;
    case 'method':
      draft.method = fault.method;
      return;
    case 'segment':
      draft.segments[1 + (fault.at % Math.max(1, draft.segments.length - 1))] = fault.text;
      return;
    case 'query':
      draft.query.splice(fault.at % (draft.query.length + 1), fault.at % 2, fault.text);
      return;
    case 'suffix':
      draft.suffix = fault.text;
      return;
  }
}

/** The body with one leaf replaced by raw JSON text, or left out. */
function withLeaf(body: unknown, at: number, json: string | undefined): string {
  const leaves = leavesOf(body, []);
  const leaf = leaves[at % Math.max(1, leaves.length)];
  if (leaf === undefined || leaf.path.length === 0) return json ?? '{}';
  const mark = 'replaced by raw text';
  const copy = structuredClone(body);
  const last = leaf.path.at(-1) ?? '';
  const parent = leaf.path
    .slice(0, -1)
    .reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), copy);
  Reflect.set(Object(parent), last, json === undefined ? undefined : mark);
  return JSON.stringify(copy).replace(`"${mark}"`, () => json ?? 'null');
}

function withKey(body: unknown, name: string, json: string): string {
  const text = JSON.stringify(typeof body === 'object' ? body : {}) ?? '{}';
  const opening = text.startsWith('[') ? '[{' : '{';
  const rest = text.startsWith('[') ? '}]' : text.slice(1);
  const comma = rest.startsWith('}') ? '' : ',';
  return `${opening}"${name}":${json}${comma}${rest}`;
}

function withBytes(body: Buffer, { at, hex }: { at: number; hex: string }): Buffer {
  const place = at % (body.length + 1);
  return Buffer.concat([body.subarray(0, place), Buffer.from(hex, 'hex'), body.subarray(place)]);
}
