import { lazy } from 'react';

/** The editor is the largest part of the UI; pages load it when they first show one. */
export const CodeEditor = lazy(async () => ({
  default: (await import('./CodeEditor.tsx')).CodeEditor,
}));

export const DiffView = lazy(async () => ({
  default: (await import('./DiffView.tsx')).DiffView,
}));
