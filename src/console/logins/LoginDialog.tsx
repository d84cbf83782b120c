import { useState } from 'react';
import { createSchema, faultsOf, partnerLogin, updateSchema } from '#model/index.ts';
import { useSaveRow, type EntityRow } from '../entities/useEntity.ts';
import { isSignedOut } from '../lib/query.ts';
import { errorToast } from '../lib/errorToast.ts';
import { ApiError, problemsByField } from '../lib/problems.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Field } from '../ui/field/Field.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';

/** A new login with the partner's preset values, or a new password for an existing one. */
export type LoginDialogTarget = { partner: Record<string, unknown> } | { login: EntityRow };

const fields = ['name', 'login', 'password'] as const;
type Values = Record<(typeof fields)[number], string>;
const empty: Values = { name: '', login: '', password: '' };

/** Creates a login for a partner, or sets a new password. */
export function LoginDialog({ request, onClose }: { request: LoginDialogTarget; onClose: () => void }) {
  const toast = useToast();
  const save = useSaveRow(partnerLogin);
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const isNew = 'partner' in request;
  const inputNames = isNew ? fields : (['password'] as const);

  function faultsIn(input: Record<string, unknown>): Map<string, string> {
    const parsed = (isNew ? createSchema(partnerLogin) : updateSchema(partnerLogin)).safeParse(input);
    const faults = problemsByField(parsed.success ? [] : faultsOf(parsed.error), fields);
    // An empty password would leave the old one unchanged.
    if (values.password === '') faults.set('password', 'Required');
    return faults;
  }

  function submit() {
    const input = isNew ? { ...values, ...request.partner } : { password: values.password };
    const faults = faultsIn(input);
    setErrors(faults);
    if (faults.size > 0) return;
    save.mutate(
      { id: isNew ? null : request.login.id, input },
      {
        onSuccess: (row) => {
          toast.success({ title: isNew ? 'User created' : 'Password changed', description: row.name ?? '' });
          onClose();
        },
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
      title={isNew ? 'New login' : `New password for ${request.login.name ?? 'this login'}`}
      {...(isNew ? {} : { description: 'Anyone signed in with it is signed out.' })}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" loading={save.isPending}>
            {isNew ? 'Create login' : 'Change password'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {inputNames.map((name) => (
          <Field
            key={name}
            label={partnerLogin.fields[name].label}
            hint={partnerLogin.fields[name].help}
            error={errors.get(name)}
            required
          >
            <TextField
              type={name === 'password' ? 'password' : 'text'}
              autoComplete={name === 'password' ? 'new-password' : 'off'}
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
