import { Field } from './Field.tsx';
import { TextArea } from './TextArea.tsx';

/** The reason that a person has to give for an action. */
export function ReasonField({
  value,
  onChange,
  isMissing,
  maxLength,
  hint,
}: {
  value: string;
  onChange: (reason: string) => void;
  /** Whether to say that it is missing. */
  isMissing: boolean;
  maxLength: number;
  hint: string;
}) {
  return (
    <Field label="Reason" required error={isMissing ? 'Enter a reason' : undefined} hint={hint}>
      <TextArea
        rows={3}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}
