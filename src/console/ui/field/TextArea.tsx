import type { ComponentProps } from 'react';
import { useFieldControl } from './Field.tsx';
import { cx } from '../cx.ts';

export type TextAreaProps = ComponentProps<'textarea'> & {
  /** For XML, JSON and lists: monospace, no wrapping, no spell check. */
  mono?: boolean;
};

/** A multi-line text input, resizable in height. */
export function TextArea({ mono = false, className, rows = 4, ...rest }: TextAreaProps) {
  const { labelId: _, ...control } = useFieldControl(rest);
  return (
    <textarea
      spellCheck={mono ? false : undefined}
      wrap={mono ? 'off' : undefined}
      {...rest}
      {...control}
      rows={rows}
      className={cx('control-box h-auto resize-y py-1.5', mono && 'font-mono text-xs', className)}
    />
  );
}
