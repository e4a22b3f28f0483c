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
    // Some gateways report upstream failures with status 200.
    const isError = isJsonObject(memberOf(answer, 'error'));
    return { fault: isError ? 'provider_error' : 'answer_unreadable' };
  }
  const output =
    contentText(message['content']) || contentText(message['refusal']) || toolCallsText(message);
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

/** The text of a content, or of its parts. */
function contentText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((part) => memberOf(part, 'text') ?? memberOf(part, 'refusal'));
  return texts.filter((text) => typeof text === 'string').join('');
}

/** The tool calls of a message without text: annotators judge which tools it calls, and how. */
function toolCallsText(message: JsonValue): string | undefined {
  const toolCalls = memberOf(message, 'tool_calls');
  return Array.isArray(toolCalls) && toolCalls.length > 0 ? compactJson(toolCalls) : '';
}

const LONGEST_REASON = 64;

function shortText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? keepableText(value.slice(0, LONGEST_REASON)) : null;
}
