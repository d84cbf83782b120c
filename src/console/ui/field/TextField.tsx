import type { ComponentProps, ReactNode } from 'react';
import { useFieldControl } from './Field.tsx';
import { cx } from '../cx.ts';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'prefix'> & {
  /** Text or an icon inside the box, before the value. */
  prefix?: ReactNode;
  /** Text, an icon or a small button inside the box, after the value. */
  suffix?: ReactNode;
  mono?: boolean;
};

/** A one-line text input. Spread react-hook-form's register() on it, or pass value and onChange. */
export function TextField({ prefix, suffix, mono = false, className, type = 'text', ...rest }: TextFieldProps) {
  const { labelId: _, ...control } = useFieldControl(rest);
  const font = mono && 'font-mono text-xs';
  if (!prefix && !suffix) {
    return <input {...rest} {...control} type={type} className={cx('control-box', font, className)} />;
  }
  return (
    <span
      data-disabled={rest.disabled ? '' : undefined}
      data-readonly={rest.readOnly ? '' : undefined}
      className={cx('control-box inline-flex items-center gap-1.5', className)}
    >
      {prefix ? <span className="flex shrink-0 items-center text-muted [&_svg]:size-4">{prefix}</span> : null}
      <input
        {...rest}
        {...control}
        type={type}
        className={cx('h-full min-w-0 flex-1 bg-transparent outline-none', font)}
      />
      {suffix ? <span className="flex shrink-0 items-center text-muted [&_svg]:size-4">{suffix}</span> : null}
    </span>
  );
}
