import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/field/CopyField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

/** A new token of a key, shown for the only time. */
export interface NewToken {
  token: string;
  clientId: string;
}

/** Shows a new token until it is closed. */
export function NewTokenDialog({ shown, onClose }: { shown: NewToken; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissable={false}
      title="New token"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Banner tone="warn">Copy the token now. It will not be shown again.</Banner>
        <CopyField label="Token" value={shown.token} hint="Programs send it as a bearer token." />
        <CopyField label="Client ID" value={shown.clientId} hint="For OAuth 2.1: the token is the client secret." />
      </div>
    </Dialog>
  );
}
