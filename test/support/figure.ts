/** Reports a test's figure, which `npm run faults` and `npm run security` print at the end. */
export function figure(guarantee: `G${number}`, text: string): void {
  console.log(`figure ${guarantee}: ${text}`);
}
