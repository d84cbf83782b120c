import { useState } from 'react';
import { maxDecisionReason } from '#model/fourEyes/waitingChange.ts';
import { Button } from '../../ui/Button.tsx';
import { ReasonField } from '../../ui/field/ReasonField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useDecision } from '../../waiting/useDecision.ts';

/** Rejects a waiting change, with a reason for the proposer. */
export function RejectDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const decide = useDecision();
  const [reason, setReason] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const isMissing = reason.trim() === '';

  function submit() {
    setSubmitted(true);
    if (!isMissing) decide.mutate({ id, decision: { kind: 'reject', reason } }, { onSettled: onClose });
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="sm"
      title="Reject this change?"
      description="Nothing is changed. It can be proposed again."
      dismissable={reason === ''}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" loading={decide.isPending}>
            Reject
          </Button>
        </>
      }
    >
      <ReasonField
        value={reason}
        onChange={setReason}
        isMissing={isSubmitted && isMissing}
        maxLength={maxDecisionReason}
        hint="Shown to the proposer, and in the security log."
      />
    </Dialog>
  );
}
