import { useState } from 'react';
import { type Prices, pricesOf } from '#model/finance/index.ts';
import { demandAccount } from '#model/index.ts';
import { DateField } from '../../ui/date/DateField.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { ActDialog } from './ActDialog.tsx';

const { fields } = demandAccount;
const keys = ['priceReq', 'priceImp', 'pricePostbid', 'priceDsp'] as const;

/** A form for new prices and their effective date. */
export function PriceForm({
  id,
  name,
  prices,
  today,
  isPlan = false,
  onClose,
}: {
  id: number;
  name: string;
  prices: Prices;
  today: string;
  /** Whether the form starts with a future effective date. */
  isPlan?: boolean;
  onClose: () => void;
}) {
  const [texts, setTexts] = useState(() => ({ ...pricesOf(prices), priceDsp: String(prices.priceDsp) }));
  const [when, setWhen] = useState<'now' | 'day'>(isPlan ? 'day' : 'now');
  const [day, setDay] = useState('');
  const [note, setNote] = useState('');
  const valueOf = (key: (typeof keys)[number]) => (key === 'priceDsp' ? Number(texts[key] || Number.NaN) : texts[key]);
  const faultOf = (key: (typeof keys)[number]) => {
    const parsed = fields[key].schema().safeParse(valueOf(key));
    return parsed.success ? undefined : parsed.error.issues[0]?.message;
  };
  const isDay = /^2\d{3}-\d\d-\d\d$/.test(day) && day > today;
  const isGood = keys.every((key) => faultOf(key) === undefined) && (when === 'now' || isDay);
  return (
    <ActDialog
      title={`Change prices for ${name}`}
      label={when === 'now' ? 'Change now' : 'Schedule'}
      size="md"
      act={
        isGood
          ? {
              call: (api) =>
                api.post('/api/finance/accounts/{id}/prices', {
                  params: { id },
                  body: { ...texts, priceDsp: Number(texts.priceDsp), validFrom: when === 'now' ? null : day, note },
                }),
              done: when === 'now' ? 'Prices changed' : `Prices scheduled from ${day}`,
            }
          : null
      }
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        {keys.map((key) => (
          <Field
            key={key}
            label={fields[key].label}
            hint={key === 'priceDsp' ? 'Percent of marketplace revenue' : fields[key].unit}
            error={faultOf(key)}
          >
            <TextField
              {...(key === 'priceDsp' ? { suffix: '%' } : { prefix: '$' })}
              inputMode="decimal"
              autoComplete="off"
              value={texts[key]}
              onChange={(event) => setTexts({ ...texts, [key]: event.currentTarget.value.trim() })}
            />
          </Field>
        ))}
        <Field label="Effective from" group className="col-span-2">
          <div className="flex items-center gap-3">
            <SegmentedControl
              label="Effective from"
              options={[
                { value: 'now', label: 'Now' },
                { value: 'day', label: 'Future date' },
              ]}
              value={when}
              onChange={setWhen}
            />
            {when === 'day' ? (
              <DateField
                aria-label="Effective date (UTC)"
                className="w-40"
                value={day}
                onChange={setDay}
                today={today}
                min={today}
              />
            ) : null}
          </div>
          <p className="text-xs text-muted">
            {when === 'now'
              ? 'Applies to new requests within seconds.'
              : 'Applies from 00:00 UTC on that day. Earlier traffic keeps its prices.'}
          </p>
        </Field>
        <Field label="Note" className="col-span-2">
          <TextField
            maxLength={500}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Field>
      </div>
    </ActDialog>
  );
}
