import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { environments } from '#model/index.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { messageOf } from '../../lib/problems.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormSection } from '../../ui/FormSection.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { playerSnippet } from './playerSnippet.ts';
import { tagUrlOf } from './tagUrlOf.ts';
import { testUrl } from './testUrl.ts';
import { useChannelTag } from './useChannelTag.ts';

/** The tag of a channel, built from the parameters its environment knows, and how to try it and put it into a player. */
export function GetTag({ row }: { row: EntityRow }) {
  const { data: tag, error, refetch, isFetching } = useChannelTag(row.id);
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  // One number for as long as the tab is open, so that the link does not change under the pointer.
  const [cachebuster] = useState(() => Math.floor(Math.random() * 1e8));
  const environment = environments.find((each) => each.value === row['environment'])?.label ?? 'this';

  if (!tag) {
    return error ? (
      <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton className="h-24" />
    );
  }
  const chosen = new Set(tag.parameters.map(({ param }) => param).filter((param) => !dropped.has(param)));
  const url = tagUrlOf(tag, chosen);

  return (
    <div>
      <FormSection
        title="Ad tag URL"
        description="Put it where the player or ad server asks for a VAST tag. Replace the macros with those of your ad server."
        actions={
          <div className="flex items-center gap-2">
            <a
              href={testUrl(tag, cachebuster)}
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
        <CodeBlock code={url} label="ad tag URL" wrap />
      </FormSection>
      <FormSection
        title="Parameters"
        description={`What a ${environment} tag can carry. Ticked ones are in the URL above.`}
      >
        <ul className="divide-y rounded-lg border">
          {tag.parameters.map(({ param, macro, help, isRequired }) => (
            <li key={param} className="grid grid-cols-[9rem_1fr_auto] items-center gap-3 px-3 py-1">
              <Checkbox
                label={<code className="font-mono text-xs">{param}</code>}
                checked={isRequired || !dropped.has(param)}
                disabled={isRequired}
                onChange={() => {
                  const next = new Set(dropped);
                  if (!next.delete(param)) next.add(param);
                  setDropped(next);
                }}
              />
              <span className="text-xs text-muted">
                {help}
                {isRequired ? <span className="pill pill-accent pill-plain ml-2">Required</span> : null}
              </span>
              <code className="font-mono text-2xs text-muted">{macro}</code>
            </li>
          ))}
        </ul>
      </FormSection>
      <FormSection title="Player page" description="A page that plays an ad from this tag before its video.">
        <CodeBlock code={playerSnippet(url)} label="player page" className="max-h-96" />
      </FormSection>
    </div>
  );
}
