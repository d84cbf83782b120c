import { Field } from '../../ui/field/Field.tsx';
import { TextArea } from '../../ui/field/TextArea.tsx';
import type { Verdict } from './review.ts';

/** The reviewer's note, required for a rejection. */
export function NoteField({
  verdict,
  value,
  onChange,
  isMissing,
}: {
  verdict: Verdict;
  value: string;
  onChange: (value: string) => void;
  isMissing: boolean;
}) {
  return (
    <Field
      label={verdict === 'rejected' ? 'Reason' : 'Note'}
      hint={verdict === 'rejected' ? 'What has to be fixed, for the person who uploaded it.' : undefined}
      required={verdict === 'rejected'}
      error={isMissing ? 'Enter what must be fixed' : undefined}
    >
      <TextArea
        name="note"
        rows={3}
        maxLength={1000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}
