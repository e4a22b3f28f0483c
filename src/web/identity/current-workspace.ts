import { useSyncExternalStore } from 'react';
import { browserStorage } from '../browser-storage.ts';
import { useWorkspaces, type Workspace } from './session-queries.ts';

const KEY = 'jurybox.workspace';
const listeners = new Set<() => void>();

export function chooseWorkspace(id: string): void {
  browserStorage.setItem(KEY, id);
  for (const listener of listeners) listener();
}

/** The workspace whose apps are shown: the one chosen last, else the first. */
export function useCurrentWorkspace(): Workspace | undefined {
  const chosen = useSyncExternalStore(subscribe, () => browserStorage.getItem(KEY));
  const workspaces = useWorkspaces();
  return workspaces.find(({ id }) => id === chosen) ?? workspaces[0];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
