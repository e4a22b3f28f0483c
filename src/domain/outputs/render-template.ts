import type { CallFault } from './failure-codes.ts';

/** `{{ "{{" }}`, `{{ name }}`, or `{{` without its end. Of three braces the first is text. */
const PLACE = /\{\{(?:\s*("\{\{")\s*|([^{}]*))\}\}|\{\{(?!\{)/g;

/**
 * Replaces names by their values and appends faults to `found`. Templates have no logic and values
 * are never rendered again, so a test set can only add text to a prompt.
 */
export function renderTemplate(
  template: string,
  values: ReadonlyMap<string, string>,
  found: CallFault[],
): string {
  return template.replace(PLACE, (place: string, literal?: string, inner?: string) => {
    if (literal !== undefined) return '{{';
    const name = inner?.trim() ?? '';
    if (name === '') {
      found.push(unreadablePlace(place));
      return place;
    }
    const value = values.get(inner ?? '') ?? values.get(name);
    if (value === undefined) found.push(missingVariable(name, values));
    return value ?? place;
  });
}

/** The names of a template's variables, in order. */
export function namesInTemplate(template: string): readonly string[] {
  return Array.from(template.matchAll(PLACE), ([, , inner]) => inner?.trim() ?? '').filter(
    (name) => name !== '',
  );
}

function unreadablePlace(place: string): CallFault {
  const what =
    place === '{{' ? 'two opening braces without a name and }}' : `${place} without a name`;
  return {
    code: 'template_invalid',
    message: `The prompt holds ${what}. Write {{name}} for a variable, and {{"{{"}} for two braces.`,
  };
}

const MOST_NAMES = 20;
const LONGEST_NAME = 80;

function missingVariable(name: string, values: ReadonlyMap<string, string>): CallFault {
  const names = [...values.keys()];
  const listed = names.slice(0, MOST_NAMES).map(shortened).join(', ');
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const inputs =
    names.length === 0 ? 'The scenario has no inputs.' : `The inputs are: ${listed}${more}.`;
  return {
    code: 'template_variable_missing',
    message: `The prompt names the variable "${shortened(name)}", which is not an input of the scenario. ${inputs}`,
  };
}

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).toWellFormed()}…` : name;
}
