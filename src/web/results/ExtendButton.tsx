import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import type { EvaluationSettings } from '../../contract/evaluations/evaluation-settings.ts';
import { ExtendDialog } from '../evaluations/ExtendDialog.tsx';
import type { Evaluation } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import type { Extension } from './extension-for.ts';

interface ExtendButtonProps {
  readonly evaluation: Evaluation;
  readonly settings: EvaluationSettings;
  readonly extension: Extension;
}

/** Asks for as many more judgements as would probably settle the result. */
export function ExtendButton({ evaluation, settings, extension }: ExtendButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" icon={<ListPlus aria-hidden />} onClick={() => setOpen(true)}>
        {strings.results.act.extend[extension.reach](extension.judgements)}
      </Button>
      {isOpen && (
        <ExtendDialog
          evaluation={evaluation}
          settings={settings}
          suggested={extension.judgementsPerTask}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
