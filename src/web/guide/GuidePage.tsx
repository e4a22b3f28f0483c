import { Link, useParams } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { strings } from '../strings.ts';
import { Page } from '../ui/Page.tsx';
import { GuideArticle } from './GuideArticle.tsx';
import styles from './GuidePage.module.css';
import { GuideSearch } from './GuideSearch.tsx';
import { GUIDE_PAGES, guideText } from './guide-pages.ts';
import { titleOf } from './guide-sections.ts';

/** The guide, readable without an account. */
export function GuidePage() {
  const { page } = useParams({ strict: false });
  const text = guideText(page);
  return (
    <div className={styles['frame']}>
      <header className={styles['bar']}>
        <Link to="/docs" className={styles['brand']}>
          <Scale aria-hidden /> {strings.product} · {strings.guide.title}
        </Link>
        <Link to="/apps">{strings.guide.toApps}</Link>
      </header>
      <div className={styles['columns']}>
        <div className={styles['side']}>
          <GuideSearch />
          <nav aria-label={strings.guide.pages} className={styles['pages']}>
            {GUIDE_PAGES.map(({ name, title }) => (
              <Link key={name} to="/docs/$page" params={{ page: name }}>
                {title}
              </Link>
            ))}
          </nav>
        </div>
        <main className={styles['main']}>
          {text === undefined ? (
            <NotFoundPage />
          ) : (
            <Page title={titleOf(text)}>
              <GuideArticle text={text.slice(text.indexOf('\n'))} />
            </Page>
          )}
        </main>
      </div>
    </div>
  );
}
