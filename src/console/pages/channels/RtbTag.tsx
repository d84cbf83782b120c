import { useState } from 'react';
import type { ChannelTag } from '#api/entities/channelTagContract.ts';
import type { Environment } from '#model/index.ts';
import { requestText } from '../../lib/requestText.ts';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FormSection } from '../../ui/FormSection.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { sampleBidRequest, type SampleKind } from './sampleBidRequest.ts';

const kinds: readonly { value: SampleKind; label: string }[] = [
  { value: 'web', label: 'Web' },
  { value: 'app', label: 'App' },
  { value: 'ctv', label: 'CTV' },
];

const kindOf: Record<Environment, SampleKind> = { web: 'web', mobileWeb: 'web', app: 'app', ctv: 'ctv' };

/** How another exchange or server asks a channel for bids. */
export function RtbTag({ tag, environment }: { tag: ChannelTag; environment: Environment | null }) {
  const [kind, setKind] = useState(environment === null ? 'web' : kindOf[environment]);
  return (
    <div>
      <FormSection
        title="Bid endpoint"
        description="Takes bid requests of OpenRTB 2.5 and 2.6. It answers with one bid at most for each impression, at the price that the publisher gets; 204 says that there is none."
        actions={<CopyButton text={tag.rtbUrl} label="Copy URL" showLabel />}
      >
        <CodeBlock code={`POST ${tag.rtbUrl}`} label="bid endpoint" wrap />
      </FormSection>
      <FormSection
        title="Sample bid request"
        description="A whole request with made-up values: put in your own, and leave out what you do not know. test: 1 makes it a test request: it gets a bid like any other, Why no ad? shows it, and nothing is billed. Leave test out of live requests."
        actions={<SegmentedControl label="Sample for" size="sm" options={kinds} value={kind} onChange={setKind} />}
      >
        <CodeBlock code={requestText(sampleBidRequest(kind))} label="sample bid request" className="max-h-96" />
      </FormSection>
      <FormSection title="Try it" description="With the sample in a file called request.json.">
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
