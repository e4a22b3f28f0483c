const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** What the UI says about what came out. */
export const results = {
  of: (name: string) => `Results: ${name}`,
  print: 'Print',
  percent: (share: number) => percent.format(share),
  numbers: 'Numbers',
  csv: 'CSV',
  csvOf: (title: string) => `CSV: ${title}`,
  hiddenTitle: 'Results come later',
  hiddenText:
    'While you can still judge this evaluation, its results would sway you. They are shown once it is closed.',
  counts: 'Verdicts',
  judgements: (count: number) =>
    count === 1 ? 'One judgement so far.' : `${count.toLocaleString('en')} judgements so far.`,
  verdict: 'Verdict',
  count: 'Judgements',
  share: 'Share in %',
  better: (name: string) => `${name} is better`,
} as const;
