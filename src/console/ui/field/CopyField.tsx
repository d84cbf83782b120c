import type { ReactNode } from 'react';
import { CopyButton } from '../CopyButton.tsx';
import { Field } from './Field.tsx';
import { TextField } from './TextField.tsx';

/** A read-only text with a button to copy it. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: ReactNode }) {
  return (
    <Field label={label} hint={hint}>
      <TextField
        mono
        readOnly
        value={value}
        suffix={<CopyButton text={value} label={`Copy ${label}`} className="-mr-1.5" />}
      />
    </Field>
  );
}
