import type { JsonValue } from '../../contract/fields.ts';
import { namesInTemplate } from '../../domain/outputs/render-template.ts';

/** The template variables in all texts of a value, without repeats. */
export function namesInPrompts(value: JsonValue | undefined): readonly string[] {
  return [...new Set(textsIn(value).flatMap(namesInTemplate))];
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
