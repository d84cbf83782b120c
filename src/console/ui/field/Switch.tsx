import type { ComponentProps } from 'react';
import '../../styles/parts.css';
import { useFieldControl } from './Field.tsx';
import { cx } from '../cx.ts';

export type SwitchProps = Omit<ComponentProps<'button'>, 'onChange' | 'children' | 'type' | 'role'> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The accessible name; leave it out inside a Field. */
  label?: string;
  /** A change is on its way to the server. */
  pending?: boolean;
};

/** On or off, taking effect at once. In table cells write the same as plain DOM: <button role="switch" class="switch">. */
export function Switch({ checked, onChange, label, pending = false, className, ...rest }: SwitchProps) {
  const { labelId: _, 'aria-required': __, 'aria-invalid': ___, ...control } = useFieldControl(rest);
  return (
    <button
      {...rest}
      {...control}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-busy={pending || undefined}
      onClick={() => {
        if (!pending) onChange(!checked);
      }}
      className={cx('switch', className)}
    />
  );
}
