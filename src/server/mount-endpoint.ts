import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../contract/endpoint.ts';
import { scopesFor } from '../contract/endpoint-scopes.ts';
import { Problem } from '../contract/problems.ts';
import type { Scope } from '../contract/scopes.ts';
import type { Context } from '../operations/context.ts';
import { Pace } from '../operations/pace.ts';
import { proveCaller } from '../operations/prove-caller.ts';
import type { RequestTrace } from '../operations/request-trace.ts';
import { scopeMissing } from '../operations/scope-missing.ts';
import { type Answer, send } from './answer.ts';
import type { ShareHolder } from './caller-shares.ts';
import {
  type PresentedCredential,
  readCredential,
  readDevice,
  readSessions,
} from './credentials.ts';
import type { AnyReply, Exchange } from './exchange.ts';
import type { Installation } from './installation.ts';
import { callerOf, workspaceHeader } from './named-workspace.ts';
import { networkOf } from './network-of.ts';
import { openConnection } from './open-connection.ts';
import { internalProblem, problemResponse, toAnswerable } from './problem-response.ts';
import { type RequestInput, readInput, refuseMediaType } from './read-input.ts';
import { readUpload, refuseDeclaredSize } from './read-upload.ts';
import { publicOrigin, refuseForeignPage } from './request-origin.ts';
import { refuseWhenFull, runOnce, runRead } from './run-once.ts';

/** An operation without its input and output types, which the operation table checks. */
export type AnyOperation = (context: Context, input: RequestInput) => Promise<AnyReply>;

export type AnyAdmission = (
  context: Context,
  input: Pick<RequestInput, 'parameters' | 'query'>,
) => Promise<void>;

/** An endpoint with the functions that serve it. */
export interface Served {
  readonly endpoint: Endpoint;
  readonly operation: AnyOperation;
  readonly admission?: AnyAdmission | undefined;
}

/** Mounts one endpoint of the contract; no route is written by hand. */
export function mountEndpoint(
  server: FastifyInstance,
  installation: Installation,
  served: Served,
): void {
  const { endpoint } = served;
  refuseUndeclared(endpoint);
  const traced = {
    name: endpoint.operationId,
    method: endpoint.method,
    route: `/api${endpoint.path}`,
  };
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const startedAt = performance.now();
    const requestId = installation.newRequestId();
    const trace = installation.tracer?.beginRequest(traced, traceparentOf(request));
    const answer = await answerRequest(installation, {
      ...served,
      request,
      response: reply.raw,
      requestId,
      trace,
      extraHeaders: {},
    });
    trace?.end(answer.status);
    send(reply, answer, {
      requestId: answer.headers['x-request-id'] ?? requestId,
      isHttps: installation.isHttps,
      onBroken: (error) => {
        installation.log.error({ request_id: requestId, err: error }, 'answer broke off');
      },
    });
    const milliseconds = performance.now() - startedAt;
    installation.metrics.count(endpoint.operationId, answer.status, milliseconds);
    installation.noteAnswer({
      requestId,
      operation: endpoint.operationId,
      status: answer.status,
      milliseconds,
    });
  };
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
  const prefixes = endpoint.atRoot === true ? ['/api', ''] : ['/api'];
  for (const prefix of prefixes) {
    server.route({
      method: endpoint.method,
      url: `${prefix}${path}`,
      ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
      config: { isUpload: endpoint.upload !== undefined },
      // We write the answer ourselves, so Fastify need not wait for it.
      handler: (request, reply) => {
        reply.hijack();
        handle(request, reply).catch((error: unknown) => answerDefect(installation, reply, error));
      },
    });
  }
}

/** An answer that cannot be sent is no reason to end the process, as an unhandled rejection would. */
function answerDefect({ log, isHttps }: Installation, reply: FastifyReply, error: unknown): void {
  const requestId = randomUUID();
  log.error({ request_id: requestId, err: error }, 'defect');
  if (reply.raw.headersSent) reply.raw.destroy();
  else send(reply, problemResponse(internalProblem(), requestId), { requestId, isHttps });
}

/** Checked at run time too: a server with an unprotected route must not start. */
function refuseUndeclared({ operationId, access }: Partial<Endpoint>): void {
  if (access === undefined) throw new Error(`${operationId} does not declare who may call it.`);
}

interface Arrival extends Served {
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly trace: RequestTrace | undefined;
  /** Added to every answer, failures included; filled while the request is served. */
  readonly extraHeaders: Record<string, string>;
}

