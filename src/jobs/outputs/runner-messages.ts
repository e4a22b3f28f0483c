import type { KeySettings } from '../../operations/system/open-vault.ts';
import type { CallingRules } from '../../outbound/calling-rules.ts';
import type { TracingSettings } from '../../outbound/span-sender.ts';
import type { AccessData } from '../../storage/engines/thread-access.ts';
import type { Share } from './lane.ts';
import type { Stall } from './stall.ts';

/** Passed to the runner's thread when it starts. */
export interface RunnerData {
  readonly access: AccessData;
  readonly keys: KeySettings;
  readonly rules: CallingRules;
  readonly tracing: TracingSettings | undefined;
  readonly workerId: string;
  readonly idleMs: number;
  /** How far the clock of this machine is ahead of the database's. */
  readonly aheadMs: number;
}

export type ToRunner =
  | { readonly kind: 'change' }
  | { readonly kind: 'clock'; readonly aheadMs: number }
  | { readonly kind: 'share'; readonly share: Share | undefined }
  | { readonly kind: 'stop' };

export type FromRunner =
  | { readonly kind: 'progress'; readonly evaluationId: string }
  | { readonly kind: 'call'; readonly outcome: string }
  | { readonly kind: 'stall'; readonly stall: Stall }
  | { readonly kind: 'error'; readonly error: Error };
