import type { JsonValue } from '../../contract/fields.ts';
import type { AnswerReading } from './answer-reading.ts';
import { compactJson, isJsonObject, memberOf } from './json-shapes.ts';
import { keepableText } from './keepable-text.ts';
import { statedCost, statedUsage } from './stated-numbers.ts';

/** Reads the first choice of a chat completion. */
export function readChatAnswer(answer: JsonValue): AnswerReading {
  const choices = memberOf(answer, 'choices');
  const choice = Array.isArray(choices) ? choices[0] : undefined;
  const message = memberOf(choice, 'message');
  if (!isJsonObject(message)) {
    // Some gateways report failures of their upstream with status 200.
    const isError = isJsonObject(memberOf(answer, 'error'));
    return { fault: isError ? 'provider_error' : 'answer_unreadable' };
  }
  const output = saidText(message['content']) || saidText(message['refusal']) || calls(message);
  if (output === undefined) return { fault: 'answer_unreadable' };
  if (output === '') return { fault: 'answer_empty' };
  const usage = memberOf(answer, 'usage');
  return {
    output: keepableText(output),
    ...statedUsage(usage),
    cost: statedCost(memberOf(usage, 'cost')),
    latencyMs: null,
    finishReason: shortText(memberOf(choice, 'finish_reason')),
  };
}

/** A text, or the texts of its parts. */
function saidText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const said = content.map((part) => memberOf(part, 'text') ?? memberOf(part, 'refusal'));
  return said.filter((text) => typeof text === 'string').join('');
}

/** A model that calls tools says nothing else: people judge which it would call, and how. */
function calls(message: JsonValue): string | undefined {
  const toolCalls = memberOf(message, 'tool_calls');
  return Array.isArray(toolCalls) && toolCalls.length > 0 ? compactJson(toolCalls) : '';
}

const LONGEST_REASON = 64;

function shortText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? keepableText(value.slice(0, LONGEST_REASON)) : null;
}
