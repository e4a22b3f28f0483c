import { useSyncExternalStore } from 'react';
import { browserStorage } from '../browser-storage.ts';
import { useWorkspaces, type Workspace } from './session-queries.ts';

const KEY = 'jurybox.workspace';
const listeners = new Set<() => void>();

// Read once: a choice in another tab must not move what is being created in this one.
let chosen = browserStorage.getItem(KEY);

/** Other tabs keep theirs; a page that is loaded later starts with this one. */
export function chooseWorkspace(id: string): void {
  chosen = id;
  browserStorage.setItem(KEY, id);
  for (const listener of listeners) listener();
}

/** The workspace whose apps are shown: the one chosen last in this tab, else the first. */
export function useCurrentWorkspace(): Workspace | undefined {
  const id = useSyncExternalStore(subscribe, () => chosen);
  const workspaces = useWorkspaces();
  return workspaces.find((workspace) => workspace.id === id) ?? workspaces[0];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
