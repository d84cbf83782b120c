import type { Ref } from 'react';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { TextField } from '../../ui/field/TextField.tsx';
import type { InputProps } from './inputProps.ts';

/** A point in time in the user's time zone. Read-only, as the server sets it. */
export function InstantInput({ name, value, ref }: InputProps) {
  const { timezone } = useUser();
  return (
    <TextField
      ref={ref as Ref<HTMLInputElement>}
      name={name}
      value={formatDateTime(typeof value === 'string' ? value : null, timezone)}
      readOnly
    />
  );
}
