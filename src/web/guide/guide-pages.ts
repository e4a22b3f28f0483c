import { type GuideSection, sectionsOf, titleOf } from './guide-sections.ts';

const FOLDER = '../../../docs/guide/';

/** Bundled: all pages together are smaller than one picture, and search needs every page. */
const TEXTS = import.meta.glob<string>('../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const CONTENTS = 'README';

/** The text of a page, by default of the table of contents. */
export function guideText(page = CONTENTS): string | undefined {
  return TEXTS[`${FOLDER}${page}.md`];
}

/** Every page, in the order of the table of contents. */
export const GUIDE_PAGES: readonly { readonly name: string; readonly title: string }[] = [
  ...(guideText() ?? '').matchAll(/\]\(([a-z-]+)\.md\)/g),
].map(([, name = '']) => ({ name, title: titleOf(guideText(name) ?? '') }));

export const GUIDE_SECTIONS: readonly GuideSection[] = GUIDE_PAGES.flatMap(({ name }) =>
  sectionsOf(name, guideText(name) ?? ''),
);
