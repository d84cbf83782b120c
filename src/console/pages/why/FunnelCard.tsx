import { useState } from 'react';
import { ChevronRight } from 'lucide-react';
import type { WhyFunnel, WhyLoss, WhyStep } from '#api/why/whyContract.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { ReasonText } from '../../reasons/ReasonText.tsx';
import { buyerStepLabels, stepLabels } from './whyText.ts';

/** Number of reasons per step shown before the list is expanded. */
const fewLosses = 5;

/** From calls to impressions: a bar per step with the reasons of its losses below. */
export function FunnelCard({
  funnel,
  areBuyers,
  channelId,
}: {
  funnel: WhyFunnel;
  /** Whether the funnel is of a supplier, whose candidates are ad exchanges and own campaigns instead of tags. */
  areBuyers: boolean;
  /** The channel of the funnel, if any. */
  channelId: number | undefined;
}) {
  const most = Math.max(1, ...funnel.steps.map(({ count }) => count));
  return (
    <ol aria-label="From calls to impressions" className="divide-y">
      {funnel.steps.map((step) => (
        <Step
          key={step.key}
          step={step}
          labels={areBuyers ? { ...stepLabels[step.key], ...buyerStepLabels[step.key] } : stepLabels[step.key]}
          most={most}
          channelId={channelId}
          losses={funnel.losses.filter(({ at }) => at === stepLabels[step.key].at)}
        />
      ))}
    </ol>
  );
}

function Step({
  step,
  labels: { label, help },
  most,
  channelId,
  losses,
}: {
  step: WhyStep;
  labels: { label: string; help: string };
  most: number;
  channelId: number | undefined;
  losses: readonly WhyLoss[];
}) {
  const [isOpen, setOpen] = useState(true);
  const [areAllShown, setAllShown] = useState(false);
  const isLoss = step.key === 'blocked' || step.key === 'missed';
  const shown = areAllShown ? losses : losses.slice(0, fewLosses);
  return (
    <li className="px-4 py-2">
      <div className="grid grid-cols-[14rem_5rem_1fr] items-center gap-3" title={help}>
        <span className="flex items-center gap-1 font-medium">
          {losses.length > 0 ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`Reasons for ${label}`}
              onClick={() => setOpen(!isOpen)}
              className="rounded-sm hover:bg-hover"
            >
              <ChevronRight aria-hidden className={cx('size-4 text-muted', isOpen && 'rotate-90')} />
            </button>
          ) : (
            <span className="w-4" />
          )}
          {label}
        </span>
        <span className="tnum text-right">{formatCount(step.count)}</span>
        <svg aria-hidden className="h-3 w-full" preserveAspectRatio="none" viewBox="0 0 100 4">
          <rect width="100" height="4" className="fill-neutral-soft" />
          <rect width={(100 * step.count) / most} height="4" className={isLoss ? 'fill-warn-dot' : 'fill-chart-1'} />
        </svg>
      </div>
      {isOpen && losses.length > 0 ? (
        <ul aria-label={`Why: ${label}`} className="mt-1 flex flex-col gap-1 text-sm">
          {shown.map((loss) => (
            <li
              key={`${loss.at} ${loss.reason} ${loss.tag?.id ?? ''} ${loss.channel?.id ?? ''}`}
              className="grid grid-cols-[14rem_5rem_1fr] gap-3"
            >
              <span className="min-w-0 truncate pl-5 text-xs text-muted">{nameOf(loss)}</span>
              <span className="tnum text-right text-muted">{formatCount(loss.count)}</span>
              <ReasonText reason={loss} channelId={loss.channel?.id ?? channelId} />
            </li>
          ))}
          {losses.length > shown.length ? (
            <li>
              <Button size="sm" variant="ghost" onClick={() => setAllShown(true)}>
                {formatCount(losses.length - shown.length)} more
              </Button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}

function nameOf({ tag, channel }: WhyLoss): string {
  const named = tag ?? channel;
  return named ? (named.name ?? `#${named.id}`) : '';
}
