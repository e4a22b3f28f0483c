export type FormValues = Readonly<Record<string, string>>;

/** The text fields of a form; dialogs with files read those themselves. */
export function readForm(form: HTMLFormElement): FormValues {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') values[name] = value;
  }
  return values;
}

/** Null for an empty message. */
export function optionalText(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}
