import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import type { JsonObject, JsonValue } from '../../contract/fields.ts';
import type { CallFault, Composed } from './failure-codes.ts';
import { isJsonObject } from './json-shapes.ts';
import { renderTemplate } from './render-template.ts';

/** The parameters that are passed on to a chat endpoint; it never sees the others. */
const SETTINGS = [
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'seed',
  'response_format',
  'frequency_penalty',
  'presence_penalty',
] as const;

/** The body of `POST {base_url}/chat/completions`: a variant's prompt for one scenario. */
export function composeChatCall(
  parameters: JsonObject,
  inputs: readonly ScenarioInput[],
): Composed {
  const { model } = parameters;
  if (typeof model !== 'string' || model.trim() === '') {
    return { fault: invalid('The parameters name no model. Add "model" with the name of one.') };
  }
  const values = new Map(inputs.map(({ input_name, input_value }) => [input_name, input_value]));
  const found: CallFault[] = [];
  const messages = messagesOf(parameters, found).map((message) => ({
    ...message,
    content: filledIn(message['content'] ?? '', (text) => renderTemplate(text, values, found)),
  }));
  const [fault] = found;
  if (fault !== undefined) return { fault };
  const settings = SETTINGS.flatMap((name) => {
    const value = parameters[name] ?? null;
    return value === null ? [] : [[name, value] as const];
  });
  return { body: JSON.stringify({ model, messages, ...Object.fromEntries(settings) }) };
}

function messagesOf(parameters: JsonObject, found: CallFault[]): readonly JsonObject[] {
  const { messages = null, prompt_system = null, prompt_user = null } = parameters;
  const prompts = [
    { role: 'system', content: prompt_system },
    { role: 'user', content: prompt_user },
  ].filter(({ content }) => content !== null && content !== '');
  const isListed = messages !== null && !(Array.isArray(messages) && messages.length === 0);
  if (isListed && prompts.length > 0) {
    found.push(invalid('The parameters hold both messages and prompts. Keep one of the two.'));
  } else if (!isListed && prompts.length === 0) {
    found.push(
      invalid('The parameters hold no prompt. Add "prompt_user", or "messages" as a list.'),
    );
  } else if (prompts.some(({ content }) => typeof content !== 'string')) {
    found.push(invalid('"prompt_system" and "prompt_user" must be text.'));
  } else if (!isListed) {
    return prompts;
  } else if (!Array.isArray(messages) || !messages.every(isMessage)) {
    found.push(
      invalid(
        '"messages" must be a list of objects with a "role" and a "content" of text or parts.',
      ),
    );
  } else {
    return messages;
  }
  return [];
}

function isMessage(value: JsonValue): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const { role, content } = value;
  return typeof role === 'string' && (typeof content === 'string' || Array.isArray(content));
}

/** Fills inputs into every text of a content, so addresses of pictures can be inputs too. */
function filledIn(value: JsonValue, fill: (text: string) => string): JsonValue {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return value.map((item) => filledIn(item, fill));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, filledIn(member, fill)]),
  );
}

function invalid(message: string): CallFault {
  return { code: 'template_invalid', message };
}
