import type { MailSetup } from '#api/mail/mailContract.ts';
import type { Colleague, ReportSchedule } from '#api/schedules/scheduleContract.ts';
import { HrefLink } from '../../../frame/navigation/HrefLink.tsx';
import { formatBytes } from '../../../lib/format.ts';
import { Field } from '../../../ui/field/Field.tsx';
import { MultiCombobox } from '../../../ui/picker/MultiCombobox.tsx';
import { SegmentedControl } from '../../../ui/picker/SegmentedControl.tsx';
import { TextList } from '../../../ui/field/TextList.tsx';
import type { ScheduleForm } from './scheduleForm.ts';

/** File format of a schedule, and its recipients besides the user. */
export function ScheduleRecipients({
  form,
  errors,
  colleagues,
  schedule,
  mail,
  managersPath,
  onChange,
}: {
  form: ScheduleForm;
  errors: ReadonlyMap<string, string>;
  colleagues: readonly Colleague[];
  schedule: ReportSchedule | null;
  mail: MailSetup;
  /** Where colleagues are added; undefined for users who may not add any. */
  managersPath: string | undefined;
  onChange: (part: Partial<ScheduleForm>) => void;
}) {
  const known = colleagues.map(({ id, name, login }) => ({ value: id, label: name, note: login }));
  // Colleagues who may no longer receive the report can still be removed.
  const removedColleagues = (schedule?.colleagues ?? [])
    .filter(({ id }) => !colleagues.some((each) => each.id === id))
    .map(({ id, name }) => ({ value: id, label: `${name} (inactive or no access)` }));
  const stopped = (schedule?.unsubscribedEmails ?? []).filter((address) => form.emails.includes(address));
  const maxBytes = formatBytes(mail.attachmentBytes);
  return (
    <div className="flex flex-col gap-4 border-t pt-4">
      <Field
        label="File format"
        group
        error={errors.get('format')}
        hint="Contains all rows. You always get the file in your notifications and in Saved Reports."
      >
        <SegmentedControl
          label="File format"
          options={[
            { value: 'xlsx', label: 'XLSX' },
            { value: 'csv', label: 'CSV' },
          ]}
          value={form.format}
          onChange={(format) => onChange({ format })}
          className="self-start"
        />
      </Field>
      <Field
        label="Colleagues"
        error={errors.get('colleagueIds')}
        hint={
          known.length === 0 ? (
            <>
              No other user of your account has access to the same data.{' '}
              {managersPath ? (
                <HrefLink href={managersPath} className="text-accent-ink underline underline-offset-2">
                  Managers
                </HrefLink>
              ) : null}
            </>
          ) : (
            'They get the file in their own notifications. Only users with access to the same data are listed.'
          )
        }
      >
        <MultiCombobox
          options={[...known, ...removedColleagues]}
          value={form.colleagueIds}
          onChange={(colleagueIds) => onChange({ colleagueIds })}
          placeholder="No one else"
          disabled={known.length === 0 && form.colleagueIds.length === 0}
        />
      </Field>
      <Field
        label="Email"
        error={errors.get('emails')}
        hint={
          mail.isSetUp
            ? 'Each address gets its own email with an unsubscribe link.'
            : 'Email is not set up on this platform.'
        }
      >
        <TextList
          value={form.emails}
          onChange={(emails) => onChange({ emails })}
          nouns={['address', 'addresses']}
          normalize={(text) => text.toLowerCase()}
          pattern={/^[^\s@<>"(),:;[\\\]]+@[^\s@<>"(),:;[\\\]]+\.[^\s@<>"(),:;[\\\]]+$/}
          patternMessage="Enter an address such as finance@partner.example."
          placeholder="finance@partner.example"
          disabled={!mail.isSetUp && form.emails.length === 0}
        />
      </Field>
      {stopped.length > 0 ? (
        <p className="text-xs text-muted">Unsubscribed from this report: {stopped.join(', ')}</p>
      ) : null}
      {mail.isSetUp && form.emails.length > 0 ? (
        <Field
          label="Email contains"
          group
          error={errors.get('emailForm')}
          hint={
            form.emailForm === 'attachment'
              ? `The file as an attachment, up to ${maxBytes}. Larger files are linked. Anyone with the email can read the data.`
              : 'A link to the console. Only users who received the report can open it after signing in.'
          }
        >
          <SegmentedControl
            label="Email contains"
            options={[
              { value: 'attachment', label: 'Attachment' },
              { value: 'link', label: 'Link' },
            ]}
            value={form.emailForm}
            onChange={(emailForm) => onChange({ emailForm })}
            className="self-start"
          />
        </Field>
      ) : null}
    </div>
  );
}
