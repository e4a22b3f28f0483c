import styles from './Meter.module.css';

interface MeterProps {
  readonly label: string;
  readonly done: number;
  readonly of: number;
  readonly size?: 'wide' | 'small';
}

export function Meter({ label, done, of, size = 'wide' }: MeterProps) {
  return (
    <progress
      className={`${styles['meter']} ${styles[size]}`}
      max={Math.max(of, 1)}
      value={done}
      aria-label={label}
    />
  );
}
