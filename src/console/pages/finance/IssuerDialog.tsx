import { useState } from 'react';
import type { InvoiceSettings } from '#model/finance/index.ts';
import { useUser } from '../../frame/session.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { ActDialog } from './ActDialog.tsx';
import { useInvoiceSettings } from './useFinance.ts';

/** The company details and payment terms on invoices. `onSaved` is called instead of `onClose` after saving. */
export function IssuerDialog({ onClose, onSaved }: { onClose: () => void; onSaved?: () => void }) {
  const { data, error, refetch, isFetching } = useInvoiceSettings();
  // The first response only, so that refetches do not replace input.
  const [first, setFirst] = useState<InvoiceSettings | null>(null);
  if (first === null && data && !isFetching) setFirst(data);
  if (first) return <IssuerForm settings={first} onClose={onClose} onSaved={onSaved} />;
  return (
    <Dialog open onOpenChange={onClose} title="Invoice settings" size="md">
      {error ? (
        <LoadError title="Error on load data" query={{ error, refetch, isFetching }} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  );
}

function IssuerForm({
  settings,
  onClose,
  onSaved,
}: {
  settings: InvoiceSettings;
  onClose: () => void;
  onSaved: (() => void) | undefined;
}) {
  const isReadOnly = useUser().role !== 'super';
  const [values, setValues] = useState(settings);
  const [netDays, setNetDays] = useState(String(settings.netDays));
  const [taxRate, setTaxRate] = useState(settings.taxRate === null ? '' : String(settings.taxRate));
  const isDays = /^\d{1,3}$/.test(netDays) && Number(netDays) <= 365;
  const isRate = taxRate === '' || (/^\d{1,3}(\.\d{1,2})?$/.test(taxRate) && Number(taxRate) <= 100);
  const isPrefix = /^[A-Za-z0-9/._-]{0,20}$/.test(values.prefix);
  const put = (part: Partial<InvoiceSettings>) => setValues({ ...values, ...part });
  const isGood = isDays && isRate && isPrefix;
  return (
    <ActDialog
      title="Invoice settings"
      description={
        isReadOnly
          ? 'Only the super admin can change these settings.'
          : 'Used for new invoices. Issued invoices do not change.'
      }
      label="Save"
      size="md"
      isReadOnly={isReadOnly}
      act={
        isGood
          ? {
              call: (api) =>
                api.put('/api/finance/settings', {
                  body: { ...values, netDays: Number(netDays), taxRate: taxRate === '' ? null : Number(taxRate) },
                }),
              done: 'Invoice settings saved',
            }
          : null
      }
      onClose={onClose}
      onDone={onSaved}
    >
      <div className="grid grid-cols-2 gap-4">
        <Field
          label="Company name"
          className="col-span-2"
          hint="Name and address are required before you can issue invoices."
        >
          <TextField
            value={values.name}
            maxLength={200}
            readOnly={isReadOnly}
            onChange={(event) => put({ name: event.currentTarget.value })}
          />
        </Field>
        <Field label="Address" className="col-span-2">
          <TextArea
            rows={3}
            value={values.address}
            maxLength={500}
            readOnly={isReadOnly}
            onChange={(event) => put({ address: event.currentTarget.value })}
          />
        </Field>
        <Field label="Tax ID">
          <TextField
            value={values.taxId}
            maxLength={100}
            readOnly={isReadOnly}
            onChange={(event) => put({ taxId: event.currentTarget.value })}
          />
        </Field>
        <Field
          label="Invoice number prefix"
          error={isPrefix ? undefined : 'At most 20 letters, digits, and - _ / .'}
          hint={isPrefix ? `Numbers look like ${values.prefix}00001 and have no gaps.` : undefined}
        >
          <TextField
            value={values.prefix}
            readOnly={isReadOnly}
            onChange={(event) => put({ prefix: event.currentTarget.value })}
          />
        </Field>
        <Field label="Payment terms" error={isDays ? undefined : 'Enter 0 to 365 days'}>
          <TextField
            value={netDays}
            inputMode="numeric"
            suffix="days"
            readOnly={isReadOnly}
            onChange={(event) => setNetDays(event.currentTarget.value.trim())}
          />
        </Field>
        <Field
          label="Tax rate"
          hint="Empty = no tax."
          error={isRate ? undefined : 'Enter 0 to 100 with at most two decimals'}
        >
          <TextField
            value={taxRate}
            inputMode="decimal"
            suffix="%"
            readOnly={isReadOnly}
            onChange={(event) => setTaxRate(event.currentTarget.value.trim())}
          />
        </Field>
        <Field label="Payment details" hint="Printed on the invoice, such as your bank account." className="col-span-2">
          <TextArea
            rows={4}
            value={values.bank}
            maxLength={1000}
            readOnly={isReadOnly}
            onChange={(event) => put({ bank: event.currentTarget.value })}
          />
        </Field>
      </div>
    </ActDialog>
  );
}
