import { useState } from 'react';
import type { ChannelTag } from '#api/entities/channelTagContract.ts';
import { EndpointSection } from '../../entities/EndpointSection.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { FormSection } from '../../ui/field/FormSection.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { prebidSnippet, type AdUnitKind } from './prebidSnippet.ts';

const kinds: readonly { value: AdUnitKind; label: string }[] = [
  { value: 'banner', label: 'Banner' },
  { value: 'video', label: 'Video' },
];

/** The Prebid.js integration of a channel. */
export function PrebidTag({ tag }: { tag: ChannelTag }) {
  const [kind, setKind] = useState<AdUnitKind>('banner');
  return (
    <div>
      <EndpointSection
        title="Auction endpoint"
        description="Compatible with Prebid Server: pages that run Prebid.js need no other server. One call covers all ad units of a page."
        url={tag.auctionUrl}
      />
      <FormSection title="Ad unit bidder" description="Each ad unit names the channel that sells it.">
        <CodeBlock code={`{ bidder: 'bidhouse', params: { channel: '${tag.uid}' } }`} label="bidder" wrap />
      </FormSection>
      <FormSection
        title="Page"
        description={
          <>
            A complete page for a Prebid.js build with the module{' '}
            <code className="font-mono">prebidServerBidAdapter</code>. The <code className="font-mono">accountId</code>,
            the UID of any channel, identifies the account in cookie syncs.
          </>
        }
        actions={<SegmentedControl label="Ad unit" size="sm" options={kinds} value={kind} onChange={setKind} />}
      >
        <CodeBlock code={prebidSnippet(tag, kind)} label="page with Prebid.js" className="max-h-128" />
      </FormSection>
    </div>
  );
}
