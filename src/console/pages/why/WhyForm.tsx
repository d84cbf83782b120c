import { useState } from 'react';
import { useUser } from '../../frame/session.ts';
import { useSharedList } from '../../lib/lists.ts';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { WatchBar } from './WatchBar.tsx';
import { isOffered, subjectIn, type Subject, type WhySearch } from './whySearch.ts';

const subjectOptions: readonly { value: Subject; label: string }[] = [
  { value: 'channel', label: 'Channel' },
  { value: 'supplier', label: 'Supplier' },
  { value: 'tag', label: 'Tag' },
  { value: 'campaign', label: 'Campaign' },
  { value: 'subpublisher', label: 'Sub-publisher' },
  { value: 'device', label: 'Device' },
];

const lists = {
  channel: 'channels',
  supplier: 'suppliers',
  tag: 'tags',
  campaign: 'campaigns',
  subpublisher: 'subpublishers',
} as const;
const labels: Record<Subject, string> = {
  channel: 'Channel',
  supplier: 'Supplier',
  tag: 'Tag',
  campaign: 'Campaign',
  subpublisher: 'Sub-publisher',
  device: 'Device ID',
};

/** The subject of the page, the search for a request, and the watch. */
export function WhyForm({ search, onChange }: { search: WhySearch; onChange: (part: Partial<WhySearch>) => void }) {
  const user = useUser();
  const subject = subjectIn(search, user);
  const { kind } = subject;
  const [device, setDevice] = useState(search.device ?? '');
  const [request, setRequest] = useState('');
  const isRequest = /^[\w-]{16}$/.test(request.trim());
  const { data: options = [] } = useSharedList(kind === 'device' ? 'channels' : lists[kind], kind !== 'device');
  return (
    <div className="flex flex-wrap items-end gap-3 border-b bg-surface px-6 pt-3 pb-4">
      <SegmentedControl
        label="Object type"
        options={subjectOptions.filter(({ value }) => isOffered(value, user))}
        value={kind}
        onChange={(by) => onChange({ by })}
      />
      <div className="w-72">
        <Field label={labels[kind]} labelHidden>
          {kind === 'device' ? (
            <TextField
              mono
              value={device}
              placeholder="Device ID as in requests"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setDevice(event.currentTarget.value)}
              onBlur={() => onChange({ by: kind, device: device.trim().toLowerCase() || undefined })}
            />
          ) : (
            <Combobox
              clearable
              placeholder={`All ${labels[kind].toLowerCase()}s`}
              options={options.map(({ id, name }) => ({ value: id, label: name, note: `#${id}` }))}
              value={search[kind] ?? null}
              onChange={(id) => onChange({ by: kind, [kind]: id ?? undefined })}
            />
          )}
        </Field>
      </div>
      {user.hidesMoney ? null : (
        <>
          <form
            className="w-56"
            onSubmit={(event) => {
              event.preventDefault();
              if (isRequest) onChange({ request: request.trim() });
            }}
          >
            <Field
              label="Request ID"
              labelHidden
              error={request === '' || isRequest ? undefined : 'A request ID has 16 characters'}
            >
              <TextField
                mono
                value={request}
                placeholder="Request ID, then Enter"
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setRequest(event.currentTarget.value)}
              />
            </Field>
          </form>
          <div className="ml-auto">
            <WatchBar subject={subject} />
          </div>
        </>
      )}
    </div>
  );
}
