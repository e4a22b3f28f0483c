import { useState } from 'react';
import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import type { Versioned } from '../api.ts';
import { type Parsed, parametersText, parseParameters } from './parameters-text.ts';

export interface VariantDraft {
  readonly text: string;
  readonly parsed: Parsed;
  readonly isDirty: boolean;
  /** The version the draft started from; a save replaces only this one. */
  readonly etag: string;
  readonly change: (text: string) => void;
  /** Starts again from another version, with its text or with another one. */
  readonly rebase: (variant: Versioned<AppVariantResponse>, text?: string) => void;
}

interface State {
  readonly etag: string;
  readonly base: string;
  readonly text: string;
}

/** The editor's text, separate from the server's version: a refresh never overwrites it. */
export function useVariantDraft(variant: Versioned<AppVariantResponse>): VariantDraft {
  const [state, setState] = useState<State>(() => startOf(variant));
  const isDirty = state.text !== state.base;
  if (state.etag !== variant.etag) {
    const newest = startOf(variant);
    // An unchanged draft follows the server. A changed one stays, and a save of it replaces the
    // newest version where only other things were changed, such as the name.
    if (!isDirty) setState(newest);
    else if (newest.base === state.base) setState({ ...newest, text: state.text });
  }
  return {
    text: state.text,
    parsed: parseParameters(state.text),
    isDirty,
    etag: state.etag,
    change: (text) => setState((current) => ({ ...current, text })),
    rebase: (newer, text) => {
      const start = startOf(newer);
      setState({ ...start, text: text ?? start.text });
    },
  };
}

function startOf({ value, etag }: Versioned<AppVariantResponse>): State {
  const text = parametersText(value.parameters);
  return { etag, base: text, text };
}
