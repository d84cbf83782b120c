import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use, useState, type FormEvent } from 'react';
import { newPasswordSchema, passwordLength } from '#model/account/newPassword.ts';
import { factorsKey } from '../../factors/factorsQuery.ts';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { ApiError, problemsByField } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { PasswordField } from '../../ui/field/PasswordField.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

const names = ['currentPassword', 'password'] as const;
const empty = { currentPassword: '', password: '' };

/** Changes the user's own password. */
export function OwnPasswordCard() {
  const { login } = useUser();
  const api = use(ApiContext);
  const toast = useToast();
  const queryClient = useQueryClient();
  const [values, setValues] = useState(empty);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const save = useMutation({
    mutationFn: () => api.put('/api/session/password', { body: values }),
    onSuccess: async () => {
      setValues(empty);
      toast.success({ title: 'Password changed', description: 'Your other sessions have ended.' });
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
      await queryClient.invalidateQueries({ queryKey: factorsKey });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      if (error instanceof ApiError) setFaults(problemsByField(error.problems, names));
      toast.error(errorToast('Error on save', error));
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = new Map<string, string>();
    if (values.currentPassword === '') found.set('currentPassword', 'Required');
    const parsed = newPasswordSchema.safeParse(values.password);
    if (!parsed.success) found.set('password', parsed.error.issues[0]?.message ?? '');
    setFaults(found);
    if (found.size === 0) save.mutate();
  }

  function change(name: (typeof names)[number], value: string) {
    setValues({ ...values, [name]: value });
    setFaults(new Map());
  }

  return (
    <Card title="Password" description="All your other sessions end when you change it.">
      <form onSubmit={submit} className="flex flex-col gap-4" aria-label="Password" noValidate>
        <input type="text" name="login" autoComplete="username" value={login} readOnly hidden />
        <Field label="Current password" error={faults.get('currentPassword')}>
          <PasswordField
            name="currentPassword"
            autoComplete="current-password"
            value={values.currentPassword}
            onChange={(value) => change('currentPassword', value)}
          />
        </Field>
        <Field
          label="New password"
          hint={`At least ${passwordLength.min} characters. A few words are easier to remember than symbols.`}
          error={faults.get('password')}
        >
          <PasswordField
            name="password"
            autoComplete="new-password"
            value={values.password}
            onChange={(value) => change('password', value)}
          />
        </Field>
        <Button type="submit" variant="primary" loading={save.isPending} className="self-start">
          Change password
        </Button>
      </form>
    </Card>
  );
}
