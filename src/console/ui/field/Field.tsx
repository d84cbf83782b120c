import { createContext, use, useId, useMemo } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type FieldProps = {
  label: ReactNode;
  children: ReactNode;
  hint?: ReactNode;
  /** Error message; it marks the control invalid and is announced. */
  error?: string | undefined;
  /** A link after the error to where it can be fixed. */
  fix?: ReactNode;
  required?: boolean;
  /** A HelpTip right after the label. */
  help?: ReactNode;
  /** A unit or badge beside the label. */
  aside?: ReactNode;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean;
  /** True for several controls under one label, such as checkboxes or a pair of inputs. */
  group?: boolean;
  className?: string;
};

type FieldControl = {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
};

const FieldContext = createContext<FieldControl | null>(null);

/** A labeled control: label, control, hint and error, linked by aria-describedby. */
export function Field({
  label,
  children,
  hint,
  error,
  fix,
  required = false,
  help,
  aside,
  labelHidden = false,
  group = false,
  className,
}: FieldProps) {
  const id = useId();
  const labelId = `${id}-label`;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = cx(errorId, hintId) || undefined;
  const control = useMemo(
    () => ({ id, labelId, describedBy, invalid: Boolean(error), required }),
    [id, labelId, describedBy, error, required],
  );
  const mark = required ? (
    <span aria-hidden className="text-bad">
      {' '}
      *
    </span>
  ) : null;
  const labelClass = 'text-xs font-medium text-ink';
  return (
    <div
      role={group ? 'group' : undefined}
      aria-labelledby={group ? labelId : undefined}
      aria-describedby={group ? describedBy : undefined}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <div className={cx('flex min-h-4 items-center gap-1.5', labelHidden && 'sr-only')}>
        {group ? (
          <span id={labelId} className={labelClass}>
            {label}
            {mark}
          </span>
        ) : (
          <label id={labelId} htmlFor={id} className={labelClass}>
            {label}
            {mark}
          </label>
        )}
        {help}
        {aside}
      </div>
      <FieldContext value={group ? null : control}>{children}</FieldContext>
      {error ? (
        <p id={errorId} className="text-xs text-bad">
          {error}
          {fix ? <> {fix}</> : null}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

export type ControlProps = {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
  'aria-required'?: boolean | 'true' | 'false' | undefined;
};

/** The props that a control inherits from its Field; its own props win. */
export function useFieldControl(own: ControlProps): ControlProps & { labelId: string | undefined } {
  const field = use(FieldContext);
  return {
    id: own.id ?? field?.id,
    labelId: own.id ? undefined : field?.labelId,
    'aria-describedby': cx(field?.describedBy, own['aria-describedby']) || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid ? true : undefined),
    'aria-required': own['aria-required'] ?? (field?.required ? true : undefined),
  };
}
