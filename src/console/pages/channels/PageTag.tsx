import { useState } from 'react';
import type { ChannelTag } from '#api/entities/channelTagContract.ts';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { FormSection } from '../../ui/field/FormSection.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { displayTagOf, pageSnippet, type PageFormat } from './pageSnippet.ts';

const formats: readonly { value: PageFormat; label: string }[] = [
  { value: 'display', label: 'Banner' },
  { value: 'outstream', label: 'Outstream' },
  { value: 'instream', label: 'Instream' },
];

const labels: Record<PageFormat, string> = {
  display: 'A banner in a sandboxed iframe. With refresh, a new ad loads after that many seconds in view.',
  outstream: 'A standalone video that plays muted while it is in view.',
  instream: 'Pre-roll, mid-roll and post-roll ads in a video on the page.',
};

/** The SDK integration of a channel, for pages without a player or header bidding. */
export function PageTag({ tag }: { tag: ChannelTag }) {
  const [format, setFormat] = useState<PageFormat>('display');
  return (
    <div>
      <FormSection
        title="Display tag"
        description="Paste this line where the banner should appear. List the accepted sizes in size, separated by commas."
      >
        <CodeBlock code={displayTagOf(tag)} label="display tag" wrap />
      </FormSection>
      <FormSection
        title="With the SDK"
        description={labels[format]}
        actions={<SegmentedControl label="Format" size="sm" options={formats} value={format} onChange={setFormat} />}
      >
        <CodeBlock code={pageSnippet(tag, format)} label="page with the SDK" className="max-h-96" />
      </FormSection>
    </div>
  );
}
