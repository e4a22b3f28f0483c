import { useState } from 'react';
import type { Versioned } from '../api.ts';
import { type GridTable, tableOf } from './grid-table.ts';
import type { Testset } from './testset-queries.ts';

export interface TestsetDraft {
  readonly table: GridTable;
  /** The server's rows when the draft started. */
  readonly base: GridTable;
  readonly etag: string;
  /** The revision the draft started from. */
  readonly revision: number;
  readonly isDirty: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly change: (table: GridTable) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Restarts from another version, with its rows or the given ones. */
  readonly rebase: (testset: Versioned<Testset>, table?: GridTable) => void;
}

interface State {
  readonly etag: string;
  readonly revision: number;
  readonly base: GridTable;
  readonly table: GridTable;
  readonly past: readonly GridTable[];
  readonly future: readonly GridTable[];
}

const MAX_UNDO_STEPS = 200;

/** The edited rows with their undo steps. Steps share the rows that did not change. */
export function useTestsetDraft(testset: Versioned<Testset>): TestsetDraft {
  const [state, setState] = useState(() => startOf(testset));
  const isDirty = state.table !== state.base;
  if (state.etag !== testset.etag) {
    // An unchanged draft follows the server. A rename does not conflict with a changed one.
    if (!isDirty) setState(startOf(testset));
    else if (state.revision === testset.value.revision) setState({ ...state, etag: testset.etag });
  }
  return {
    table: state.table,
    base: state.base,
    etag: state.etag,
    revision: state.revision,
    isDirty,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    change: (table) => setState((current) => stepTo(current, table)),
    undo: () => setState(stepBack),
    redo: () => setState(stepForward),
    rebase: (newer, table) => {
      const start = startOf(newer);
      setState(table === undefined ? start : { ...start, table });
    },
  };
}

function startOf({ value, etag }: Versioned<Testset>): State {
  const table = tableOf(value.csvdata);
  return { etag, revision: value.revision, base: table, table, past: [], future: [] };
}

function stepTo(state: State, table: GridTable): State {
  if (table === state.table) return state;
  return { ...state, table, past: [...state.past.slice(-MAX_UNDO_STEPS), state.table], future: [] };
}

function stepBack(state: State): State {
  const table = state.past.at(-1);
  if (table === undefined) return state;
  return { ...state, table, past: state.past.slice(0, -1), future: [state.table, ...state.future] };
}

function stepForward(state: State): State {
  const [table, ...future] = state.future;
  if (table === undefined) return state;
  return { ...state, table, past: [...state.past, state.table], future };
}
