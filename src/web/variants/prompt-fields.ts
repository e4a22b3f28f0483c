import type { JsonObject, JsonValue } from '../../contract/fields.ts';

export interface PromptField {
  readonly path: readonly string[];
  readonly text: string;
}

const LONG = 60;

/** The parameters that are edited as text, in the order of the JSON. */
export function promptFields(parameters: JsonObject): readonly PromptField[] {
  return fieldsIn(parameters, []);
}

function fieldsIn(value: JsonValue, path: readonly string[]): readonly PromptField[] {
  if (typeof value === 'string')
    return isPromptLike(path.at(-1) ?? '', value) ? [{ path, text: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => fieldsIn(item, [...path, key]));
}

function isPromptLike(key: string, text: string): boolean {
  return (
    /prompt|instruction|template|message/i.test(key) ||
    /\n|\{\{.*\}\}/.test(text) ||
    text.length > LONG
  );
}

/** The same parameters with another text in one place. */
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
