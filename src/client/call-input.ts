import type { EndpointOf, OperationId } from '../contract/api.ts';
import type { EndpointInput } from '../contract/endpoint.ts';
import type { CallOptions } from './send.ts';

type Present<Parts> = {
  readonly [Key in keyof Parts as Parts[Key] extends undefined ? never : Key]: Parts[Key];
};

type IsOptional<Parts> = Record<never, never> extends Parts ? true : false;

/** The parts of a request that its endpoint has; parts without required members may be left out. */
type Relaxed<Parts> = {
  readonly [Key in keyof Parts as IsOptional<Parts[Key]> extends true ? never : Key]: Parts[Key];
} & {
  readonly [Key in keyof Parts as IsOptional<Parts[Key]> extends true ? Key : never]?: Parts[Key];
};

/** A large body is sent like any other; only the server reads it differently. */
type RequestParts<Id extends OperationId> = Omit<EndpointInput<EndpointOf<Id>>, 'upload'>;

export type CallInput<Id extends OperationId> = Relaxed<Present<RequestParts<Id>>> & CallOptions;

export type CallArguments<Id extends OperationId> =
  IsOptional<CallInput<Id>> extends true ? [input?: CallInput<Id>] : [input: CallInput<Id>];
