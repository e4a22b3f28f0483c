import { lazy } from 'react';
import { part } from '../load-part.ts';

/** The editor is the largest part of the UI, so pages load it when they first show one. */
export const CodeEditor = lazy(
  part(async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor })),
);

export const DiffView = lazy(
  part(async () => ({ default: (await import('./DiffView.tsx')).DiffView })),
);
