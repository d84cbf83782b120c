import type { ComponentProps } from 'react';
import '../../styles/parts.css';
import { useFieldControl } from './Field.tsx';
import { cx } from '../cx.ts';

export type SwitchProps = Omit<ComponentProps<'button'>, 'onChange' | 'children' | 'type' | 'role'> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Accessible name; omit it inside a Field. */
  label?: string;
  /** True while the change is being saved. */
  pending?: boolean;
};

/**
 * An on/off switch that takes effect at once. Table cells render the same as plain DOM: <button role="switch"
 * class="switch">.
 */
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
