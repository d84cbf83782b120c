import { useState } from 'react';
import { Field } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { ActDialog } from './ActDialog.tsx';

/** Asks why, and does it. */
export function ReasonDialog({
  title,
  description,
  label,
  path,
  done,
  onClose,
}: {
  title: string;
  description: string;
  label: string;
  path: string;
  done: string;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <ActDialog
      title={title}
      description={description}
      label={label}
      isDangerous
      act={reason.trim() === '' ? null : { path, body: { reason }, done }}
      onClose={onClose}
    >
      <Field label="Reason" required>
        <TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActDialog>
  );
}
