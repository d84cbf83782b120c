import { useState } from 'react';
import { maxAcceptReason, scanCodes } from '#model/scan/scanFinding.ts';
import { useUser } from '../frame/session.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/field/Checkbox.tsx';
import { ReasonField } from '../ui/field/ReasonField.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import type { AcceptedFinding, ScanFindingEntry } from './useScan.ts';

/** Accepts a finding of a creative, or for super admins in all creatives, with a reason. */
export function AcceptFindingDialog({
  finding: { code, severity, subject },
  isSaving,
  onAccept,
  onClose,
}: {
  finding: ScanFindingEntry;
  isSaving: boolean;
  onAccept: (accepted: AcceptedFinding) => void;
  onClose: () => void;
}) {
  const { role, adminId } = useUser();
  const [reason, setReason] = useState('');
  const [isEverywhere, setEverywhere] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const isMissing = reason.trim() === '';

  function submit() {
    setSubmitted(true);
    if (!isMissing) onAccept({ code, subject, reason, isEverywhere });
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="sm"
      title={`Accept “${scanCodes[code].label}”?`}
      description={
        severity === 'blocked'
          ? 'It no longer stops the creative. The next scans do not report it again.'
          : 'The next scans do not report it again.'
      }
      dismissable={reason === ''}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" loading={isSaving}>
            Accept finding
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ReasonField
          value={reason}
          onChange={setReason}
          isMissing={isSubmitted && isMissing}
          maxLength={maxAcceptReason}
          hint="Shown with the finding and in the log."
        />
        {role === 'super' || adminId !== null ? (
          <Checkbox
            checked={isEverywhere}
            onChange={(event) => setEverywhere(event.currentTarget.checked)}
            label="In creatives of all accounts"
          />
        ) : null}
      </div>
    </Dialog>
  );
}