async function answerRequest(installation: Installation, arrival: Arrival): Promise<Answer> {
  try {
    return await serve(installation, arrival);
  } catch (error) {
    const answerable = toAnswerable(error);
    if (answerable === undefined) {
      installation.log.error({ request_id: arrival.requestId, err: error }, 'defect');
    } else if (answerable.cause !== undefined) {
      const { cause } = answerable;
      installation.log.warn({ request_id: arrival.requestId, err: cause }, answerable.message);
    }
    const refusal = answerable ?? internalProblem();
    if (arrival.endpoint.method !== 'GET') {
      installation.metrics.countRefusal(refusal instanceof Problem ? refusal.code : 'validation');
    }
    const answer = problemResponse(refusal, arrival.requestId);
    return { ...answer, headers: { ...arrival.extraHeaders, ...answer.headers } };
  }
}

/** The order of the checks is part of the wire contract: the first failure is the answer. */
async function serve(installation: Installation, arrival: Arrival): Promise<Answer> {
  const { endpoint, request } = arrival;
  if (endpoint.upload !== undefined) refuseDeclaredSize(endpoint, request);
  const exchange = readExchange(installation, arrival);
  const { credential } = exchange;
  if (credential.kind === 'none' && endpoint.access.kind !== 'anyone') throw notSignedIn();
  if (credential.kind === 'key' && endpoint.access.kind === 'session') throw notForKeys();

  const context = makeContext(installation, exchange);
  try {
    if (credential.kind === 'key') refuseScope(endpoint, credential.scopes);
    refuseForgery(exchange);
    Object.assign(exchange.extraHeaders, takeFromLimit(installation, exchange));
    refuseMediaType(
      endpoint,
      request,
      credential.kind === 'key' ? 'is read as JSON' : 'is refused',
    );
    const answer =
      endpoint.upload === undefined
        ? await runWithBody(installation, exchange, { ...arrival, context })
        : await runWithUpload(installation, exchange, { ...arrival, context });
    if (credential.kind !== 'none') installation.noteUse(credential.tokenHash, exchange.now);
    return { ...answer, headers: { ...answer.headers, ...workspaceHeader(exchange, context) } };
  } catch (error) {
    // Without a valid credential every failure is answered with "not signed in".
    if (toAnswerable(error) !== undefined) await proveCaller(context);
    throw error;
  }
}

interface Call extends Served {
  readonly context: Context;
}

async function runWithBody(
  installation: Installation,
  exchange: Exchange,
  { context, operation }: Call,
): Promise<Answer> {
  const { endpoint, request } = exchange;
  const pace = new Pace();
  const input = readInput(endpoint, request);
  // Decoding a large body takes a while, so other requests get a turn before the operation runs.
  await pace.keep();
  const work = {
    context,
    parameters: input.parameters,
    payload: request.body instanceof Buffer ? request.body : '',
    run: (runContext: Context) => operation(runContext, input),
  };
  const answer =
    endpoint.method === 'GET'
      ? await runRead(installation, exchange, work)
      : await runOnce(installation, exchange, work);
  if (answer.stream === undefined) return answer;
  if (endpoint.contentType === 'text/event-stream') {
    const giveBack = installation.shares.streams.take(holderOf(context));
    const { socket } = exchange.request.raw;
    // The caller may be gone already.
    if (socket.destroyed) giveBack();
    else socket.once('close', giveBack);
  }
  return withFirstPartRead(answer, answer.stream);
}

