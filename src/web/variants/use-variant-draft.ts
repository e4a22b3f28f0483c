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
  /** The revision the draft started from. */
  readonly revision: number;
  readonly change: (text: string) => void;
  /** Restarts from another version, with its text or the given one. */
  readonly rebase: (variant: Versioned<AppVariantResponse>, text?: string) => void;
}

interface State {
  readonly etag: string;
  readonly revision: number;
  readonly base: string;
  readonly text: string;
}

/** The editor's text, separate from the server's version: a refresh never overwrites it. */
export function useVariantDraft(variant: Versioned<AppVariantResponse>): VariantDraft {
  const [state, setState] = useState<State>(() => startOf(variant));
  const isDirty = state.text !== state.base;
  if (state.etag !== variant.etag) {
    // An unchanged draft follows the server. A rename does not conflict with a changed one.
    if (!isDirty) setState(startOf(variant));
    else if (state.revision === variant.value.revision) setState({ ...state, etag: variant.etag });
  }
  return {
    text: state.text,
    parsed: parseParameters(state.text),
    isDirty,
    etag: state.etag,
    revision: state.revision,
    change: (text) => setState((current) => ({ ...current, text })),
    rebase: (newer, text) => {
      const start = startOf(newer);
      setState({ ...start, text: text ?? start.text });
    },
  };
}

function startOf({ value, etag }: Versioned<AppVariantResponse>): State {
  const text = parametersText(value.parameters);
  return { etag, revision: value.revision, base: text, text };
}
