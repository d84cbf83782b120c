import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
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
        <Copied label="Token" value={shown.token} hint="Programs send it as a bearer token." />
        <Copied label="Client ID" value={shown.clientId} hint="For OAuth 2.1: the token is the client secret." />
      </div>
    </Dialog>
  );
}

function Copied({ label, value, hint }: { label: string; value: string; hint: string }) {
  return (
    <Field label={label} hint={hint}>
      <TextField
        mono
        readOnly
        value={value}
        suffix={<CopyButton text={value} label={`Copy ${label}`} className="-mr-1.5" />}
      />
    </Field>
  );
}
