import type { WhatIfResponse } from '#api/whatif/whatIfContract.ts';
import { minTraces, maxWhatIfDays } from '#model/whatif/whatIf.ts';
import { formatCount } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FigureCells } from './FigureCells.tsx';
import { TagTable } from './TagTable.tsx';
import { areCountsUnchanged, basisText, figureLabels } from './whatIfText.ts';
import { Hourglass } from 'lucide-react';
import { whatIfFigures } from '#api/whatif/whatIfFigures.ts';

/** The result of a what-if: figures of the channel and of each tag, and what cannot be known. */
export function WhatIfResultView({
  response,
  onMoreDays,
}: {
  response: WhatIfResponse;
  /** Replays again with all stored days; null when they were used already. */
  onMoreDays: (() => void) | null;
}) {
  const { replayed, changed, figures, tags, notes, excluded, isTooFew, isAtLeast } = response;
  if (isTooFew) {
    return (
      <Card padding="none">
        <EmptyState
          icon={<Hourglass />}
          title="Not enough requests"
          text={`${formatCount(replayed.traces)} requests of ${basisText(response.firstAt, response.to)} can be replayed, and at least ${minTraces} are needed. Choose more days, or wait until more requests are sampled.`}
          action={onMoreDays ? <Button onClick={onMoreDays}>Use last {maxWhatIfDays} days</Button> : null}
        />
        <ExcludedRequests excluded={excluded} />
      </Card>
    );
  }
  return (
    <>
      <Card
        title="Estimated impact"
        description={impactText(response)}
        padding="none"
        footer={
          changed.traces === 0
            ? noneChanged(response)
            : '± is the 95% confidence interval of the sample. Impressions are estimated from the share of opportunities of these tags that became impressions.'
        }
      >
        {isAtLeast ? (
          <Banner tone="info" className="m-4" title="Minimum estimate.">
            Actual values can be higher. See the limitations below.
          </Banner>
        ) : null}
        <table className="w-full text-sm" aria-label="Channel metrics">
          <thead>
            <tr className="border-b text-xs text-muted">
              <th scope="col" className="px-4 py-2 text-left font-medium">
                Channel
              </th>
              <Head>Before</Head>
              <Head>{isAtLeast ? 'After (minimum)' : 'After'}</Head>
              <Head>Difference</Head>
              <Head>± (95% CI)</Head>
            </tr>
          </thead>
          <tbody className="divide-y">
            {whatIfFigures.map((key) => {
              const { label, unit } = figureLabels[key];
              return (
                <tr key={key}>
                  <th scope="row" className="px-4 py-1.5 text-left font-medium">
                    {label}
                  </th>
                  <FigureCells
                    figure={figures[key]}
                    unit={unit}
                    isNeutral={key === 'cost' || (key === 'fill' && areCountsUnchanged(figures))}
                  />
                </tr>
              );
            })}
          </tbody>
        </table>
      </Card>
      {tags.length > 0 ? (
        <Card title="Tags" description="Impact by tag, largest change of revenue first." padding="none">
          <TagTable tags={tags} />
        </Card>
      ) : null}
      {notes.length + excluded.length > 0 ? (
        <Card title="Limitations" padding="none">
          {notes.length > 0 ? (
            <ul className="list-disc py-3 pr-4 pl-8 text-sm">
              {notes.map(({ code, text }) => (
                <li key={`${code} ${text}`} className="py-0.5">
                  {text}
                </li>
              ))}
            </ul>
          ) : null}
          <ExcludedRequests excluded={excluded} />
        </Card>
      ) : null}
    </>
  );
}

/**
 * How many auctions were replayed and from which time, how many they represent, and how many of those would have a
 * different outcome.
 */
function impactText({ replayed, changed, available, sampled, firstAt, to }: WhatIfResponse): string {
  const from = sampled < available ? `, sampled from ${formatCount(available)}` : '';
  const represented = replayed.requests === replayed.traces ? '' : `, representing ${formatCount(replayed.requests)}`;
  return `Based on ${formatCount(replayed.traces)} auctions of ${basisText(firstAt, to)}${from}${represented}. ${formatCount(changed.requests)} would have had a different outcome.`;
}

/** When a sample of n has no changed outcome, the true share is below 3/n with 95% confidence (rule of three). */
function noneChanged({ replayed: { traces, requests } }: WhatIfResponse): string {
  const none = 'None of these requests would have had a different outcome';
  if (requests === traces) return `${none}.`;
  return `${none}. With 95% confidence, fewer than ${formatCount((3 * requests) / traces)} of all requests would.`;
}

function ExcludedRequests({ excluded }: Pick<WhatIfResponse, 'excluded'>) {
  if (excluded.length === 0) return null;
  return (
    <ul aria-label="Excluded requests" className="divide-y border-t text-sm">
      {excluded.map(({ reason, text, traces }) => (
        <li key={reason} className="flex gap-3 px-4 py-1.5">
          <span className="tnum min-w-24 shrink-0 text-right text-muted">{formatCount(traces)}</span>
          <span>excluded: {text.charAt(0).toLowerCase() + text.slice(1)}.</span>
        </li>
      ))}
    </ul>
  );
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="px-3 py-2 text-right font-medium">
      {children}
    </th>
  );
}
