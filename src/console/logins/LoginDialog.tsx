import { useState } from 'react';
import { createSchema, faultsOf, partnerLogin } from '#model/index.ts';
import { useSaveRow, type EntityRow } from '../entities/useEntity.ts';
import { isSignedOut } from '../lib/query.ts';
import { errorToast } from '../lib/errorToast.ts';
import { ApiError, problemsByField } from '../lib/problems.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Field } from '../ui/field/Field.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { SignInPanel } from './SignInPanel.tsx';

/** A new login with the partner's preset values, or the sign-in of an existing one. */
export type LoginDialogTarget = { partner: Record<string, unknown> } | { login: EntityRow };

const fields = ['name', 'login'] as const;
type Values = Record<(typeof fields)[number], string>;
const empty: Values = { name: '', login: '' };

/** Creates a login for a partner, and then shows its sign-in. */
export function LoginDialog({ request, onClose }: { request: LoginDialogTarget; onClose: () => void }) {
  const [created, setCreated] = useState<EntityRow | null>(null);
  const login = 'login' in request ? request.login : created;
  if (!login && 'partner' in request) {
    return <NewLoginDialog partner={request.partner} onCreated={setCreated} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Sign-in of ${login?.name ?? 'this login'}`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {login ? <SignInPanel entity={partnerLogin} id={login.id} /> : null}
    </Dialog>
  );
}

function NewLoginDialog({
  partner,
  onCreated,
  onClose,
}: {
  partner: Record<string, unknown>;
  onCreated: (row: EntityRow) => void;
  onClose: () => void;
}) {
  const toast = useToast();
  const save = useSaveRow(partnerLogin);
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());

  function submit() {
    const input = { ...values, ...partner };
    const parsed = createSchema(partnerLogin).safeParse(input);
    const faults = problemsByField(parsed.success ? [] : faultsOf(parsed.error), fields);
    setErrors(faults);
    if (faults.size > 0) return;
    save.mutate(
      { id: null, input },
      {
        onSuccess: onCreated,
        onError: (error) => {
          if (isSignedOut(error)) return;
          if (error instanceof ApiError) setErrors(problemsByField(error.problems, fields));
          toast.error(errorToast('Error on save', error));
        },
      },
    );
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="sm"
      dismissable={Object.values(values).every((value) => value === '')}
      title="New login"
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" loading={save.isPending}>
            Create login
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {fields.map((name) => (
          <Field
            key={name}
            label={partnerLogin.fields[name].label}
            hint={partnerLogin.fields[name].help}
            error={errors.get(name)}
            required
          >
            <TextField
              autoComplete="off"
              spellCheck={false}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          </Field>
        ))}
      </div>
    </Dialog>
  );
}
