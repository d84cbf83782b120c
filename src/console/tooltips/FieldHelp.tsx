import { Suspense } from 'react';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import { HelpTip } from '../ui/overlay/HelpTip.tsx';
import { useShownTooltips } from './useShownTooltips.ts';

// The Markdown parser is loaded with the first tooltip that is opened.
const TooltipBody = lazyChunk(() => import('./TooltipBody.tsx'), 'TooltipBody');

/** The help button beside a field; renders nothing when the operator has written no tooltip for it. */
export function FieldHelp({ entity, field }: { entity: string; field: string }) {
  const shown = useShownTooltips()?.[`${entity}.${field}`];
  if (!shown) return null;
  return (
    <HelpTip title={shown.title}>
      <Suspense fallback={<p className="whitespace-pre-wrap">{shown.body}</p>}>
        <TooltipBody text={shown.body} />
      </Suspense>
      {shown.link ? (
        <a
          href={shown.link}
          target="_blank"
          rel="noopener noreferrer"
          className="text-accent-ink underline underline-offset-2"
        >
          Read more
        </a>
      ) : null}
    </HelpTip>
  );
}
