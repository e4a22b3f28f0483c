import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import crumbs from '../shell/Breadcrumbs.module.css';
import { CrumbItem } from '../shell/CrumbItem.tsx';
import { strings } from '../strings.ts';
import { appQuery } from '../variants/app-queries.ts';
import { evaluationQuery } from './evaluation-queries.ts';

const route = getRouteApi('/signed-in/evaluations/$evaluationId');

/** The breadcrumbs from an evaluation to its app. */
export function EvaluationTrail() {
  const { data: evaluation } = useQuery(evaluationQuery(route.useParams().evaluationId));
  const appId = evaluation?.app_id ?? '';
  const { data: app } = useQuery({ ...appQuery(appId), enabled: appId !== '' });
  return (
    <>
      <CrumbItem>
        <Link to="/apps" className={crumbs['crumb']}>
          {strings.apps.title}
        </Link>
      </CrumbItem>
      <CrumbItem>
        <Link to="/apps/$appId" params={{ appId }} className={crumbs['crumb']}>
          {app?.value.app_name ?? '…'}
        </Link>
      </CrumbItem>
      <CrumbItem>
        <Link to="/apps/$appId/evaluations" params={{ appId }} className={crumbs['crumb']}>
          {strings.evaluations.title}
        </Link>
      </CrumbItem>
    </>
  );
}
