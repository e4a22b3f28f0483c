import type { JsonValue } from '../../contract/fields.ts';
import type { AnswerReading } from './answer-reading.ts';
import { compactJson, isJsonObject } from './json-shapes.ts';
import { keepableText } from './keepable-text.ts';
import { statedCost, statedSecondsMs, statedUsage } from './stated-numbers.ts';

/** Reads an answer of `/generate`: text, an object with a `message`, or any other JSON. */
export function readAppAnswer(answer: JsonValue): AnswerReading {
  const hasMessage = isJsonObject(answer) && Object.hasOwn(answer, 'message');
  const output = textOf(hasMessage ? answer['message'] : answer);
  if (output === undefined) return { fault: 'answer_unreadable' };
  if (output === '') return { fault: 'answer_empty' };
  const fields = isJsonObject(answer) ? answer : {};
  return {
    output: keepableText(output),
    ...statedUsage(fields['usage']),
    cost: statedCost(fields['cost']),
    latencyMs: statedSecondsMs(fields['latency']),
    finishReason: null,
  };
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : compactJson(value);
}
