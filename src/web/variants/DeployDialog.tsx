import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ENVIRONMENT_NAMES, type EnvironmentOutput } from '../../contract/variants/environments.ts';
import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import { DiffPlace } from '../editor/DiffPlace.tsx';
import { DiffView } from '../editor/lazy-editors.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { type FormValues, optionalText } from '../ui/form-values.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { environmentsQuery } from './app-queries.ts';
import { deploy } from './deploy.ts';
import { readableText } from './parameters-text.ts';
import { revisionQuery } from './variant-queries.ts';

interface DeployDialogProps {
  readonly variant: AppVariantResponse;
  readonly revision: number;
  readonly onClose: () => void;
}

/** Shows what a deployment would change in the environment. */
export function DeployDialog({ variant, revision, onClose }: DeployDialogProps) {
  const [name, setName] = useState<string>(ENVIRONMENT_NAMES[0]);
  const environments = useQuery({
    ...environmentsQuery(variant.app_id),
    // Shows what runs there now, not what ran when the page opened.
    refetchOnMount: 'always',
  });
  const target = environments.data?.find((environment) => environment.name === name);
  const submit = async ({ message }: FormValues) => {
    await deploy({ variant, revision, environment: name, message: optionalText(message) });
    onClose();
  };
  return (
    <FormDialog
      title={strings.variants.deployTitle(variant.variant_name, revision)}
      size="wide"
      submitLabel={strings.environments.deployTo(name)}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={strings.environments.one}
        value={name}
        onChange={(event) => setName(event.target.value)}
      >
        {ENVIRONMENT_NAMES.map((environment) => (
          <option key={environment}>{environment}</option>
        ))}
      </SelectField>
      <DiffPlace>
        <FailureNotice error={environments.error} onRetry={() => void environments.refetch()} />
        {environments.isPending && <Waiting />}
        {target !== undefined && (
          <Difference key={name} target={target} variant={variant} revision={revision} />
        )}
      </DiffPlace>
      <TextField label={strings.message} name="message" maxLength={2000} />
    </FormDialog>
  );
}

interface DifferenceProps {
  readonly target: EnvironmentOutput;
  readonly variant: AppVariantResponse;
  readonly revision: number;
}

function Difference({ target, variant, revision }: DifferenceProps) {
  const next = useQuery(revisionQuery(variant.variant_id, revision));
  const running = useQuery({
    ...revisionQuery(target.deployed_app_variant_id ?? '', target.revision ?? 0),
    enabled: target.deployed_app_variant_id !== null,
  });
  if (target.deployed_app_variant_id === null) return <p>{strings.environments.firstDeploy}</p>;
  const failed = next.error === null ? running : next;
  if (failed.error !== null) {
    return <FailureNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (next.data === undefined || running.data === undefined) return <Waiting />;
  const runningName = target.deployed_variant_name ?? running.data.config.config_name;
  return (
    <DiffView
      left={{
        title: strings.environments.runningNow(runningName, running.data.revision),
        text: readableText(running.data.config.parameters),
      }}
      right={{
        title: strings.variants.atRevision(variant.variant_name, revision),
        text: readableText(next.data.config.parameters),
      }}
    />
  );
}
