export interface Count {
  readonly label: string;
  readonly count: number;
}
