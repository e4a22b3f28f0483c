import type { Access, Permission } from '../contract/access.ts';
import { Problem } from '../contract/problems.ts';
import { mayDo } from '../domain/identity/permissions.ts';
import { parseId } from '../domain/ids.ts';
import type { Credential, Standing } from '../storage/callers.ts';
import { routeNotFound } from './route-not-found.ts';

/** What the gate needs to know about the route to admit guests or turn them away. */
export interface Route {
  readonly guests?: true | undefined;
  /** The evaluation that the path names. */
  readonly evaluationId?: string | undefined;
  /** The user or guest that the request is made for, if it names one. */
  readonly profileId?: string | undefined;
}

/**
 * Whether the current request may be answered. Rows are found through the caller's credential, so
 * the first row found also proves the credential; the gate remembers that, and whether the
 * permission of the endpoint was checked. The server lets no answer out through a closed gate.
 */
export class Gate {
  readonly #access: Access;
  readonly #route: Route;
  readonly #onProven: (userId: string) => void;
  #userId: string | undefined;
  #workspaceId: string | null = null;
  #place: string | undefined;
  #isPermitted = false;

  /** `onProven` gets the user who calls, and may refuse by throwing. */
  constructor(
    access: Access,
    route: Route = {},
    onProven: (userId: string) => void = () => undefined,
  ) {
    this.#access = access;
    this.#route = route;
    this.#onProven = onProven;
  }

  /** The user behind the credential, once it is proven. */
  get userId(): string | undefined {
    return this.#userId;
  }

  /** The owner of idempotency keys: the user, and for an API key also its workspace. */
  get principal(): readonly string[] {
    return [this.#userId ?? '', this.#workspaceId ?? ''];
  }

  /** The workspace in which the request takes effect, once it is known. */
  get place(): string | undefined {
    return this.#place;
  }

  get isProven(): boolean {
    return this.#userId !== undefined || this.#access.kind === 'anyone';
  }

  get isOpen(): boolean {
    return this.isProven && (this.#isPermitted || this.#access.kind !== 'permission');
  }

  /** The credential is valid; enough for endpoints that serve any signed-in caller. */
  admit(credential: Pick<Credential, 'userId'> & Partial<Credential>): void {
    if (credential.kind === 'guest' && this.#route.guests !== true) {
      throw this.#refusalOfGuest(credential.evaluationId);
    }
    this.#recognize(credential.userId);
    this.#workspaceId = credential.workspaceId ?? null;
  }

  /** The caller may do what the endpoint (or `permission`) asks, in the workspace of the row. */
  permit(standing: Standing, permission: Permission = this.#declaredPermission()): void {
    this.#recognize(standing.userId);
    if (!mayDo(standing.roles, permission)) throw this.refusal(permission);
    this.#isPermitted = true;
    this.enter(standing.workspaceId);
  }

  /** For requests that are permitted by something other than a role in the workspace. */
  enter(workspaceId: string): void {
    this.#place = workspaceId;
  }

  /** For permissions that do not follow from a role, such as owning an organization. */
  permitIf(isAllowed: boolean, permission: Permission = this.#declaredPermission()): void {
    if (!isAllowed) throw this.refusal(permission);
    this.#isPermitted = true;
  }

  refusal(permission: Permission): Problem {
    return new Problem(
      'forbidden',
      `Your roles in this workspace do not allow that (permission ${permission}). Ask one of its owners for a role that does.`,
      { members: { permission } },
    );
  }

  /** A page that one person opened is never served as another person who signed in meanwhile. */
  #recognize(userId: string): void {
    const { profileId } = this.#route;
    if (profileId !== undefined && parseId(profileId) !== userId) {
      throw new Problem(
        'unauthenticated',
        'This browser is now signed in as another person. Sign in as the one the page is for.',
      );
    }
    this.#onProven(userId);
    this.#userId = userId;
  }

  /** Guests see only their own evaluation: for them, no other route exists. */
  #refusalOfGuest(evaluationId: string | null | undefined): Problem {
    const isTheirs = parseId(this.#route.evaluationId ?? '') === evaluationId;
    if (!isTheirs || this.#access.kind !== 'permission') return routeNotFound();
    const { permission } = this.#access;
    return new Problem(
      'forbidden',
      `Guests may only judge: this needs the permission ${permission}. Sign in as a member who has it.`,
      { members: { permission } },
    );
  }

  #declaredPermission(): Permission {
    if (this.#access.kind !== 'permission') throw new Error('The endpoint declares no permission.');
    return this.#access.permission;
  }
}
