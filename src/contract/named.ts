import type { TObject, TProperties } from 'typebox';
import { Type } from './type.ts';

/**
 * An object that the OpenAPI document describes once, by this name, and refers to elsewhere. The
 * name is the title of the schema, which decoding ignores.
 */
export function Named<const Properties extends TProperties>(
  name: string,
  properties: Properties,
): TObject<Properties> {
  return Type.Object(properties, { title: name });
}

/** An enumeration that several schemas share by this name. */
export function NamedOneOf<const Values extends readonly string[]>(
  name: string,
  values: Values,
  description?: string,
) {
  // The type argument keeps the literals; without it any string or number would be accepted.
  return Type.Enum<[...Values]>([...values] as const, {
    title: name,
    ...(description === undefined ? {} : { description }),
  });
}
