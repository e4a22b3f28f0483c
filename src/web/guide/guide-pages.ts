import { type GuideSection, sectionsOf, titleOf } from './guide-sections.ts';

const FOLDER = '../../../docs/guide/';

/** All pages come at once: together they are smaller than one picture, and search needs them. */
const TEXTS = import.meta.glob<string>('../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const CONTENTS = 'README';

/** The text of a page; that of the table of contents without a name. */
export function guideText(page = CONTENTS): string | undefined {
  return TEXTS[`${FOLDER}${page}.md`];
}

/** Every page in the order of the table of contents. */
export const GUIDE_PAGES: readonly { readonly name: string; readonly title: string }[] = [
  ...(guideText() ?? '').matchAll(/\]\(([a-z-]+)\.md\)/g),
].map(([, name = '']) => ({ name, title: titleOf(guideText(name) ?? '') }));

export const GUIDE_SECTIONS: readonly GuideSection[] = GUIDE_PAGES.flatMap(({ name }) =>
  sectionsOf(name, guideText(name) ?? ''),
);
