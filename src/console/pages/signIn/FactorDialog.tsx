import { AddAppForm } from '../../factors/AddAppForm.tsx';
import { AddPasskeyForm } from '../../factors/AddPasskeyForm.tsx';
import { RecoveryCodes } from '../../factors/RecoveryCodes.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

/** The kind of factor to add, or new recovery codes to show. */
export type FactorDialogTarget = 'app' | 'passkey' | { codes: readonly string[] };

/** Adds a second factor, or shows new recovery codes. */
export function FactorDialog({
  target,
  onAdded,
  onClose,
}: {
  target: FactorDialogTarget;
  onAdded: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}) {
  if (typeof target === 'object') {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        dismissable={false}
        title="Recovery codes"
        footer={
          <Button variant="primary" onClick={onClose}>
            I saved the codes
          </Button>
        }
      >
        <RecoveryCodes codes={target.codes} />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={onClose} size="sm" title={target === 'app' ? 'Add authenticator app' : 'Add passkey'}>
      {target === 'app' ? <AddAppForm onAdded={onAdded} /> : <AddPasskeyForm onAdded={onAdded} />}
    </Dialog>
  );
}
