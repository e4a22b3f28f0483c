import { counted } from '../localized.ts';

const SECTIONS = { one: 'section', other: 'sections' } as const;

/** Texts around the guide's pages. */
export const guide = {
  title: 'Guide',
  pages: 'Pages of the guide',
  search: 'Search the guide',
  found: (count: number) => `${counted(count, SECTIONS)} found`,
  none: 'No matches.',
  anchor: (heading: string) => `Link to: ${heading}`,
  toApps: 'To the apps',
  /** Links to the guide from other pages. */
  links: {
    start: 'How columns are read',
    designing: 'How many scenarios and annotators?',
    readingResults: 'How to read these results',
    annotators: 'Guide for annotators',
    security: 'Roles, keys and security',
    operating: 'Backups and operating',
  },
};
