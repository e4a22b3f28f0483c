import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import { DiffPlace } from '../editor/DiffPlace.tsx';
import { DiffView } from '../editor/lazy-editors.ts';
import { wholeNumber } from '../localized.ts';
import { strings } from '../strings.ts';
import { Dialog, DialogBody } from '../ui/Dialog.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { SelectField } from '../ui/Field.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { variantsQuery } from './app-queries.ts';
import styles from './CompareDialog.module.css';
import { readableText } from './parameters-text.ts';
import { revisionQuery } from './variant-queries.ts';

interface RevisionChoice {
  readonly variantId: string;
  readonly revision: number;
}

interface CompareDialogProps {
  readonly appId: string;
  readonly left: RevisionChoice;
  readonly right: RevisionChoice;
  readonly onClose: () => void;
}

/** Any two revisions of any two variants of an app, side by side. */
export function CompareDialog({ appId, onClose, ...start }: CompareDialogProps) {
  const [left, setLeft] = useState(start.left);
  const [right, setRight] = useState(start.right);
  const revisions = useQueries({
    queries: [
      revisionQuery(left.variantId, left.revision),
      revisionQuery(right.variantId, right.revision),
    ],
  });
  const [a, b] = revisions;
  const variants = useQuery(variantsQuery(appId));
  const queries = [variants, ...revisions];
  const choices = variants.data ?? [];
  return (
    <Dialog title={strings.variants.compareTitle} size="wide" onClose={onClose}>
      <DialogBody>
        <div className={styles['pickers']}>
          <Picker label={strings.diff.left} variants={choices} choice={left} onChoose={setLeft} />
          <Picker
            label={strings.diff.right}
            variants={choices}
            choice={right}
            onChoose={setRight}
          />
        </div>
        <FailureNotice
          error={queries.find(({ error }) => error !== null)?.error}
          onRetry={() => void Promise.all(queries.map(({ refetch }) => refetch()))}
        />
        <DiffPlace>
          {(a.isPending || b.isPending) && <Waiting />}
          {a.data !== undefined && b.data !== undefined && (
            <DiffView
              left={{
                title: strings.variants.atRevision(a.data.config.config_name, a.data.revision),
                text: readableText(a.data.config.parameters),
              }}
              right={{
                title: strings.variants.atRevision(b.data.config.config_name, b.data.revision),
                text: readableText(b.data.config.parameters),
              }}
            />
          )}
        </DiffPlace>
      </DialogBody>
    </Dialog>
  );
}

interface PickerProps {
  readonly label: string;
  readonly variants: readonly AppVariantResponse[];
  readonly choice: RevisionChoice;
  readonly onChoose: (choice: RevisionChoice) => void;
}

function Picker({ label, variants, choice, onChoose }: PickerProps) {
  const chosen = variants.find(({ variant_id }) => variant_id === choice.variantId);
  const chooseVariant = (variantId: string) => {
    const head = variants.find(({ variant_id }) => variant_id === variantId)?.revision ?? 1;
    onChoose({ variantId, revision: head });
  };
  const newest = Math.max(chosen?.revision ?? 1, choice.revision);
  return (
    <fieldset className={styles['picker']}>
      <legend className="visually-hidden">{label}</legend>
      <SelectField
        label={strings.variants.one}
        value={choice.variantId}
        onChange={(event) => chooseVariant(event.target.value)}
      >
        {variants.map(({ variant_id, variant_name }) => (
          <option key={variant_id} value={variant_id}>
            {variant_name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={strings.revisionLabel}
        value={choice.revision}
        onChange={(event) => onChoose({ ...choice, revision: Number(event.target.value) })}
      >
        {Array.from({ length: newest }, (_, index) => newest - index).map((revision) => (
          <option key={revision} value={revision}>
            {wholeNumber(revision)}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}
