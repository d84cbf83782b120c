import { Eye, EyeOff } from 'lucide-react';
import { useState, type Ref } from 'react';
import { TextField } from './TextField.tsx';

/** An input of a password, which can be shown. `autoComplete` is for password managers. */
export function PasswordField({
  name,
  value,
  autoComplete,
  autoFocus = false,
  ref,
  onChange,
}: {
  name: string;
  value: string;
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...(ref ? { ref } : {})}
      name={name}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      suffix={
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="-mr-1.5 inline-flex size-6 items-center justify-center rounded-sm hover:bg-pressed hover:text-ink"
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </button>
      }
    />
  );
}
