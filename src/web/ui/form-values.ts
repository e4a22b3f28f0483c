export type FormValues = Readonly<Record<string, string>>;

/** The fields of a form as text; files are read by whoever asks for them. */
export function readForm(form: HTMLFormElement): FormValues {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') values[name] = value;
  }
  return values;
}

/** A message that was left empty is no message. */
export function optionalText(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}
