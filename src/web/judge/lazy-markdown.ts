import { lazy } from 'react';

/** Loaded when the first text is shown as Markdown. */
export const MarkdownText = lazy(async () => ({
  default: (await import('./MarkdownText.tsx')).MarkdownText,
}));
