import type { ComponentProps, ReactNode } from 'react';
import '../../styles/parts.css';
import { useFieldControl } from './Field.tsx';
import { cx } from '../cx.ts';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label?: ReactNode;
  hint?: ReactNode;
  indeterminate?: boolean;
};

/** A native checkbox with its label beside it; without a label, pass aria-label. */
export function Checkbox({ label, hint, indeterminate = false, className, ref, ...rest }: CheckboxProps) {
  const { labelId: _, ...control } = useFieldControl(rest);
  const box = (
    <input
      {...rest}
      {...control}
      type="checkbox"
      ref={(node) => {
        if (node) node.indeterminate = indeterminate;
        if (typeof ref === 'function') return ref(node);
        if (ref) ref.current = node;
        return undefined;
      }}
      className="check"
    />
  );
  if (label === undefined)
    return <span className={cx('inline-flex size-6 items-center justify-center', className)}>{box}</span>;
  return (
    <label className={cx('inline-flex min-h-6 items-start gap-2 py-0.5 text-sm has-disabled:text-muted', className)}>
      <span className="flex h-5 items-center">{box}</span>
      <span className="flex flex-col">
        <span>{label}</span>
        {hint ? <span className="text-xs text-muted">{hint}</span> : null}
      </span>
    </label>
  );
}
