import type { JsonObject, JsonValue } from '../../contract/fields.ts';

export interface PromptField {
  readonly path: readonly string[];
  readonly text: string;
}

const PROMPT_LENGTH = 60;

/** The parameters to edit as text, in the order of the JSON: prompts, and all named in `shown`. */
export function promptFields(
  parameters: JsonObject,
  shown: ReadonlySet<string>,
): readonly PromptField[] {
  return textsIn(parameters, []).filter(
    (field) => shown.has(nameOfField(field)) || isPromptLike(field),
  );
}

export function nameOfField({ path }: PromptField): string {
  return path.join(' › ');
}

function textsIn(value: JsonValue, path: readonly string[]): readonly PromptField[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, [...path, key]));
}

function isPromptLike({ path, text }: PromptField): boolean {
  return (
    /prompt|instruction|template|message/i.test(path.at(-1) ?? '') ||
    /\n|\{\{.*\}\}/.test(text) ||
    text.length > PROMPT_LENGTH
  );
}

/** The same parameters with the text at one path replaced. */
export function withText(parameters: JsonObject, { path, text }: PromptField): JsonObject {
  return replaced(parameters, path, text) as JsonObject; // A path leads into the object, not to it.
}

function replaced(value: JsonValue, path: readonly string[], text: string): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) =>
      String(index) === key ? replaced(item, rest, text) : item,
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === key ? replaced(item, rest, text) : item,
    ]),
  );
}
