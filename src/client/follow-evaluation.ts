import type { Output } from '../contract/api.ts';
import type { EvaluationStatus } from '../contract/evaluations/human-evaluations.ts';
import type { Progress } from '../contract/results/evaluation-results.ts';
import { openStream } from './open-stream.ts';
import type { ClientOptions } from './send.ts';

export type EvaluationEvent =
  | { readonly event: 'progress'; readonly data: { status: EvaluationStatus } & Progress }
  | { readonly event: 'generation'; readonly data: Output<'fetchGeneration'> };

interface FollowOptions {
  readonly evaluation_id: string;
  readonly signal?: AbortSignal;
}

/** The events of an evaluation as they arrive, until the server ends the stream. */
export async function* followEvaluation(
  options: ClientOptions,
  { evaluation_id, ...rest }: FollowOptions,
): AsyncGenerator<EvaluationEvent> {
  const input = { parameters: { evaluation_id }, ...rest };
  const response = await openStream(options, 'watchHumanEvaluation', input);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let unread = '';
  try {
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = `${unread}${value}`.split('\n\n');
      unread = blocks.pop() ?? '';
      yield* blocks.flatMap(eventsIn);
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

/** Comments and `retry` are no events. */
function eventsIn(block: string): EvaluationEvent[] {
  const [, event] = /^event: (.*)$/m.exec(block) ?? [];
  const [, data] = /^data: (.*)$/m.exec(block) ?? [];
  if (data === undefined || (event !== 'progress' && event !== 'generation')) return [];
  return [{ event, data: JSON.parse(data) }];
}
