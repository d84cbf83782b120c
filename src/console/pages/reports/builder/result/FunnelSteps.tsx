import type { ReactNode } from 'react';
import '../report.css';
import type { FunnelLoss, FunnelStep } from '#reports/index.ts';
import { formatCount, formatShare } from '../../../../lib/format.ts';

/** The steps from calls to impressions: a bar per step, and under each loss its reasons, described by `renderLoss`. */
export function FunnelSteps({
  steps,
  ownerOf,
  renderLoss,
}: {
  steps: readonly FunnelStep[];
  /** Who can fix a loss; absent for readers without an account. */
  ownerOf?: (loss: FunnelLoss) => string;
  renderLoss: (loss: FunnelLoss) => ReactNode;
}) {
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <ol aria-label="From calls to impressions" className="max-h-96 divide-y overflow-y-auto">
      {steps.map((step) => (
        <li key={step.key} className="px-4 py-1.5">
          <div className="funnel-step text-sm" title={step.help}>
            <span className={step.isLoss ? 'pl-4 text-muted' : 'font-medium'}>{step.label}</span>
            <span className="tnum text-right">{formatCount(step.count)}</span>
            <span className="tnum text-right text-xs text-muted">{formatShare(step.count / most)}</span>
            <svg aria-hidden className="h-3 w-full" preserveAspectRatio="none" viewBox="0 0 100 4">
              <rect width="100" height="4" className="fill-neutral-soft" />
              <rect
                width={(100 * step.count) / most}
                height="4"
                className={step.isLoss ? 'fill-warn-dot' : 'fill-chart-1'}
              />
            </svg>
          </div>
          {step.losses.length > 0 ? (
            <ul aria-label={`Why: ${step.label}`} className="flex flex-col pt-1">
              {step.losses.map((loss) => (
                <li key={loss.reason} className="funnel-loss text-sm">
                  <span className="pl-8 text-xs text-muted">{ownerOf?.(loss)}</span>
                  <span className="tnum text-right text-muted">{formatCount(loss.count)}</span>
                  <span className="flex flex-wrap items-baseline gap-x-2 pl-3">{renderLoss(loss)}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
