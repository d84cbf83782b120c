import { useState } from 'react';
import type { ChannelTag } from '#api/entities/channelTagContract.ts';
import type { Environment } from '#model/index.ts';
import { requestText } from '../../lib/requestText.ts';
import { EndpointSection } from '../../entities/EndpointSection.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { FormSection } from '../../ui/field/FormSection.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { sampleBidRequest, type SampleKind } from './sampleBidRequest.ts';

const kinds: readonly { value: SampleKind; label: string }[] = [
  { value: 'web', label: 'Web' },
  { value: 'app', label: 'App' },
  { value: 'ctv', label: 'CTV' },
];

const kindOf: Record<Environment, SampleKind> = { web: 'web', mobileWeb: 'web', app: 'app', ctv: 'ctv' };

/** The OpenRTB integration of a channel, for exchanges and servers. */
export function RtbTag({ tag, environment }: { tag: ChannelTag; environment: Environment | null }) {
  const [kind, setKind] = useState(environment === null ? 'web' : kindOf[environment]);
  return (
    <div>
      <EndpointSection
        title="Bid endpoint"
        description="Accepts OpenRTB 2.5 and 2.6 bid requests. Returns at most one bid per impression, at the price the publisher is paid, or 204 if there is no bid."
        url={tag.rtbUrl}
      />
      <FormSection
        title="Sample bid request"
        description="A complete request with sample values. Replace them with your own and omit what you do not have. test: 1 marks a test request: it gets a bid like any other and appears in Why no ad?, but nothing is billed. Remove test from live requests."
        actions={<SegmentedControl label="Sample for" size="sm" options={kinds} value={kind} onChange={setKind} />}
      >
        <CodeBlock code={requestText(sampleBidRequest(kind))} label="sample bid request" className="max-h-96" />
      </FormSection>
      <FormSection title="Try it" description="Save the sample as request.json, then run this command.">
        <CodeBlock code={curlOf(tag.rtbUrl)} label="command" />
      </FormSection>
    </div>
  );
}

function curlOf(url: string): string {
  return `curl -i -X POST ${url} \\
  -H 'content-type: application/json' \\
  -H 'x-openrtb-version: 2.6' \\
  --data @request.json`;
}
