import { strings } from '../strings.ts';

const hints = strings.variants.hints;

type Kind = keyof typeof hints.kinds;

/** Parameters of chat providers. Apps may use other parameters, and other values of these. */
const KNOWN = {
  model: 'text',
  prompt_system: 'text',
  prompt_user: 'text',
  messages: 'list',
  temperature: 'number',
  top_p: 'number',
  max_tokens: 'integer',
  max_completion_tokens: 'integer',
  stop: 'texts',
  seed: 'integer',
  response_format: 'object',
  frequency_penalty: 'number',
  presence_penalty: 'number',
} as const satisfies Record<keyof typeof hints.meanings, Kind>;

export interface KnownParameter {
  readonly name: string;
  readonly kind: string;
  readonly meaning: string;
}

export const KNOWN_PARAMETERS: readonly KnownParameter[] = Object.entries(hints.meanings).map(
  ([name, meaning]) => ({ name, meaning, kind: hints.kinds[kindOf(name) ?? 'text'] }),
);

/** A sentence if providers would refuse the value. */
export function hintAbout(name: string, value: unknown): string | undefined {
  const kind = kindOf(name);
  if (kind === undefined || value === null || isOf(kind, value)) return undefined;
  return hints.expected(name, hints.kinds[kind]);
}

function kindOf(name: string): Kind | undefined {
  return Object.hasOwn(KNOWN, name) ? Reflect.get(KNOWN, name) : undefined;
}

function isOf(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return Number.isInteger(value);
    case 'texts':
      return (
        isOf('text', value) || (Array.isArray(value) && value.every((item) => isOf('text', item)))
      );
    case 'list':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
  }
}
