import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { PAGE_HEADERS, send } from './answer.ts';
import type { Installation } from './installation.ts';
import { problemResponse, toAnswerable } from './problem-response.ts';
import { refuseForeignHost } from './request-origin.ts';

/** Pages run only their own scripts and talk only to their own host. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types app";

const HTML = 'text/html; charset=utf-8';

const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'start.html', type: HTML },
  '/setup': { file: 'start.html', type: HTML },
  '/invite': { file: 'start.html', type: HTML },
  '/assets/start.js': { file: 'start.js', type: 'text/javascript; charset=utf-8' },
  '/assets/start.css': { file: 'start.css', type: 'text/css; charset=utf-8' },
};

/** Serves the pages where people sign in and get their first key. */
export function mountPages(server: FastifyInstance, installation: Installation): void {
  const { isHttps } = installation;
  for (const [path, { file, type }] of Object.entries(FILES)) {
    const body = readFileSync(join(import.meta.dirname, 'pages', file), 'utf8');
    const headers = {
      ...PAGE_HEADERS,
      'content-type': type,
      'content-security-policy': PAGE_POLICY,
    };
    server.get(path, (request, reply) => {
      const requestId = installation.newRequestId();
      try {
        refuseForeignHost(request.headers.host, installation.publicUrl);
        send(reply, { status: 200, headers, body }, { requestId, isHttps });
      } catch (error) {
        const problem = toAnswerable(error);
        if (problem === undefined) throw error;
        send(reply, problemResponse(problem, requestId), { requestId, isHttps });
      }
    });
  }
}
