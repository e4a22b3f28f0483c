import { browserStorage } from './browser-storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const KEY = 'jurybox.theme';

export function storedTheme(): Theme {
  const stored = browserStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Sets the colour scheme: the user's choice, or the system's. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  if (theme === 'system') browserStorage.removeItem(KEY);
  else browserStorage.setItem(KEY, theme);
}
