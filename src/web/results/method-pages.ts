const FOLDER = '../../../docs/statistics/';

/** Pages about methods, each loaded when a reader opens it. */
const PAGES = import.meta.glob<string>(
  [
    '../../../docs/statistics/*.md',
    '!../../../docs/statistics/README.md',
    '!../../../docs/statistics/results.md',
    '!../../../docs/statistics/calibration.md',
  ],
  { query: '?raw', import: 'default' },
);

export function hasMethodPage(name: string): boolean {
  return `${FOLDER}${name}.md` in PAGES;
}

export function readMethodPage(name: string): Promise<string> | undefined {
  return PAGES[`${FOLDER}${name}.md`]?.();
}
