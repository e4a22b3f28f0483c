import { useMutation } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect } from 'react';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { type FormValues, readForm } from '../ui/form-values.ts';
import styles from './AccountPage.module.css';

interface AccountPageProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly submitLabel: string;
  readonly onSubmit: (values: FormValues) => Promise<unknown>;
  readonly children: ReactNode;
}

/** A form page outside a session: sign-in, setup, invitation. */
export function AccountPage({ title, text, submitLabel, onSubmit, children }: AccountPageProps) {
  const entering = useMutation({ mutationFn: onSubmit });
  useEffect(() => {
    document.title = strings.pageTitle(title);
  }, [title]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    entering.mutate(readForm(event.currentTarget));
  };
  return (
    <AccountFrame title={title} text={text}>
      <form onSubmit={submit} className="form-fields">
        {children}
        <FailureNotice error={entering.error} />
        <Button look="primary" type="submit" isBusy={entering.isPending}>
          {submitLabel}
        </Button>
      </form>
    </AccountFrame>
  );
}

export function AccountFrame({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <main className={styles['frame']}>
      <div className={styles['card']}>
        <p className={styles['brand']}>
          <Scale aria-hidden /> {strings.product}
        </p>
        <h1>{title}</h1>
        {text !== undefined && <div className={styles['text']}>{text}</div>}
        {children}
      </div>
    </main>
  );
}
