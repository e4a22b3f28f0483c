import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { ENDPOINTS, type OperationId } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { Problem } from '../contract/problems.ts';
import { routeNotFound } from '../operations/route-not-found.ts';
import { send } from './answer.ts';
import { BodyMemory } from './body-memory.ts';
import { tooLarge } from './body-refusals.ts';
import type { Configuration } from './configuration.ts';
import { allowOrigin, preflightHeaders } from './cross-origin.ts';
import type { Installation } from './installation.ts';
import { limitConnections } from './limit-connections.ts';
import {
  type AnyAdmission,
  type AnyOperation,
  mountEndpoint,
  type Served,
} from './mount-endpoint.ts';
import { ADMISSIONS, type OperationTable } from './operation-table.ts';
import { mountPages } from './pages.ts';
import { internalProblem, problemResponse, toAnswerable } from './problem-response.ts';
import { writeRawProblem } from './raw-problem.ts';
import { refuseForeignHost } from './request-origin.ts';
import { RouteTable } from './route-table.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint reads the body itself, without the usual time limit. */
    isUpload?: boolean;
  }
}

const BODY_LIMIT_BYTES = 1024 * 1024;
const BODY_TIMEOUT_MS = 30_000;
const URL_LIMIT_BYTES = 8 * 1024;
const HEADERS_LIMIT_BYTES = 16 * 1024;

/**
 * The contract validates, so routes have no schemas; Fastify's compilers would take 45 ms to load.
 */
const NO_COMPILERS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

/** The HTTP server with every endpoint of the contract mounted, not yet listening. */
export function buildHttpServer(
  installation: Installation,
  operations: OperationTable,
  { isTrustedProxy, shares }: Configuration,
): FastifyInstance {
  const server = fastify({
    logger: false,
    trustProxy: isTrustedProxy ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    // For imports; other bodies have less time, see refuseSlowBody.
    requestTimeout: 300_000,
    // A proxy that keeps a connection longer than we do could send a request while we close it.
    keepAliveTimeout: isTrustedProxy === undefined ? 5_000 : 75_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    http: {
      maxHeaderSize: HEADERS_LIMIT_BYTES,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      // Otherwise Node itself answers a missing Host, without a problem document.
      requireHostHeader: false,
      // Duplicate Host or credential headers are joined, so they match nothing.
      joinDuplicateHeaders: true,
    },
    schemaController: { compilersFactory: NO_COMPILERS },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: URL_LIMIT_BYTES },
    clientErrorHandler: (error, socket) => writeRawProblem(error, socket as Socket),
    frameworkErrors: (error, request, reply) => answerFailure(installation, error, request, reply),
  });
  const refusalOf = limitConnections(server.server, {
    ...shares,
    isTrustedProxy: isTrustedProxy ?? (() => false),
  });
  const bodies = new BodyMemory();
  acceptRawBodies(server, bodies);
  let knownHost: string | null = null;
  server.addHook('onRequest', (request, reply, done) => {
    // Else a client could send its next request while the connection is closed.
    if (installation.health.isDraining()) reply.raw.shouldKeepAlive = false;
    try {
      const refusal = refusalOf(request.raw.socket);
      if (refusal !== undefined) throw refusal;
      // The host of the last request needs no second check.
      if (request.headers.host !== knownHost) {
        refuseForeignHost(request.headers.host, installation.publicUrl);
        knownHost = request.headers.host ?? null;
      }
      refuseLongAddress(request.raw.url);
      allowOrigin(installation.corsOrigins, request, reply);
      if (request.routeOptions.config.isUpload !== true && hasBody(request.raw)) {
        refuseSlowBody(request.raw);
        reply.raw.once('close', () => bodies.release(request.raw));
      }
    } catch (error) {
      answerFailure(installation, error, request, reply);
      return;
    }
    done();
  });
  const routes = new RouteTable(ENDPOINTS);
  const pages = mountPages(server, installation);
  server.setNotFoundHandler((request, reply) => {
    if (pages.answerUnknown({ request, reply }) === 'left') {
      answerUnserved(installation, routes, { request, reply });
    }
  });
  server.setErrorHandler((error: FastifyError, request, reply) => {
    answerFailure(installation, error, request, reply);
  });
  const uploads: Endpoint[] = [];
  const serverOf = (endpoint: Endpoint): Served => {
    const id = endpoint.operationId as OperationId; // It comes from the list of endpoints.
    return {
      endpoint,
      // The tables pair each endpoint with functions of matching input and output types.
      operation: operations[id] as AnyOperation,
      admission: ADMISSIONS[id] as AnyAdmission | undefined,
    };
  };
  for (const endpoint of ENDPOINTS as readonly Endpoint[]) {
    if (endpoint.upload !== undefined) uploads.push(endpoint);
    else mountEndpoint(server, installation, serverOf(endpoint));
  }
  server.register(async (scope) => {
    leaveBodiesUnread(scope);
    for (const endpoint of uploads) mountEndpoint(scope, installation, serverOf(endpoint));
  });
  return server;
}

