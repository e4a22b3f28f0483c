import { lazy } from 'react';
import { part } from '../load-part.ts';

/** Loads when the first text is shown as Markdown. */
export const MarkdownText = lazy(
  part(async () => ({ default: (await import('./MarkdownText.tsx')).MarkdownText })),
);
