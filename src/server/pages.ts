import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../contract/problems.ts';
import { PAGE_HEADERS, send } from './answer.ts';
import type { Installation } from './installation.ts';
import { chooseEncoding, readWebFiles, WEB_DIRECTORY, type WebFile } from './web-files.ts';

/** Pages run only their own scripts and talk only to their own host. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types app";

/** Paths of the web UI; its router chooses the page. */
const PAGES = [
  '/',
  '/setup',
  '/login',
  '/invite',
  '/reset',
  '/judge/*',
  '/apps',
  '/apps/*',
  '/evaluations/*',
  '/start',
  '/inbox',
  '/plan',
  '/docs',
  '/docs/*',
  '/methods/*',
  '/settings',
  '/settings/*',
];

/**
 * Serves the judging page offline. It needs a fixed name, so that browsers find its next version.
 */
const WORKER = '/service-worker.js';

/** The names of assets contain a hash of their content. */
const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface Served {
  readonly file: WebFile;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Pages {
  /** Answers an unknown path with a page, if the client accepts pages. */
  readonly answerUnknown: (visit: Visit) => 'answered' | 'left';
}

/** Serves the built web UI: one page for all its paths, and its assets. */
export function mountPages(server: FastifyInstance, installation: Installation): Pages {
  const files = readWebFiles(WEB_DIRECTORY);
  const page = files.get('/index.html');
  for (const path of PAGES) {
    server.get(path, (request, reply) => {
      if (page === undefined) throw notBuilt();
      sendFile(installation, { request, reply }, { file: page, status: 200, headers: {} });
    });
  }
  server.get(WORKER, (request, reply) => {
    const file = files.get(WORKER);
    if (file === undefined) throw notBuilt();
    sendFile(installation, { request, reply }, { file, status: 200, headers: {} });
  });
  // One route for all: a route per asset added 30 ms to every start.
  server.get('/assets/*', (request, reply) => {
    const file = files.get(request.url.split('?')[0] ?? '');
    if (file === undefined) return reply.callNotFound();
    sendFile(installation, { request, reply }, { file, status: 200, headers: ASSET_HEADERS });
  });
  return {
    answerUnknown: (visit) => {
      if (page === undefined || !wantsPage(visit.request)) return 'left';
      sendFile(installation, visit, { file: page, status: 404, headers: {} });
      return 'answered';
    },
  };
}

function sendFile(installation: Installation, visit: Visit, served: Served): void {
  const { request, reply } = visit;
  const [encoding, bytes] = chooseEncoding(served.file, request.headers['accept-encoding'] ?? '');
  const headers = {
    ...PAGE_HEADERS,
    'content-security-policy': PAGE_POLICY,
    'content-type': served.file.type,
    vary: 'Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    ...served.headers,
  };
  const delivery = { requestId: installation.newRequestId(), isHttps: installation.isHttps };
  send(reply, { status: served.status, headers, body: undefined, bytes }, delivery);
}

/** Programs get a problem document; people who follow a broken link get a page. */
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isElsewhere = /^\/(api|assets)(\/|$)/.test(url);
  return method === 'GET' && !isElsewhere && /\btext\/html\b/.test(headers.accept ?? '');
}

function notBuilt(): Problem {
  return new Problem(
    'unavailable',
    'The web UI has not been built. Run "npm run build" and start again; the API works without it.',
  );
}
