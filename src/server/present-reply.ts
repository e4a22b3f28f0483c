import type { JsonReply, StreamedReply } from '../operations/context.ts';
import { listsEtag } from '../operations/preconditions.ts';
import { type Answer, JSON_TYPE, PAGE_HEADERS } from './answer.ts';
import { deviceCookie, endedCookie, sessionCookie } from './credentials.ts';
import { DOCS_POLICY } from './docs-page.ts';
import type { AnyReply, Exchange } from './exchange.ts';
import { documentForm, type ServedDocument } from './served-document.ts';

/** Turns what an operation returned into an HTTP answer. */
export function answerOf(
  exchange: Exchange,
  reply: AnyReply,
  { isHttps }: { isHttps: boolean },
): Answer {
  if ('json' in reply) return jsonAnswer(exchange, reply);
  if ('stream' in reply) return streamedAnswer(exchange, reply);
  if ('document' in reply) return documentAnswer(exchange, reply.document);
  const { endpoint, request, credential, extraHeaders, now } = exchange;
  const status = reply.status ?? endpoint.status;
  const headers: Record<string, string> = { ...extraHeaders };
  if (reply.etag !== undefined) headers['etag'] = reply.etag;
  if (reply.location !== undefined) headers['location'] = reply.location;
  if (reply.next !== undefined) headers['link'] = nextLink(request.url, reply.next);
  if (reply.session === 'ended') {
    if (credential.kind === 'session') {
      headers['set-cookie'] = endedCookie(credential.cookieName, isHttps);
    }
  } else if (reply.session !== undefined) {
    headers['set-cookie'] = sessionCookie(reply.session, { isHttps, now });
  }
  if (endpoint.method === 'GET' && isKnown(request.headers['if-none-match'], reply.etag)) {
    return { status: 304, headers, body: undefined };
  }
  if (status === 204) return { status, headers, body: undefined };
  headers['content-type'] = endpoint.contentType ?? JSON_TYPE;
  const body = endpoint.contentType === undefined ? JSON.stringify(reply.body) : String(reply.body);
  const device = reply.session === 'ended' ? undefined : reply.session?.device;
  if (device === undefined) return { status, headers, body };
  return { status, headers, body, deviceCookie: deviceCookie(device, isHttps) };
}

function jsonAnswer({ endpoint, request, extraHeaders }: Exchange, reply: JsonReply): Answer {
  const headers: Record<string, string> = { ...extraHeaders, etag: reply.etag };
  if (isKnown(request.headers['if-none-match'], reply.etag)) {
    return { status: 304, headers, body: undefined };
  }
  headers['content-type'] = JSON_TYPE;
  return { status: endpoint.status, headers, body: reply.json };
}

function documentAnswer(exchange: Exchange, document: ServedDocument): Answer {
  const { endpoint, request, extraHeaders } = exchange;
  const { encoding, bytes, etag } = documentForm(
    document,
    request.headers['accept-encoding'] ?? '',
  );
  const headers: Record<string, string> = { ...extraHeaders, etag, vary: 'Accept-Encoding' };
  if (isKnown(request.headers['if-none-match'], etag)) {
    return { status: 304, headers, body: undefined };
  }
  headers['content-type'] = document.file.type;
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  if (endpoint.operationId === 'readDocs') {
    Object.assign(headers, PAGE_HEADERS, { 'content-security-policy': DOCS_POLICY });
  }
  return { status: endpoint.status, headers, body: undefined, bytes };
}

function streamedAnswer(exchange: Exchange, reply: StreamedReply): Answer {
  const { endpoint, request, extraHeaders } = exchange;
  const headers: Record<string, string> = { ...extraHeaders };
  if (reply.etag !== undefined) headers['etag'] = reply.etag;
  if (isKnown(request.headers['if-none-match'], reply.etag)) {
    return { status: 304, headers, body: undefined };
  }
  if (reply.next !== undefined) headers['link'] = nextLink(request.url, reply.next);
  if (reply.total !== undefined) headers['x-total-count'] = String(reply.total);
  headers['content-type'] = endpoint.contentType ?? JSON_TYPE;
  if (endpoint.contentType === 'text/event-stream') Object.assign(headers, EVENT_HEADERS);
  if (reply.fileName !== undefined) {
    headers['content-disposition'] = `attachment; filename*=UTF-8''${extValue(reply.fileName)}`;
  }
  return { status: endpoint.status, headers, body: undefined, stream: reply.stream };
}

/** Makes proxies pass on each event at once, and leaves no idle connection after a stream. */
const EVENT_HEADERS = { 'x-accel-buffering': 'no', connection: 'close' } as const;

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves as they are. */
function extValue(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Weak comparison (RFC 9110, 13.1.2). */
function isKnown(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  return ifNoneMatch.trim() === '*' || listsEtag(ifNoneMatch, etag);
}

function nextLink(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `<${path}?${parameters.toString()}>; rel="next"`;
}
