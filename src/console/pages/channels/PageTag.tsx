import { useState } from 'react';
import type { ChannelTag } from '#api/entities/channelTagContract.ts';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { FormSection } from '../../ui/FormSection.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { displayTagOf, pageSnippet, type PageFormat } from './pageSnippet.ts';

const formats: readonly { value: PageFormat; label: string }[] = [
  { value: 'display', label: 'Banner' },
  { value: 'outstream', label: 'Outstream' },
  { value: 'instream', label: 'Instream' },
];

const words: Record<PageFormat, string> = {
  display: 'A banner in a sandboxed frame; with refresh, another one after so many seconds in view.',
  outstream: 'A video by itself that plays muted while it is in view.',
  instream: 'Ads before, within and after a video of the page.',
};

/** How a page shows ads of a channel without a player or header bidding of its own. */
export function PageTag({ tag }: { tag: ChannelTag }) {
  const [format, setFormat] = useState<PageFormat>('display');
  return (
    <div>
      <FormSection
        title="Display tag"
        description="One line where the banner is to stand; size names the sizes that fit, separated by commas."
      >
        <CodeBlock code={displayTagOf(tag)} label="display tag" wrap />
      </FormSection>
      <FormSection
        title="With the SDK"
        description={words[format]}
        actions={<SegmentedControl label="Format" size="sm" options={formats} value={format} onChange={setFormat} />}
      >
        <CodeBlock code={pageSnippet(tag, format)} label="page with the SDK" className="max-h-96" />
      </FormSection>
    </div>
  );
}
