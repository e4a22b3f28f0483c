import type { MessagePort } from 'node:worker_threads';
import { parseAllowList } from './allow-list.ts';
import {
  type Caller,
  carriedBy,
  type SourceAnswer,
  type SourceCall,
  SourceCaller,
} from './call-source.ts';
import type { OutboundRules } from './destination.ts';
import { masked, valuesOf } from './mask-secrets.ts';
import { isAmong, type OwnPlaces } from './own-places.ts';
import { resolveHost } from './resolve-host.ts';

/** The rules for calls as plain data. Secrets are no part of them: each comes with its call. */
export interface CallingRules extends Pick<OutboundRules, 'plainHttp'> {
  readonly allow: string;
  readonly own: OwnPlaces;
}

export interface GivenCall {
  readonly id: number;
  readonly call: SourceCall;
}

export type GivenAnswer =
  | { readonly id: number; readonly answer: SourceAnswer }
  | { readonly id: number; readonly fault: string };

/** The caller that a calling thread has. */
export function callerIn(rules: CallingRules): Caller {
  return new SourceCaller(rulesIn(rules), { now: () => Date.now() });
}

export function rulesIn({ allow, own, plainHttp }: CallingRules): OutboundRules {
  return {
    allow: parseAllowList(allow),
    isOwn: (place) => isAmong(own, place),
    plainHttp,
    resolve: resolveHost,
  };
}

/** What a calling thread does. Answers that come together are handed over together. */
export function answerCalls(port: MessagePort, caller: Caller): void {
  let answers: GivenAnswer[] = [];
  const give = (answer: GivenAnswer): void => {
    answers.push(answer);
    if (answers.length > 1) return;
    setImmediate(() => {
      port.postMessage(answers);
      answers = [];
    });
  };
  port.on('message', (calls: readonly GivenCall[]) => {
    for (const { id, call } of calls) {
      caller.call(call).then(
        (answer) => give({ id, answer }),
        (error: unknown) => give({ id, fault: describeDefect(error, call) }),
      );
    }
  });
}

/** It will be logged, and nobody knows what is in it. */
function describeDefect(error: unknown, call: SourceCall): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return masked(text, valuesOf(carriedBy(call)));
}
