import { useState } from 'react';
import type { Api } from '../../lib/api.ts';
import { Field } from '../../ui/field/Field.tsx';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { ActDialog } from './ActDialog.tsx';

/** A confirmation that requires a reason. */
export function ReasonDialog({
  title,
  description,
  label,
  call,
  done,
  onClose,
}: {
  title: string;
  description: string;
  label: string;
  call: (api: Api, body: { reason: string }) => Promise<unknown>;
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
      act={reason.trim() === '' ? null : { call: (api) => call(api, { reason }), done }}
      onClose={onClose}
    >
      <Field label="Reason" required>
        <TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActDialog>
  );
}
