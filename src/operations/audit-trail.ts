import type { Transaction } from '../storage/database.ts';
import {
  type ActorKind,
  appendAuditEntry,
  listWorkspacesOfUser,
  NO_WORKSPACE,
} from '../storage/identity/audit-entries.ts';
import type { AuditNote, AuditObject } from './audit-note.ts';
import type { Context } from './context.ts';

/** What the server knows about a write. */
export interface AuditedRequest {
  readonly operationId: string;
  readonly requestId: string;
  readonly address: string;
  readonly actorKind: ActorKind;
  readonly keyPrefix: string | undefined;
  /** The parameters of the path. */
  readonly path: Readonly<Record<string, string>>;
}

/** Appends an entry per note, or one if there is none; the last write of the transaction. */
export async function recordWrite(
  context: Context,
  tx: Transaction,
  { request, notes }: { readonly request: AuditedRequest; readonly notes: readonly AuditNote[] },
): Promise<void> {
  for (const note of notes.length === 0 ? [{}] : notes) {
    const actor = actorOf(context, request, note);
    const object = note.object ?? objectInPath(request.path);
    for (const workspaceId of await workspacesOf(context, tx, { note, actorId: actor.id })) {
      appendAuditEntry(tx, {
        workspaceId,
        at: context.now,
        id: context.newId(),
        operation: request.operationId,
        actorKind: actor.kind,
        actorId: actor.id,
        keyPrefix: request.keyPrefix ?? null,
        objectKind: object?.kind ?? null,
        objectId: object?.id ?? null,
        detail: shortened({ ...othersInPath(request.path, object), ...note.change }),
        address: request.address,
        requestId: request.requestId,
      });
    }
  }
}

/** Something that the service itself did, by a setting of the workspace. */
export interface UpkeepNote {
  readonly workspaceId: string;
  readonly operation: string;
  readonly object: AuditObject;
  readonly change: Readonly<Record<string, unknown>>;
}

export function recordUpkeep(
  tx: Transaction,
  { now, newId }: Pick<Context, 'now' | 'newId'>,
  { workspaceId, operation, object, change }: UpkeepNote,
): void {
  appendAuditEntry(tx, {
    workspaceId,
    at: now,
    id: newId(),
    operation,
    actorKind: 'service',
    actorId: null,
    keyPrefix: null,
    objectKind: object.kind,
    objectId: object.id,
    detail: shortened(change),
    address: '',
    requestId: '',
  });
}

function actorOf(
  { gate }: Context,
  { actorKind }: AuditedRequest,
  { actor }: AuditNote,
): { kind: ActorKind; id: string | null } {
  if (actor !== undefined) return actor;
  return { kind: actorKind, id: gate.userId ?? null };
}

/** A write about an account, such as signing in, is recorded in all workspaces of the person. */
async function workspacesOf(
  { gate }: Context,
  tx: Transaction,
  { note, actorId }: { readonly note: AuditNote; readonly actorId: string | null },
): Promise<readonly string[]> {
  const place = note.workspaceId ?? gate.place;
  if (place !== undefined) return [place];
  const own = actorId === null ? [] : await listWorkspacesOfUser(tx, actorId);
  return own.length === 0 ? [NO_WORKSPACE] : own;
}

/** The evaluation in the path, so that its id finds all its entries; else the last object. */
function objectInPath(path: AuditedRequest['path']): AuditObject | undefined {
  const [name, id] =
    Object.entries(path).find(([key]) => key === 'evaluation_id') ??
    Object.entries(path).at(-1) ??
    [];
  if (name === undefined || id === undefined) return undefined;
  return { kind: name.replace(/_id$/, ''), id: id.toLowerCase() };
}

function othersInPath(path: AuditedRequest['path'], object: AuditObject | undefined) {
  return Object.fromEntries(
    Object.entries(path).filter(([, value]) => value.toLowerCase() !== object?.id),
  );
}

/** Of these fields, those that differ, as `[before, after]`. */
export function changes<Value extends object>(
  before: Value,
  after: Value,
  fields: readonly (keyof Value & string)[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, [before[field], after[field]]]),
  );
}

/** The note of an update: none if nothing changed. */
export function noteOf(change: NonNullable<AuditNote['change']>): AuditNote | 'nothing' {
  return Object.keys(change).length === 0 ? 'nothing' : { change };
}

/** An address before and after; without its query, which can contain a secret. */
export function addressChange(
  before: string | null,
  after: string | null,
): Readonly<Record<string, unknown>> {
  if (before === after) return {};
  return { address: [before, after].map((address) => address?.split('?')[0] ?? null) };
}

const LONGEST_TEXT = 200;

/** Cuts long texts, so that the change stays recognizable and the entry small. */
function shortened(detail: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(detail, (_, value: unknown) => {
    if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value;
    return `${value.slice(0, LONGEST_TEXT)}…`;
  });
}
