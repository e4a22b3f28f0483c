import { Link } from '@tanstack/react-router';
import type { EnvironmentOutput } from '../../contract/variants/environments.ts';
import { strings } from '../strings.ts';
import { Moment } from '../ui/Moment.tsx';
import styles from './EnvironmentsStrip.module.css';

interface EnvironmentsStripProps {
  readonly appId: string;
  readonly environments: readonly EnvironmentOutput[];
  /** The environment whose history is shown. */
  readonly chosen?: string | undefined;
}

/** The environments, each with the revision that it runs. */
export function EnvironmentsStrip({ appId, environments, chosen }: EnvironmentsStripProps) {
  return (
    <ul className={styles['strip']}>
      {environments.map((environment) => (
        <li key={environment.name}>
          <Link
            to="/apps/$appId/environments"
            params={{ appId }}
            search={{ environment: environment.name }}
            className={styles['place']}
            aria-current={environment.name === chosen ? 'true' : undefined}
          >
            <span className={styles['name']}>{environment.name}</span>
            <Running environment={environment} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Running({ environment }: { readonly environment: EnvironmentOutput }) {
  const { deployed_variant_name, revision, deployed_at, deployed_by } = environment;
  if (deployed_variant_name === null || revision === null || deployed_at === null) {
    return <span className={styles['soft']}>{strings.environments.nothing}</span>;
  }
  return (
    <>
      <span className={styles['variant']}>
        {strings.variants.atRevision(deployed_variant_name, revision)}
      </span>
      <span className={styles['soft']}>
        {deployed_by} · <Moment at={deployed_at} />
      </span>
    </>
  );
}
