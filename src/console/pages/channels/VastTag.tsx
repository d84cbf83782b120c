import { ExternalLink } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ChannelTag } from '#api/entities/channelTagContract.ts';
import { environments, type Environment } from '#model/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FormSection } from '../../ui/field/FormSection.tsx';
import { TagCheck } from './TagCheck.tsx';
import { PresetSelect } from './PresetSelect.tsx';
import { TagParameters } from './TagParameters.tsx';
import { VersionSelect } from './VersionSelect.tsx';
import { missingOf, noChoices, channelTagUrlOf, isInTag, valueOf, type TagChoices } from './channelTagUrlOf.ts';
import { findMacros } from '#standards/foreignMacros.ts';

const samples: Record<string, string> = {
  url: 'https://site.example/article',
  app_bundle: 'com.example.app',
  app_name: 'Example app',
  app_store_url: 'https://store.example/app',
  w: '1280',
  h: '720',
  gdpr: '0',
};

/**
 * The tag URL as a player would call it: typed values unchanged, macros replaced by samples, parameters with neither
 * omitted.
 */
export function testUrl(tag: ChannelTag, choices: TagChoices, cachebuster: number): string {
  const params = new URLSearchParams({ cb: String(cachebuster) });
  for (const parameter of tag.parameters) {
    const { param } = parameter;
    if (param === 'cb' || !isInTag(parameter, choices)) continue;
    const value = valueOf(parameter, choices);
    const isTyped = value !== '' && findMacros(value).length === 0;
    const filled = isTyped ? value : samples[param];
    if (filled !== undefined) params.set(param, filled);
  }
  return `${tag.url}?${params}`;
}

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => htmlEntities[character] ?? character);
}

/** An HTML page with Fluid Player that requests a pre-roll from the tag. */
export function playerSnippet(tagUrl: string): string {
  return `<video id="player" width="640" height="360" data-ad-tag="${escapeAttribute(tagUrl)}">
  <source src="https://media.example/video.mp4" type="video/mp4">
</video>

<script src="https://cdn.fluidplayer.com/v3/current/fluidplayer.min.js"></script>
<script>
  const video = document.getElementById('player');
  const fill = {
    CACHEBUSTING: () => Math.floor(Math.random() * 1e8),
    PAGEURL: () => location.href,
    PLAYERWIDTH: () => video.clientWidth,
    PLAYERHEIGHT: () => video.clientHeight,
  };
  const vastTag = video.dataset.adTag.replace(/\\[(\\w+)\\]/g, (macro, name) =>
    encodeURIComponent(fill[name]?.() ?? ''));
  fluidPlayer('player', { vastOptions: { adList: [{ roll: 'preRoll', vastTag }] } });
</script>
`;
}

/** The VAST tag of a channel for the selected ad server or player, with a test link and a check of tags in use. */
export function VastTag({ tag, environment }: { tag: ChannelTag; environment: Environment | null }) {
  const [choices, setChoices] = useState(noChoices);
  const parameters = useRef<HTMLDivElement>(null);
  // One value while the tab is open, so that the link does not change under the pointer.
  const [cachebuster] = useState(() => Math.floor(Math.random() * 1e8));
  const label = environments.find((each) => each.value === environment)?.label ?? '';
  const url = channelTagUrlOf(tag, choices);
  const missing = missingOf(tag, choices).map(({ param }) => param);

  return (
    <div>
      <FormSection
        title="Ad tag URL"
        description="Paste it into the VAST tag field of your player or ad server."
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
              <span className="sr-only">: opens the VAST response in a new tab</span>
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
        <VersionSelect choices={choices} onChange={setChoices} />
        {missing.length > 0 ? (
          <Banner
            tone="bad"
            title={`Required: ${missing.join(', ')}.`}
            action={
              <Button
                size="sm"
                onClick={() => parameters.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()}
              >
                Enter value
              </Button>
            }
          >
            {choices.preset?.label} has no macro for{' '}
            {missing.length === 1 ? 'it. Enter its value' : 'them. Enter their values'} below.
          </Banner>
        ) : null}
        <CodeBlock code={url} label="ad tag URL" wrap />
        {tag.url.startsWith('http:') ? (
          <p className="text-xs text-muted">This installation serves tags over HTTP. HTTPS pages cannot load them.</p>
        ) : null}
      </FormSection>
      <FormSection
        title="Parameters"
        description={`${label === '' ? 'Tag' : `${label} tag`} parameters. Selected ones are in the URL above; a value that you enter replaces the macro.`}
      >
        <div ref={parameters}>
          <TagParameters parameters={tag.parameters} choices={choices} onChange={setChoices} />
        </div>
      </FormSection>
      <TagCheck tag={tag} />
      <FormSection title="Player page" description="A sample page that plays a pre-roll ad from this tag.">
        <CodeBlock code={playerSnippet(url)} label="player page" className="max-h-96" />
      </FormSection>
    </div>
  );
}
