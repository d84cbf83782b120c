import type { MailSetup } from '#api/mail/mailContract.ts';
import type { Colleague, ReportSchedule } from '#api/schedules/scheduleContract.ts';
import { formatBytes } from '../../../lib/format.ts';
import { Field } from '../../../ui/Field.tsx';
import { MultiCombobox } from '../../../ui/MultiCombobox.tsx';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { TextList } from '../../../ui/TextList.tsx';
import type { ScheduleForm } from './scheduleForm.ts';

/** In which form the file comes, and to whom beside the user itself. */
export function ScheduleRecipients({
  form,
  errors,
  colleagues,
  schedule,
  mail,
  onChange,
}: {
  form: ScheduleForm;
  errors: ReadonlyMap<string, string>;
  colleagues: readonly Colleague[];
  schedule: ReportSchedule | null;
  mail: MailSetup;
  onChange: (part: Partial<ScheduleForm>) => void;
}) {
  const known = colleagues.map(({ id, name, login }) => ({ value: id, label: name, note: login }));
  // Who may not get it any more can still be taken out.
  const gone = (schedule?.colleagues ?? [])
    .filter(({ id }) => !colleagues.some((each) => each.id === id))
    .map(({ id, name }) => ({ value: id, label: `${name} (sees too little, or is not active)` }));
  const stopped = (schedule?.stoppedEmails ?? []).filter((address) => form.emails.includes(address));
  const mostBytes = formatBytes(mail.attachmentBytes);
  return (
    <div className="flex flex-col gap-4 border-t pt-4">
      <Field
        label="File"
        group
        error={errors.get('format')}
        hint="All rows, for you always: in the bell and in Saved Reports."
      >
        <SegmentedControl
          label="File"
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
          known.length === 0
            ? 'There is no other login that you know and that sees as much as you do.'
            : 'They get the file in their own bell. Only logins that see as much as you do are offered.'
        }
      >
        <MultiCombobox
          options={[...known, ...gone]}
          value={form.colleagueIds}
          onChange={(colleagueIds) => onChange({ colleagueIds })}
          placeholder="Nobody else"
          disabled={known.length === 0 && form.colleagueIds.length === 0}
        />
      </Field>
      <Field
        label="E-mail"
        error={errors.get('emails')}
        hint={
          mail.isSetUp
            ? 'Each address gets a mail of its own, and can stop these mails by a link in it.'
            : 'Mail is not set up on this platform, so files are delivered in the console alone. Its operator sets SMTP_URL and MAIL_FROM.'
        }
      >
        <TextList
          value={form.emails}
          onChange={(emails) => onChange({ emails })}
          nouns={['address', 'addresses']}
          normalize={(text) => text.toLowerCase()}
          pattern={/^[^\s@<>"(),:;[\\\]]+@[^\s@<>"(),:;[\\\]]+\.[^\s@<>"(),:;[\\\]]+$/}
          patternMessage="Write addresses such as finance@partner.example."
          placeholder="finance@partner.example"
          disabled={!mail.isSetUp && form.emails.length === 0}
        />
      </Field>
      {stopped.length > 0 ? (
        <p className="text-xs text-muted">
          Stopped by their recipients, who get no more mails of this report: {stopped.join(', ')}
        </p>
      ) : null}
      {mail.isSetUp && form.emails.length > 0 ? (
        <Field
          label="Mails bring"
          group
          error={errors.get('emailForm')}
          hint={
            form.emailForm === 'attachment'
              ? `The file itself, up to ${mostBytes}; a larger one by the link. Whoever has the mail has the figures.`
              : 'A link to the console, where only people with a login who got the report find it.'
          }
        >
          <SegmentedControl
            label="Mails bring"
            options={[
              { value: 'attachment', label: 'The file' },
              { value: 'link', label: 'A link' },
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
