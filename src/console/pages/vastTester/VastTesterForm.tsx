import { FlaskConical, SlidersHorizontal } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { type DeviceId, type DeviceProfile, deviceProfiles } from '#api/vastTester/deviceProfiles.ts';
import type { BidderTestRequest } from '#api/bidderTest/bidderTestContract.ts';
import type { VastTestRequest } from '#api/vastTester/vastTesterContract.ts';
import { useSharedList } from '../../lib/lists.ts';
import { useUser } from '../../frame/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import type { Bidder } from './BidderLookup.tsx';
import { BidderTermsFields, termsOf, type BidderTerms } from './BidderTermsFields.tsx';
import { subjectIn, type VastTesterSearch, type TestSubject } from './vastTesterSearch.ts';
import { testedParams } from './testedParams.ts';

const subjectOptions: readonly { value: TestSubject; label: string }[] = [
  { value: 'url', label: 'URL' },
  { value: 'xml', label: 'XML' },
  { value: 'tag', label: 'Tag' },
  { value: 'channel', label: 'Channel' },
];

const deviceOptions = deviceProfiles.map(({ id, label }) => ({ value: id, label }));

interface VastTesterFormProps {
  search: VastTesterSearch;
  onChange: (part: Partial<VastTesterSearch>) => void;
  /** Whether a test is running. */
  isRunning: boolean;
  /** The server's errors for the last request, by field. */
  faults: ReadonlyMap<string, string>;
  /** The selected tag, where it is a bidder's: it is tested with a bid request. */
  bidder: Bidder | null;
  /** The pasted markup. */
  xml: string;
  onXml: (xml: string) => void;
  onTest: (request: VastTestRequest) => void;
  onTestBidder: (request: BidderTestRequest) => void;
}

/** Input of a test: its subject and device. */
export function VastTesterForm({
  search,
  onChange,
  isRunning,
  faults,
  bidder,
  xml,
  onXml,
  onTest,
  onTestBidder,
}: VastTesterFormProps) {
  const { hidesMoney } = useUser();
  const subject = subjectIn(search);
  const [terms, setTerms] = useState<BidderTerms>({});
  const [url, setUrl] = useState(search.url ?? '');
  const [own, setOwn] = useState<Record<string, string>>({});
  const [areParamsShown, setParamsShown] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const profile: DeviceProfile & { id: DeviceId } =
    deviceProfiles.find(({ id }) => id === search.device) ?? deviceProfiles[0];
  const tags = useSharedList('tags', subject === 'tag');
  const channels = useSharedList('channels', subject === 'channel');

  function submit(event: FormEvent) {
    event.preventDefault();
    const what = subjectOf(subject, { xml, url, tag: search.tag, channel: search.channel });
    setMissing(what === null);
    if (what === null) return;
    if (subject === 'url') onChange({ url: url.trim() });
    if (bidder)
      return onTestBidder({ tagId: bidder.id, ...termsOf(terms, bidder.channels), device: profile.id, params: own });
    onTest({ ...what, device: profile.id, params: own });
  }

  const faultOf = (name: string) => (isMissing ? missing[subject] : faults.get(name));
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 border-b bg-surface px-6 pt-3 pb-4">
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedControl
          label="What to test"
          options={subjectOptions}
          value={subject}
          onChange={(by) => {
            setMissing(false);
            onChange({ by });
          }}
        />
        <Select
          aria-label="Device"
          prefix="Device:"
          className="w-64"
          options={deviceOptions}
          value={profile.id}
          onChange={(device) => onChange({ device })}
        />
        <Button
          icon={<SlidersHorizontal />}
          aria-expanded={areParamsShown}
          onClick={() => setParamsShown(!areParamsShown)}
        >
          Parameters
        </Button>
        {bidder && hidesMoney ? null : (
          <Button type="submit" variant="primary" icon={<FlaskConical />} loading={isRunning} className="ml-auto">
            Test
          </Button>
        )}
      </div>
      {subject === 'url' ? (
        <Field
          label="Tag URL"
          error={faultOf('url')}
          hint="Macros such as [CACHEBUSTING] or [IFA] are replaced with the values of the device."
        >
          <TextField
            mono
            value={url}
            placeholder="https://"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        </Field>
      ) : null}
      {subject === 'xml' ? (
        <Field label="VAST markup" error={faultOf('xml')} hint="VAST 2.0 to 4.3. The tags of wrappers are called.">
          <TextArea mono rows={6} value={xml} onChange={(event) => onXml(event.currentTarget.value)} />
        </Field>
      ) : null}
      {subject === 'tag' ? (
        <Field
          label="Tag"
          error={faultOf('tagId')}
          hint={
            bidder
              ? 'Gets one bid request as ad serving would send it, marked as a test, whatever its status, targeting and caps. Nothing is counted or billed.'
              : 'Called as ad serving would call it, whatever its status.'
          }
        >
          <Combobox
            options={optionsOf(tags.data)}
            value={search.tag ?? null}
            onChange={(tag) => {
              setTerms({});
              onChange({ by: 'tag', tag: tag ?? undefined });
            }}
          />
        </Field>
      ) : null}
      {bidder ? (
        <BidderTermsFields channels={bidder.channels} terms={terms} onTerms={setTerms} faults={faults} />
      ) : null}
      {subject === 'channel' ? (
        <Field
          label="Channel"
          error={faultOf('channelId')}
          hint="Its public tag is called, so the test counts as a request in reports."
        >
          <Combobox
            options={optionsOf(channels.data)}
            value={search.channel ?? null}
            onChange={(channel) => onChange({ by: 'channel', channel: channel ?? undefined })}
          />
        </Field>
      ) : null}
      {areParamsShown ? (
        <div role="group" aria-label="Parameters" className="grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4">
          {testedParams.map(({ name, label, ...more }) => (
            <Field
              key={name}
              label={label}
              error={faults.get(`params.${name}`)}
              className={'isWide' in more ? 'col-span-2' : ''}
            >
              <TextField
                mono
                value={own[name] ?? profile.params[name] ?? ''}
                placeholder={'placeholder' in more ? more.placeholder : ''}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setOwn({ ...own, [name]: event.currentTarget.value })}
              />
            </Field>
          ))}
        </div>
      ) : null}
    </form>
  );
}

const missing: Record<TestSubject, string> = {
  url: 'Enter an HTTP or HTTPS URL',
  xml: 'Paste the VAST markup',
  tag: 'Select a tag',
  channel: 'Select a channel',
};

/** The request's subject; null when it is missing. */
function subjectOf(
  subject: TestSubject,
  { xml, url, tag, channel }: { xml: string; url: string; tag: number | undefined; channel: number | undefined },
): Pick<VastTestRequest, 'url' | 'xml' | 'tagId' | 'channelId'> | null {
  if (subject === 'url') return /^https?:\/\/[^\s/?#]/i.test(url.trim()) ? { url: url.trim() } : null;
  if (subject === 'xml') return xml.trim() === '' ? null : { xml };
  if (subject === 'tag') return tag === undefined ? null : { tagId: tag };
  return channel === undefined ? null : { channelId: channel };
}

function optionsOf(items: readonly { id: number; name: string }[] | undefined) {
  return (items ?? []).map(({ id, name }) => ({ value: id, label: name, note: `#${id}` }));
}
