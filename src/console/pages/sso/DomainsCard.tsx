import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { ProviderDomain } from '#api/sso/providerContract.ts';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyField } from '../../ui/field/CopyField.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { useProviderCall } from './useProviderCall.ts';

/** The email domains of a provider, which count once they are verified. */
export function DomainsCard({ domains }: { domains: readonly ProviderDomain[] }) {
  const [domain, setDomain] = useState('');
  const add = useProviderCall('The domain could not be added');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (domain.trim() === '') return;
    add.mutate((api) => api.post('/api/sso/domains', { body: { domain } }), { onSuccess: () => setDomain('') });
  }

  return (
    <Card
      title="Email domains"
      description="People whose login has a verified domain are led to the provider. A domain belongs to one account."
    >
      <div className="flex flex-col gap-4">
        {domains.length > 0 ? (
          <ul aria-label="Email domains" className="flex flex-col divide-y rounded-lg border">
            {domains.map((each) => (
              <DomainRow key={each.domain} domain={each} />
            ))}
          </ul>
        ) : null}
        <form onSubmit={submit} className="flex items-end gap-2" aria-label="Add a domain">
          <Field label="Domain" className="flex-1">
            <TextField
              name="domain"
              placeholder="company.example"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={255}
              value={domain}
              onChange={(event) => setDomain(event.currentTarget.value)}
            />
          </Field>
          <Button type="submit" loading={add.isPending}>
            Add domain
          </Button>
        </form>
      </div>
    </Card>
  );
}

function DomainRow({ domain: { domain, recordName, record, verifiedAt, endsAt } }: { domain: ProviderDomain }) {
  const { role, adminId, timezone } = useUser();
  const verify = useProviderCall('The domain is not verified');
  const remove = useProviderCall('The domain could not be removed');
  const needsRecord = role !== 'super' && adminId === null;
  return (
    <li className="flex flex-col gap-3 px-3 py-2">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-sm font-medium">{domain}</span>
        {endsAt === null ? null : <Pill tone="warn">Record missing</Pill>}
        <Pill tone={verifiedAt === null ? 'warn' : 'good'}>{verifiedAt === null ? 'Not verified' : 'Verified'}</Pill>
        {verifiedAt === null ? (
          <Button
            size="sm"
            loading={verify.isPending}
            onClick={() => verify.mutate((api) => api.post('/api/sso/domains/{domain}/verify', { params: { domain } }))}
          >
            Verify
          </Button>
        ) : null}
        <IconButton
          icon={<Trash2 />}
          label={`Remove ${domain}`}
          onClick={() => remove.mutate((api) => api.delete('/api/sso/domains/{domain}', { params: { domain } }))}
        />
      </div>
      {endsAt === null ? null : (
        <p className="text-sm text-warn">
          The TXT record is missing in DNS. If it stays missing, the domain is no longer verified from{' '}
          {formatDateTime(endsAt, timezone)} on, and its people are not led to the provider. Add it again.
        </p>
      )}
      {(verifiedAt === null && needsRecord) || endsAt !== null ? (
        <>
          <CopyField label="Name of the TXT record" value={recordName} />
          <CopyField
            label="Text of the TXT record"
            value={record}
            hint={
              endsAt === null
                ? 'Add this record in DNS, then select Verify.'
                : 'Add this record in DNS. It is looked up once a day.'
            }
          />
        </>
      ) : null}
    </li>
  );
}
