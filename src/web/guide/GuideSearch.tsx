import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import styles from './GuidePage.module.css';
import { GUIDE_SECTIONS } from './guide-pages.ts';
import { excerptOf, findSections } from './guide-sections.ts';

const MAX_SHOWN = 12;

/** Finds sections as the reader types; Enter opens the first. */
export function GuideSearch() {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const sections = findSections(GUIDE_SECTIONS, query);
  const leave = () => setQuery('');
  const openFirst = () => {
    const [first] = sections;
    if (first === undefined) return;
    leave();
    void navigate({
      to: '/docs/$page',
      params: { page: first.page },
      hash: first.anchor ?? '',
    });
  };
  return (
    <search className={styles['search']}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          openFirst();
        }}
      >
        <TextField
          label={strings.guide.search}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </form>
      <p role="status" className={styles['count']}>
        {query.trim() !== '' &&
          (sections.length === 0 ? strings.guide.none : strings.guide.found(sections.length))}
      </p>
      {sections.length > 0 && (
        <ol className={styles['found']}>
          {sections.slice(0, MAX_SHOWN).map((section) => (
            <li key={`${section.page} ${section.anchor}`}>
              <Link
                to="/docs/$page"
                params={{ page: section.page }}
                hash={section.anchor ?? ''}
                onClick={leave}
              >
                {section.anchor === undefined
                  ? section.pageTitle
                  : `${section.pageTitle} › ${section.heading}`}
              </Link>
              <p>{excerptOf(section, query)}</p>
            </li>
          ))}
        </ol>
      )}
    </search>
  );
}
