import { useSyncExternalStore } from 'react';
import { browserStorage } from '../browser-storage.ts';
import { useWorkspaces, type Workspace } from './session-queries.ts';

const KEY = 'jurybox.workspace';
const listeners = new Set<() => void>();

// Read once: a choice in another tab must not change where this one creates objects.
let chosenId = browserStorage.getItem(KEY);

/** Other tabs keep their workspace; pages loaded later start with this one. */
export function chooseWorkspace(id: string): void {
  chosenId = id;
  browserStorage.setItem(KEY, id);
  for (const listener of listeners) listener();
}

/** The workspace whose apps are shown: the one chosen last in this tab, else the first. */
export function useCurrentWorkspace(): Workspace | undefined {
  const id = useSyncExternalStore(subscribe, () => chosenId);
  const workspaces = useWorkspaces();
  return workspaces.find((workspace) => workspace.id === id) ?? workspaces[0];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
