/** A part of a guide page with its own heading. */
export interface GuideSection {
  readonly page: string;
  readonly pageTitle: string;
  readonly heading: string;
  /** Absent for the text before a page's first heading. */
  readonly anchor?: string;
  readonly text: string;
}

/** The same anchor as on GitHub, so links to a section work in both places. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

export function titleOf(markdown: string): string {
  return /^# (.*)$/m.exec(markdown)?.[1] ?? '';
}

/** Splits a page at its headings; a # inside a code block is a comment. */
export function sectionsOf(page: string, markdown: string): GuideSection[] {
  const pageTitle = titleOf(markdown);
  const parts: { heading: string; lines: string[] }[] = [{ heading: pageTitle, lines: [] }];
  let isCode = false;
  for (const line of markdown.split('\n').slice(1)) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, heading] = (isCode ? undefined : /^##+ (.*)$/.exec(line)) ?? [];
    if (heading === undefined) parts.at(-1)?.lines.push(line);
    else parts.push({ heading: withoutMarks(heading), lines: [] });
  }
  return parts.map(({ heading, lines }, index) => ({
    page,
    pageTitle,
    heading,
    ...(index === 0 ? {} : { anchor: anchorOf(heading) }),
    text: withoutMarks(lines.join('\n')),
  }));
}

/** Sections with all words of the query, those with all of them in their heading first. */
export function findSections(
  sections: readonly GuideSection[],
  query: string,
): readonly GuideSection[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  if (words.length === 0) return [];
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const inHeading = sections.filter(({ heading }) => hasAll(heading));
  const inText = sections.filter(
    ({ heading, pageTitle, text }) => !hasAll(heading) && hasAll(`${pageTitle} ${heading} ${text}`),
  );
  return [...inHeading, ...inText];
}

/** The text around the first word of the query. */
export function excerptOf({ text }: GuideSection, query: string): string {
  const [word = ''] = query.toLowerCase().match(/[\p{L}\p{N}_-]+/u) ?? [];
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const part = text.slice(start, start + 160);
  return `${start === 0 ? '' : '… '}${part}${start + 160 < text.length ? ' …' : ''}`;
}

function withoutMarks(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^```.*$|^\|?[-|\s]+$|[*`|]/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
