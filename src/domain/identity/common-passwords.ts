/** Runs along the keyboard, the alphabet and the digits, from which people build long passwords. */
const RUNS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
];

/** Words from published lists of the most common passwords. */
const WORDS =
  /^(password|passwort|passw0rd|p@ssw0rd|letmein|welcome|admin|administrator|iloveyou|monkey|dragon|football|baseball|superman|batman|trustno1|sunshine|princess|master|shadow|michael|jennifer|computer|internet|starwars|whatever|qwerty|changeme|secret|default|jurybox)+[\W_]*\d{0,8}[\W_]*$/;

/**
 * Whether guessing would start with a password: a common word with digits behind it, one short unit
 * repeated, or a run along the keyboard. These rules replace a published list, which has hardly any
 * entries of twelve characters, the shortest password allowed.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return WORDS.test(text) || /^(.{1,4}?)\1+.{0,3}$/su.test(text) || isRun(text);
}

function isRun(text: string): boolean {
  const backwards = Array.from(text).toReversed().join('');
  return RUNS.some((run) => {
    const twice = run + run;
    return twice.includes(text) || twice.includes(backwards);
  });
}
