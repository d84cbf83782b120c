import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { CreatedKey } from '#api/keys/keyContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { areasFor, canUse } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { ScopeMatrix } from '../../structures/ScopeMatrix.tsx';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useToday } from '../../reports/useNow.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/date/DateField.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { TextList } from '../../ui/field/TextList.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { emptyKeyForm, faultsOfKeyForm, type KeyFaults, type KeyForm, refusedFaults, requestOf } from './keyForm.ts';
import { keysQuery } from './keysQuery.ts';

/** The areas that a user can give to a key. */
const areasWithin = (user: SessionUser) => areasFor(user).filter(({ area }) => canUse(user, `${area}:read`));

/** The form for a new API key. `onCreated` receives its token, which is shown only once. */
export function CreateKeyDialog({
  open,
  onOpenChange,
  onCreated,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCreated: (key: CreatedKey) => void;
}) {
  const api = use(ApiContext);
  const user = useUser();
  const { timezone } = user;
  const today = useToday(timezone);
  const toast = useToast();
  const queryClient = useQueryClient();
  const [form, setForm] = useState<KeyForm>(() => emptyKeyForm(today));
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<KeyFaults>({});
  const create = useMutation({
    mutationFn: () => api.post('/api/keys', { body: requestOf(form, timezone) }),
    onSuccess: (key) => {
      void queryClient.invalidateQueries({ queryKey: keysQuery(api).queryKey });
      onCreated(key);
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      const faults = refusedFaults(error);
      setRefused(faults);
      if (Object.keys(faults).length === 0) toast.error(errorToast('Error on save', error));
    },
  });
  const found = faultsOfKeyForm(form, today);
  const faults = { ...refused, ...(isTried ? found : {}) };
  const change = (values: Partial<KeyForm>) => {
    setForm((before) => ({ ...before, ...values }));
    setRefused({});
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      dismissable={form.name === '' && Object.keys(form.uses).length === 0}
      size="lg"
      title="Create API key"
      description="A program with the key can do what you can do, within the areas below."
      onSubmit={() => {
        setTried(true);
        if (Object.keys(found).length === 0 && !create.isPending) create.mutate();
      }}
      footer={
        <>
          {Object.keys(faults).length > 0 ? (
            <span role="alert" className="flex-1 text-sm text-bad">
              {faults.scopes ?? 'Correct the marked fields'}
            </span>
          ) : null}
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary" loading={create.isPending}>
            Create key
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" required error={faults.name} hint="The program that uses it. The log shows this name.">
          <TextField
            name="name"
            value={form.name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </Field>
        <Field group label="Scopes" required error={faults.scopes} hint="Write includes read.">
          <ScopeMatrix areas={areasWithin(user)} uses={form.uses} onChange={(uses) => change({ uses })} />
        </Field>
        <Field
          label="Last day"
          error={faults.expiresAt}
          hint={`The key works until the end of this day (${offsetLabel(timezone)}). Empty = no end date.`}
        >
          <DateField
            name="lastDay"
            value={form.lastDay}
            min={today}
            today={today}
            onChange={(lastDay) => change({ lastDay })}
          />
        </Field>
        <Field
          label="IP addresses"
          error={faults.networks}
          hint="Addresses and ranges from which the key can be used. Empty = any address."
        >
          <TextList
            mono
            value={form.networks}
            nouns={['address', 'addresses']}
            placeholder="192.0.2.0/24"
            pattern={/^[\da-f.:]+(?:\/\d{1,3})?$/i}
            patternMessage="Write addresses or ranges such as 192.0.2.0/24 or 2001:db8::/32."
            normalize={(text) => text.toLowerCase()}
            onChange={(networks) => change({ networks })}
          />
        </Field>
      </div>
    </Dialog>
  );
}
