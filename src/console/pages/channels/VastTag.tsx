import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { ChannelTag } from '#api/entities/channelTagContract.ts';
import { environments, type Environment } from '#model/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FormSection } from '../../ui/FormSection.tsx';
import { TagCheck } from './TagCheck.tsx';
import { playerSnippet } from './playerSnippet.ts';
import { PresetSelect } from './PresetSelect.tsx';
import { TagParameters } from './TagParameters.tsx';
import { missingOf, noChoices, tagUrlOf } from './tagUrlOf.ts';
import { testUrl } from './testUrl.ts';

/** The VAST tag of a channel, made for the ad server or player that calls it; how to try it, and what a tag in use lacks. */
export function VastTag({ tag, environment }: { tag: ChannelTag; environment: Environment | null }) {
  const [choices, setChoices] = useState(noChoices);
  // One number for as long as the tab is open, so that the link does not change under the pointer.
  const [cachebuster] = useState(() => Math.floor(Math.random() * 1e8));
  const label = environments.find((each) => each.value === environment)?.label ?? '';
  const url = tagUrlOf(tag, choices);
  const missing = missingOf(tag, choices).map(({ param }) => param);

  return (
    <div>
      <FormSection
        title="Ad tag URL"
        description="Put it where the player or ad server asks for a VAST tag."
        actions={
          <div className="flex items-center gap-2">
            <a
              href={testUrl(tag, choices, cachebuster)}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass('secondary', 'sm')}
            >
              <ExternalLink aria-hidden />
              Test
              <span className="sr-only">: opens the VAST answer in a new tab</span>
            </a>
            <CopyButton text={url} label="Copy URL" showLabel />
          </div>
        }
      >
        <PresetSelect
          environment={environment}
          preset={choices.preset}
          onChange={(preset) => setChoices({ ...choices, preset })}
        />
        {missing.length > 0 ? (
          <Banner tone="bad" title={`Required: ${missing.join(', ')}.`}>
            {choices.preset?.label} has no macro for {missing.length === 1 ? 'it' : 'them'}: type the value below.
          </Banner>
        ) : null}
        <CodeBlock code={url} label="ad tag URL" wrap />
        {tag.url.startsWith('http:') ? (
          <p className="text-xs text-muted">
            This installation serves tags over http, which pages over https cannot load.
          </p>
        ) : null}
      </FormSection>
      <FormSection
        title="Parameters"
        description={`What a ${label} tag can carry. Ticked ones are in the URL above; a value that you type takes the place of the macro.`}
      >
        <TagParameters parameters={tag.parameters} choices={choices} onChange={setChoices} />
      </FormSection>
      <TagCheck tag={tag} />
      <FormSection title="Player page" description="A page that plays an ad from this tag before its video.">
        <CodeBlock code={playerSnippet(url)} label="player page" className="max-h-96" />
      </FormSection>
    </div>
  );
}
