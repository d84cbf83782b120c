import { demandAccount, mayUse } from '#model/index.ts';
import { timezones } from '#model/reference/listOptions.ts';
import { useUser } from '../../frame/session.ts';
import { useToday } from '../../reports/useNow.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DateField } from '../../ui/date/DateField.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { ApiTokenField } from './ApiTokenField.tsx';
import { DailyMailField } from './DailyMailField.tsx';
import type { TabProps } from './TabProps.ts';

const { fields } = demandAccount;
const texts = ['companyName', 'companyAddress', 'contactNumber'] as const;

/** The user's details and those of its account. */
export function CommonTab({ profile, values, faults, rights, change, leave, goTo, showTab }: TabProps) {
  const user = useUser();
  const today = useToday(values.timezone);
  const text = (name: 'name' | (typeof texts)[number], isReadOnly: boolean) => (
    <Field
      key={name}
      label={fields[name].label}
      error={faults[name]}
      required={name === 'name' && !isReadOnly}
      className={name === 'contactNumber' ? '' : 'sm:col-span-2'}
    >
      <TextField
        name={name}
        value={values[name]}
        maxLength={fields[name].maxLength}
        readOnly={isReadOnly}
        autoComplete="off"
        onChange={(event) => change({ [name]: event.currentTarget.value })}
        onBlur={() => {
          const trimmed = values[name].trim();
          if (!isReadOnly && trimmed !== values[name]) change({ [name]: trimmed });
          leave(name);
        }}
      />
    </Field>
  );
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      {text('name', rights.isReadOnly)}
      {texts.map((name) => text(name, rights.isAccountFixed))}
      <Field label={fields.contactExpired.label} error={faults['contactExpired']}>
        <DateField
          name="contactExpired"
          value={values.contactExpired}
          today={today}
          readOnly={rights.isAccountFixed}
          {...(rights.isAccountFixed ? { placeholder: '' } : {})}
          onChange={(contactExpired) => change({ contactExpired })}
          onBlur={() => leave('contactExpired')}
        />
      </Field>
      <Field label={fields.timezone.label} hint="Time zone of days and hours." error={faults['timezone']}>
        <Select
          name="timezone"
          options={timezones}
          value={values.timezone}
          readOnly={rights.isAccountFixed}
          onChange={(timezone) => change({ timezone })}
        />
      </Field>
      <Field
        label={fields.domain.label}
        hint="Host of channel tags. Set by the platform operator."
        error={faults['domain']}
      >
        <TextField name="domain" value={profile.domain} placeholder="The platform’s host" readOnly />
      </Field>
      <ApiTokenField profile={profile} goTo={goTo} />
      {mayUse(user, 'reports') ? (
        <DailyMailField className="sm:col-span-2" onAddress={() => showTab('general')} />
      ) : null}
      {profile.uid === undefined ? null : <Copied label="UID" hint="Public ID of the account." value={profile.uid} />}
    </div>
  );
}

/** A read-only text with a copy button. */
function Copied({ label, hint, value }: { label: string; hint: string; value: string }) {
  return (
    <Field label={label} hint={hint} className="sm:col-span-2">
      <TextField
        mono
        readOnly
        value={value}
        suffix={<CopyButton text={value} label={`Copy ${label}`} className="-mr-1.5" />}
      />
    </Field>
  );
}
