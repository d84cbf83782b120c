import type { BidderTestRequest } from '#api/bidderTest/bidderTestContract.ts';
import { testedMediaTypes } from '#model/demand/bidderTest.ts';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { Field } from '../../ui/field/Field.tsx';

/** Under which terms a bidder is tested, as chosen: no channel = those of a new one. */
export interface BidderTerms {
  /** Undefined = not chosen: the first that the tag is attached to. */
  channelId?: number | null | undefined;
  mediaType?: BidderTestRequest['mediaType'];
}

/** A channel by ID and name. */
export interface NamedChannel {
  id: number;
  name: string;
}

/** The request's part of the terms. */
export function termsOf(
  { channelId, mediaType }: BidderTerms,
  channels: readonly NamedChannel[],
): Pick<BidderTestRequest, 'channelId' | 'mediaType'> {
  return { channelId: channelId === undefined ? channels[0]?.id : (channelId ?? undefined), mediaType };
}

const mediaTypeLabels = { video: 'Video', banner: 'Banner', audio: 'Audio', native: 'Native' } as const;
const mediaTypeOptions = testedMediaTypes.map((value) => ({ value, label: mediaTypeLabels[value] }));

/** The terms of a bidder's test: the channel and the media type. */
export function BidderTermsFields({
  channels,
  terms,
  onTerms,
  faults,
}: {
  channels: readonly NamedChannel[];
  terms: BidderTerms;
  onTerms: (terms: BidderTerms) => void;
  faults: ReadonlyMap<string, string>;
}) {
  return (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3">
      <Field
        label="Channel"
        error={faults.get('channelId')}
        hint="Its floor, blocked advertisers and categories apply. Empty = those of a new channel."
      >
        <Combobox
          options={channels.map(({ id, name }) => ({ value: id, label: name, note: `#${id}` }))}
          value={termsOf(terms, channels).channelId ?? null}
          onChange={(id) => onTerms({ ...terms, channelId: id })}
        />
      </Field>
      <Field
        label="Media type"
        error={faults.get('mediaType')}
        hint="Empty = video, or the first that the tag accepts."
      >
        <Combobox
          options={mediaTypeOptions}
          value={terms.mediaType ?? null}
          onChange={(mediaType) => onTerms({ ...terms, mediaType: mediaType ?? undefined })}
        />
      </Field>
    </div>
  );
}
