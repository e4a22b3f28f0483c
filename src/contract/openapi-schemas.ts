import type { TSchema } from 'typebox';
import { Session } from './identity/auth.ts';
import { Key } from './identity/keys.ts';
import { Invitation, Organization } from './identity/organizations.ts';
import { Profile } from './identity/profile.ts';
import { WorkspaceResponse } from './identity/workspaces.ts';
import { App } from './variants/apps.ts';
import { Base } from './variants/bases.ts';
import { Config } from './variants/configs.ts';
import { EnvironmentOutput, EnvironmentRevision } from './variants/environments.ts';
import { AppVariantResponse, VariantRevision } from './variants/variants.ts';

/** Objects of the contract that have a name of their own. */
const NAMED: Readonly<Record<string, TSchema>> = {
  AppVariantResponse,
  VariantRevision,
  App,
  Base,
  Config,
  EnvironmentOutput,
  EnvironmentRevision,
  Profile,
  Session,
  Key,
  Organization,
  Invitation,
  WorkspaceResponse,
};

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** Moves named objects into the document's components and refers to them instead. */
export function hoistSchemas<Whole extends Document>(document: Whole): object {
  const names = new Map(Object.entries(NAMED).map(([name, schema]) => [schema, name]));
  const replace = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const name = names.get(value);
    return name === undefined ? copy(value) : { $ref: `#/components/schemas/${name}` };
  };
  const copy = (value: object): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]));
  };
  const schemas = {
    ...document.components.schemas,
    ...Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, copy(schema)])),
  };
  const { components, ...rest } = document;
  return { ...Object(copy(rest)), components: { ...components, schemas } };
}
