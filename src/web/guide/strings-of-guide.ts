import { counted } from '../localized.ts';

const SECTIONS = { one: 'section', other: 'sections' } as const;

/** What the guide says around its pages. */
export const guide = {
  title: 'Guide',
  pages: 'Pages of the guide',
  search: 'Search the guide',
  found: (count: number) => `${counted(count, SECTIONS)} found`,
  none: 'No matches.',
  anchor: (heading: string) => `Link to: ${heading}`,
  signIn: 'To the apps',
  /** Links from pages where a question arises. */
  links: {
    start: 'How columns are read',
    designing: 'How many scenarios and annotators?',
    readingResults: 'How to read these results',
    annotators: 'Guide for annotators',
    security: 'Roles, keys and security',
    operating: 'Backups and operating',
  },
};
