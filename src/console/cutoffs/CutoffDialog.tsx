import { useState } from 'react';
import { type CutoffEntity, type CutoffText, maxCutoffReason } from '#model/cutoff/cutoff.ts';
import { useUser } from '../frame/session.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/field/Field.tsx';
import { ReasonField } from '../ui/field/ReasonField.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Select } from '../ui/picker/Select.tsx';
import { textHint, textKinds } from './cutoffTexts.ts';
import { useCutoffs } from './useCutoffs.ts';

/** Cuts off an object, or without one a text that the user enters. */
export function CutoffDialog({
  object,
  onClose,
}: {
  object: { kind: CutoffEntity; id: number; name: string } | null;
  onClose: () => void;
}) {
  const { type } = useUser();
  const { add } = useCutoffs(onClose);
  const [kind, setKind] = useState<CutoffText>('domain');
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const isReasonMissing = reason.trim() === '';
  const isTextMissing = object === null && text.trim() === '';

  function submit() {
    setSubmitted(true);
    if (isReasonMissing || isTextMissing) return;
    add.mutate({ target: object ? { kind: object.kind, id: object.id } : { kind, text }, reason });
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="sm"
      title={object ? <bdi className="wrap-anywhere">Cut off {object.name}?</bdi> : 'Cut off'}
      description={
        type === 'admin' && object === null
          ? 'No account serves it anymore, within a second. Ads that were delivered before can still show.'
          : 'It is not served anymore, within a second. Ads that were delivered before can still show.'
      }
      dismissable={reason === '' && text === ''}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" loading={add.isPending}>
            Cut off
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {object ? null : (
          <>
            <Field label="Kind">
              <Select options={textKinds} value={kind} onChange={setKind} />
            </Field>
            <Field
              label="Value"
              required
              error={isSubmitted && isTextMissing ? 'Enter a value' : undefined}
              hint={textHint(kind)}
            >
              <TextField maxLength={200} value={text} onChange={(event) => setText(event.currentTarget.value)} />
            </Field>
          </>
        )}
        <ReasonField
          value={reason}
          onChange={setReason}
          isMissing={isSubmitted && isReasonMissing}
          maxLength={maxCutoffReason}
          hint="Shown in the list of cut-offs and in the log."
        />
      </div>
    </Dialog>
  );
}
