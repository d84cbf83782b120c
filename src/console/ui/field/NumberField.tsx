import { useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { TextField } from './TextField.tsx';
import type { ControlProps } from './Field.tsx';
import { cx } from '../cx.ts';
import { normalizeNumber } from './normalizeNumber.ts';

export type NumberFieldProps = ControlProps & {
  /** The number as decimal text, '' when empty. */
  value: string;
  /**
   * Called with plain decimal text ("1000" for "1,000"). Text that is not a number is passed on as typed, for the form
   * to refuse.
   */
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  /** False shows the whole-number keyboard on touch devices. */
  decimals?: boolean;
  prefix?: ReactNode;
  suffix?: ReactNode;
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  align?: 'start' | 'end';
  'aria-label'?: string;
  className?: string;
};

/** A number input that accepts pasted formats and never converts a decimal to a float. */
export function NumberField({
  value,
  onChange,
  onBlur,
  decimals = true,
  align = 'start',
  className,
  ...rest
}: NumberFieldProps) {
  // The typed text until blur, so that "1." is not rewritten under the cursor.
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextField
      {...rest}
      value={draft ?? value}
      inputMode={decimals ? 'decimal' : 'numeric'}
      autoComplete="off"
      onChange={(event) => {
        const text = event.currentTarget.value;
        setDraft(text);
        onChange(normalizeNumber(text) ?? text);
      }}
      onBlur={() => {
        setDraft(null);
        onBlur?.();
      }}
      className={cx('tnum', align === 'end' && '[&:is(input)]:text-right [&_input]:text-right', className)}
    />
  );
}
