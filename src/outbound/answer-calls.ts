import type { MessagePort } from 'node:worker_threads';
import { parseAllowList } from './allow-list.ts';
import { CallLines, type LinedCall } from './call-lines.ts';
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

/** What a calling thread is told. */
export type Told = LinedCall | { readonly takeBack: number };

export type GivenAnswer =
  | { readonly id: number; readonly answer: SourceAnswer }
  | { readonly id: number; readonly unbegun: true }
  | { readonly id: number; readonly fault: string };

/** As many as one provider may be asked to take at once. */
const MOST_AT_ONCE = 64;
/** A message costs more than what is in it: answers wait this long for others. */
const GATHER_MS = 5;

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

/** What a calling thread does. Nobody waits for an answer while there are calls left to begin. */
export function answerCalls(port: MessagePort, caller: Caller): void {
  let answers: GivenAnswer[] = [];
  const hand = (): void => {
    clearTimeout(gathering);
    gathering = undefined;
    if (answers.length > 0) port.postMessage(answers);
    answers = [];
  };
  let gathering: NodeJS.Timeout | undefined;
  const give = (answer: GivenAnswer): void => {
    answers.push(answer);
    if (lines.isEmpty) setImmediate(hand);
    else gathering ??= setTimeout(hand, GATHER_MS);
  };
  const make = async ({ id, call }: LinedCall): Promise<SourceAnswer | undefined> => {
    try {
      const answer = await caller.call(call);
      give({ id, answer });
      return answer;
    } catch (error) {
      give({ id, fault: describeDefect(error, call) });
      return undefined;
    }
  };
  const lines = new CallLines({
    make,
    giveBack: (id) => give({ id, unbegun: true }),
    mostAtOnce: MOST_AT_ONCE,
  });
  port.on('message', (told: readonly Told[]) => {
    for (const item of told) {
      if ('call' in item) lines.add(item);
      else lines.takeBack(item.takeBack);
    }
    lines.begin();
  });
}

/** It will be logged, and nobody knows what is in it. */
function describeDefect(error: unknown, call: SourceCall): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return masked(text, valuesOf(carriedBy(call)));
}
