import { useState } from 'react';
import { demandAccount } from '#model/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { TextField } from '../../ui/field/TextField.tsx';

const { maxLength = 100 } = demandAccount.fields.tagParams;

/** Input for the name of another tag parameter. */
export function AddTagParameter({
  open,
  onOpenChange,
  taken,
  isOkDisabled,
  onAdd,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  taken: readonly string[];
  /** An admin who acts as the user cannot add one. */
  isOkDisabled: boolean;
  onAdd: (name: string) => void;
}) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | undefined>();

  function close(isOpen: boolean) {
    setName('');
    setError(undefined);
    onOpenChange(isOpen);
  }
  function add() {
    if (isOkDisabled) return;
    const trimmed = name.trim();
    if (trimmed === '') return setError('Required');
    if (taken.includes(trimmed)) return setError('This parameter is already in the list');
    onAdd(trimmed);
    close(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      size="sm"
      title="Add Tag Parameter"
      onSubmit={add}
      footer={
        <>
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isOkDisabled}>
            OK
          </Button>
        </>
      }
    >
      <Field
        label="Parameter Name"
        required
        error={error}
        hint={isOkDisabled ? 'Only users of the account can add parameters.' : undefined}
      >
        <TextField
          mono
          value={name}
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(undefined);
          }}
        />
      </Field>
    </Dialog>
  );
}
