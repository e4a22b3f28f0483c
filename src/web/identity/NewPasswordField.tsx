import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';

export function NewPasswordField({ name }: { readonly name: string }) {
  return (
    <TextField
      label={strings.account.newPassword}
      hint={strings.account.passwordRule}
      name={name}
      type="password"
      autoComplete="new-password"
      minLength={12}
      maxLength={128}
      required
    />
  );
}
