import { type FormEvent, useState } from 'react';
import type { ShownProvider } from '#api/sso/providerContract.ts';
import { ChangeWaits } from '../../lib/changeWaits.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/field/Checkbox.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';
import { faultsOf, formOf, type ProviderForm, requestOf } from './providerForm.ts';
import { RolesOfGroups } from './RolesOfGroups.tsx';
import { useProviderCall } from './useProviderCall.ts';

/** The settings of a provider, which are saved together. */
export function ProviderSettings({ provider }: { provider: ShownProvider }) {
  const toast = useToast();
  const [form, setForm] = useState(() => formOf(provider));
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const save = useProviderCall('Error on save');
  const change = (values: Partial<ProviderForm>) => {
    setForm((before) => ({ ...before, ...values }));
    setFaults(new Map());
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate((api) => api.put('/api/sso', { body: requestOf(form) }), {
      onSuccess: ({ provider: saved }) => {
        if (saved) setForm(formOf(saved));
        toast.success({ title: 'Single sign-on saved' });
      },
      onError: (error) => {
        if (error instanceof ChangeWaits) setForm(formOf(provider));
        else setFaults(faultsOf(error));
      },
    });
  }

  const text = (name: 'name' | 'issuer' | 'clientId' | 'groupsClaim') => ({
    name,
    value: form[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  const flag = (name: 'isEnabled' | 'createsUsers' | 'trustsEmail' | 'allowsPasswords') => ({
    checked: form[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => change({ [name]: event.currentTarget.checked }),
  });

  return (
    <Card title="Settings">
      <form onSubmit={submit} className="flex flex-col gap-4" aria-label="Settings" noValidate>
        <Field
          label="Issuer URL"
          required
          error={faults.get('issuer')}
          hint="For example https://login.company.example/realms/main"
        >
          <TextField mono maxLength={500} {...text('issuer')} />
        </Field>
        <ConnectionTest issuer={form.issuer.trim()} />
        <Field label="Client ID" required error={faults.get('clientId')}>
          <TextField mono maxLength={300} {...text('clientId')} />
        </Field>
        <Field
          label="Client secret"
          error={faults.get('clientSecret')}
          hint={provider.hasClientSecret ? 'A secret is stored. Enter a new one to replace it.' : undefined}
        >
          <TextField
            mono
            name="clientSecret"
            type="password"
            autoComplete="off"
            maxLength={1000}
            placeholder={provider.hasClientSecret ? '••••••••' : ''}
            value={form.clientSecret}
            onChange={(event) => change({ clientSecret: event.currentTarget.value })}
          />
        </Field>
        <Field label="Name" required error={faults.get('name')} hint="The sign-in page shows “Sign in with …”.">
          <TextField maxLength={32} {...text('name')} />
        </Field>
        <RolesOfGroups
          form={form}
          faults={faults}
          onChange={change}
          claim={<TextField mono maxLength={200} {...text('groupsClaim')} />}
        />
        <Field group label="Sign-in">
          <div className="flex flex-col gap-1">
            <Checkbox label="Enabled" hint="People can sign in with this provider." {...flag('isEnabled')} />
            <Checkbox
              label="Create users at first sign-in"
              hint="With the role of their groups, without a password."
              {...flag('createsUsers')}
            />
            <Checkbox
              label="Trust unmarked email addresses"
              hint="For providers that do not send “email_verified”, such as Entra ID with a single tenant."
              {...flag('trustsEmail')}
            />
            <Checkbox
              label="Passwords sign in too"
              hint="Otherwise managers with these email domains need the provider. Owners can always use their password."
              {...flag('allowsPasswords')}
            />
          </div>
        </Field>
        {faults.get('') ? (
          <p role="alert" className="text-sm text-bad">
            {faults.get('')}
          </p>
        ) : null}
        <Button type="submit" variant="primary" loading={save.isPending} className="self-start">
          Save
        </Button>
      </form>
    </Card>
  );
}
