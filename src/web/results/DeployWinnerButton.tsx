import { Rocket } from 'lucide-react';
import { useState } from 'react';
import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import { queryClient } from '../api.ts';
import type { Evaluation } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { announceFailure } from '../ui/Toasts.tsx';
import { DeployDialog } from '../variants/DeployDialog.tsx';
import { variantQuery } from '../variants/variant-queries.ts';

interface DeployWinnerButtonProps {
  readonly evaluation: Evaluation;
  readonly winner: string;
}

/** Deploys the revision that was judged, which need not be the newest. */
export function DeployWinnerButton({ evaluation, winner }: DeployWinnerButtonProps) {
  const [variant, setVariant] = useState<AppVariantResponse>();
  const revision = Number(evaluation.revisions[evaluation.variant_ids.indexOf(winner)]);
  const open = async () => {
    const place = { appId: evaluation.app_id, variantId: winner };
    setVariant((await queryClient.fetchQuery(variantQuery(place))).value);
  };
  return (
    <>
      <Button
        look="primary"
        icon={<Rocket aria-hidden />}
        onClick={() => void open().catch(announceFailure)}
      >
        {strings.results.act.deploy}
      </Button>
      {variant !== undefined && (
        <DeployDialog variant={variant} revision={revision} onClose={() => setVariant(undefined)} />
      )}
    </>
  );
}