/** Reads the first part before headers are sent, so a failure in it is still answered as one. */
async function withFirstPartRead(answer: Answer, stream: AsyncIterable<string>): Promise<Answer> {
  const iterator = stream[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* whole() {
    if (first.done !== true) yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { ...answer, stream: whole() };
}

/** Large bodies are read only for known callers and while the disk has space. */
async function runWithUpload(
  installation: Installation,
  exchange: Exchange,
  { context, operation, admission }: Call,
): Promise<Answer> {
  const { endpoint, request } = exchange;
  await proveCaller(context);
  const { parameters, query } = readInput(endpoint, request);
  await admission?.(context, { parameters, query });
  refuseWhenFull(installation);
  const giveBack = installation.shares.uploads.take(holderOf(context));
  try {
    const { upload, digest, remove } = await readUpload(endpoint, request);
    try {
      return await runOnce(installation, exchange, {
        context,
        parameters,
        payload: digest,
        run: (runContext) => operation(runContext, { parameters, query, body: undefined, upload }),
      });
    } finally {
      await remove();
    }
  } finally {
    giveBack();
  }
}

function holderOf({ gate, address }: Context): ShareHolder {
  return { userId: gate.userId, address };
}

function readExchange(
  installation: Installation,
  { endpoint, request, response, requestId, trace, extraHeaders }: Arrival,
): Exchange {
  const { publicUrl, isHttps } = installation;
  const { host } = request.headers;
  const hint = { isHttps, profileId: profileIdOf(request), evaluationId: evaluationIdOf(request) };
  const credential: PresentedCredential =
    endpoint.access.kind === 'anyone' ? { kind: 'none' } : readCredential(request.raw, hint);
  return {
    endpoint,
    request,
    response,
    requestId,
    trace,
    credential,
    origin: publicOrigin(host ?? '', publicUrl),
    now: installation.clock(),
    extraHeaders,
  };
}

function makeContext(installation: Installation, exchange: Exchange): Context {
  const { endpoint, request, now, trace } = exchange;
  const open = endpoint.reads === 'much' ? installation.openReads : installation.openDb;
  const db = open(trace);
  return {
    db,
    caller: callerOf(exchange),
    gate: installation.makeGate(
      endpoint.access,
      {
        guests: endpoint.guests,
        evaluationId: evaluationIdOf(request),
        profileId: profileIdOf(request),
      },
      (userId) => passConnection(installation, exchange, userId),
    ),
    now,
    newId: installation.newId,
    newToken: installation.newToken,
    passwordCost: installation.passwordCost,
    preconditions: {
      ifMatch: request.headers['if-match'],
      ifNoneMatch: request.headers['if-none-match'],
    },
    cursorSecret: installation.cursorSecret,
    slotSecret: installation.slotSecret,
    leaseMs: installation.leaseMs,
    outbound:
      trace === undefined ? installation.outbound : { ...installation.outbound, trace: trace.call },
    vault: installation.vault,
    results: installation.results,
    publicOrigin: exchange.origin,
    heldSessions: () => readSessions(request.raw, installation.isHttps),
    founding: installation.founding,
    device: readDevice(request.raw, installation.isHttps),
    address: networkOf(request.ip),
    transaction: (run) => db.transaction(run),
    note: () => undefined,
    announce: installation.announce,
    wakeRunner: installation.wakeRunner,
    stayOpen: () => openConnection(installation, request),
  };
}

/** The gate calls this when the first row proves the user, before anything is committed or sent. */
function passConnection(
  { connectionOwners }: Installation,
  { request, response, extraHeaders }: Exchange,
  userId: string,
): void {
  try {
    connectionOwners.pass(request.raw, response, userId);
  } catch (error) {
    extraHeaders['connection'] = 'close';
    throw error;
  }
}

function traceparentOf({ headers }: FastifyRequest): string | undefined {
  const { traceparent } = headers;
  return Array.isArray(traceparent) ? undefined : traceparent;
}

function evaluationIdOf({ params }: FastifyRequest): string | undefined {
  return (params as { evaluation_id?: string }).evaluation_id; // Parts of a path are texts.
}

/** The profile a page was opened for: another one may have signed in since. */
function profileIdOf({ headers }: FastifyRequest): string | undefined {
  const header = headers['x-profile-id'];
  return Array.isArray(header) ? header.join(',') : header;
}

/** Answered like a missing permission, or as unauthenticated if the key is not valid. */
function refuseScope(endpoint: Endpoint, scopes: readonly Scope[]): void {
  const requiredScopes = scopesFor(endpoint);
  if (scopes.length === 0 || requiredScopes.some((scope) => scopes.includes(scope))) return;
  throw scopeMissing(requiredScopes, scopes);
}

function refuseForgery({ endpoint, request, credential, origin }: Exchange): void {
  if (endpoint.method === 'GET') return;
  if (credential.kind === 'session') {
    refuseForeignPage(request.headers, origin, 'one header is required');
  }
  if (endpoint.access.kind === 'anyone') {
    refuseForeignPage(request.headers, origin, 'a header that is present must match');
  }
}

function takeFromLimit(
  { limits, isHttps }: Installation,
  { endpoint, credential, request, now }: Exchange,
): Record<string, string> {
  // Probes and documents are cheap and must not fail because of another caller's requests.
  if (endpoint.tag === 'Service' && credential.kind === 'none') return {};
  if (credential.kind === 'none') {
    // Pages of signed-in users call such endpoints too: an office behind one address must not run
    // out.
    const [session] = endpoint.method === 'GET' ? readSessions(request.raw, isHttps) : [];
    if (session !== undefined) return limits.session.take(session, now);
    return limits.anonymous.take(networkOf(request.ip), now);
  }
  return limits[credential.kind].take(credential.tokenHash, now);
}

function notSignedIn(): Problem {
  return new Problem('unauthenticated', 'Sign in, or send an API key in the Authorization header.');
}

/** A key acts inside one workspace; passwords and sessions are the person's own. */
function notForKeys(): Problem {
  return new Problem('unauthenticated', 'Keys cannot do this: sign in with your password.');
}