function refuseSchema(): never {
  throw new Error('Describe the endpoint in the contract; Fastify checks nothing here.');
}

function refuseLongAddress(url = ''): void {
  if (url.length <= URL_LIMIT_BYTES) return;
  throw new Problem('uri_too_long', 'The address is longer than 8 KiB.');
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Node has only one time limit for all requests, and uploads need a long one. */
function refuseSlowBody(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    const error = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!request.complete) writeRawProblem(error, request.socket);
  }, BODY_TIMEOUT_MS);
  request.once('end', () => clearTimeout(timer));
  request.once('close', () => clearTimeout(timer));
}

/** Bodies are read as bytes, because each endpoint checks its media types itself. */
function acceptRawBodies(server: FastifyInstance, bodies: BodyMemory): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (request: FastifyRequest) =>
    bodies.read(request.raw, request.routeOptions.bodyLimit ?? BODY_LIMIT_BYTES),
  );
}

/** Endpoints read large bodies themselves, once they know the caller. */
function leaveBodiesUnread(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, payload, done) => {
    done(null, payload);
  });
}

/** Answers an unknown path, or a method that the path does not serve. */
function answerUnserved(
  installation: Installation,
  routes: RouteTable,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  try {
    const allow = routes.allowed(request.url.split('?')[0] ?? '');
    if (allow === undefined) throw routeNotFound();
    if (request.method === 'OPTIONS') {
      const headers = { allow, ...preflightHeaders(reply, allow) };
      const answer = { status: 204, headers, body: undefined };
      send(reply, answer, {
        requestId: installation.newRequestId(),
        isHttps: installation.isHttps,
      });
      return;
    }
    throw new Problem('method_not_allowed', `This path serves ${allow}.`, { headers: { allow } });
  } catch (error) {
    answerFailure(installation, error, request, reply);
  }
}

function answerFailure(
  installation: Installation,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const requestId = installation.newRequestId();
  const problem = toAnswerable(error) ?? fromFramework(error, request);
  if (problem === undefined) {
    installation.log.error({ request_id: requestId, err: error }, 'defect');
  }
  const answer = problemResponse(problem ?? internalProblem(), requestId);
  send(reply, answer, { requestId, isHttps: installation.isHttps });
}

function fromFramework(error: unknown, request: FastifyRequest): Problem | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  switch (error.statusCode) {
    case 413:
      return tooLarge(request.routeOptions.bodyLimit ?? BODY_LIMIT_BYTES);
    case 414:
      return new Problem('uri_too_long', 'The address is longer than 8 KiB.');
    case 415:
      return new Problem('unsupported_media_type', 'Send the body as application/json.');
    case 400:
      return new Problem('bad_request', 'The request could not be read.');
    default:
      return undefined;
  }
}
