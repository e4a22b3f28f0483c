import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../contract/endpoint.ts';
import type { JsonReply, Reply, StreamedReply } from '../operations/context.ts';
import type { RequestTrace } from '../operations/request-trace.ts';
import type { PresentedCredential } from './credentials.ts';
import type { DocumentReply } from './served-document.ts';

export type AnyReply = Reply<unknown> | JsonReply | StreamedReply | DocumentReply;

/** A request on its way through the server. */
export interface Exchange {
  readonly endpoint: Endpoint;
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly trace: RequestTrace | undefined;
  readonly credential: PresentedCredential;
  readonly origin: string;
  readonly now: number;
  /** Added to every answer, failures included. */
  readonly extraHeaders: Record<string, string>;
}
