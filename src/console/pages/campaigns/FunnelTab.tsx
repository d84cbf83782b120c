import { Link } from '@tanstack/react-router';
import { MessageCircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CampaignFunnelResponse } from '#api/forecast/forecastContract.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { useUser } from '../../frame/session.ts';
import { formatCount, formatMoney, formatShare } from '../../lib/format.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatTile } from '../../ui/StatTile.tsx';
import { CampaignFieldLink } from './CampaignFieldLink.tsx';
import { LossList } from './LossList.tsx';
import { sampleText, stageLabels, tooFewText } from './forecastText.ts';
import { useCampaignFunnel } from './useCampaignFunnel.ts';

/** Why a campaign did not bid: the funnel from its available requests to its impressions. */
export function FunnelTab({ row }: { row: EntityRow }) {
  const { data, error, refetch, isFetching } = useCampaignFunnel(row.id);
  if (data) return <Funnel response={data} id={row.id} />;
  if (error) {
    return <LoadError title="The funnel could not be loaded" query={{ error, refetch, isFetching }} />;
  }
  return <Skeleton className="h-64" />;
}

function Funnel({ response, id }: { response: CampaignFunnelResponse; id: number }) {
  const { timezone, hidesMoney } = useUser();
  const { sample, reevaluated, unevaluated, counted } = response;
  return (
    <div className="flex flex-col gap-5">
      <section aria-label="Delivery" className="flex flex-col gap-2">
        <h3 className="text-xs font-medium text-muted">
          Delivery from {counted.from} to {counted.to}
        </h3>
        <div className="grid grid-cols-4 gap-3">
          <StatTile label="Bids" value={formatCount(counted.bids)} />
          <StatTile label="Wins" value={formatCount(counted.wins)} hint="As reported by suppliers" />
          <StatTile label="Impressions" value={formatCount(counted.imps)} />
          {hidesMoney ? null : <StatTile label="Spend" value={formatMoney(counted.spend)} />}
        </div>
      </section>
      <section aria-label="From requests to bids" className="flex flex-col gap-2">
        <div className="flex items-center justify-between gap-3">
          <h3 className="text-xs font-medium text-muted">From requests to bids: shares of a sample, not counts</h3>
          {hidesMoney ? null : (
            <Link to="/why" search={{ campaign: id }} className={buttonClass('secondary', 'sm')}>
              <MessageCircleQuestionMark />
              Inspect requests
            </Link>
          )}
        </div>
        {sample.isTooFew ? (
          <EmptyState
            icon={<MessageCircleQuestionMark />}
            title="Not enough requests"
            text={tooFewText}
            action={<CampaignFieldLink name="supplierIds" className={buttonClass('secondary', 'md')} />}
          />
        ) : (
          <Steps response={response} />
        )}
        <p className="text-xs text-muted">
          {sampleText(sample, timezone)}
          {reevaluated > 0
            ? ` The campaign was not evaluated for ${reevaluated === sample.sampled ? 'any' : formatCount(reevaluated)} of them at the time, so its current settings are used.`
            : null}
          {unevaluated > 0 ? ` ${formatCount(unevaluated)} more could not be evaluated.` : null}
        </p>
      </section>
    </div>
  );
}

function Steps({ response: { sample, steps, losses } }: { response: CampaignFunnelResponse }) {
  return (
    <div className="rounded-lg border">
      <p className="grid grid-cols-[12rem_4rem_4rem_1fr] gap-3 border-b px-4 py-1.5 text-xs text-muted">
        <span>Passed</span>
        <span className="text-right">Share</span>
        <span className="text-right">Sample</span>
      </p>
      <ol aria-label="Steps" className="divide-y">
        <Step
          label="Available requests"
          help="From the suppliers and channels that the campaign buys from"
          share={1}
          traces={sample.sampled}
        />
        {steps.map(({ stage, traces, share }) => {
          const lost = losses.filter((loss) => loss.stage === stage);
          const { label, help } = stageLabels[stage];
          return (
            <Step key={stage} label={label} help={help} share={share} traces={traces}>
              {lost.length > 0 ? <LossList label={`Lost: ${label}`} losses={lost} areUnderSteps /> : null}
            </Step>
          );
        })}
      </ol>
    </div>
  );
}

function Step({
  label,
  help,
  share,
  traces,
  children,
}: {
  label: string;
  help: string;
  share: number;
  traces: number;
  children?: ReactNode;
}) {
  return (
    <li className="flex flex-col gap-1 px-4 py-1.5">
      <div className="grid grid-cols-[12rem_4rem_4rem_1fr] items-center gap-3 text-sm" title={help}>
        <span className="truncate font-medium">{label}</span>
        <span className="tnum text-right">{formatShare(share)}</span>
        <span className="tnum text-right text-xs text-muted" title="Requests in the sample">
          {formatCount(traces)}
        </span>
        <svg aria-hidden className="h-2.5 w-full" preserveAspectRatio="none" viewBox="0 0 100 4">
          <rect width="100" height="4" className="fill-neutral-soft" />
          <rect width={100 * share} height="4" className="fill-chart-1" />
        </svg>
      </div>
      {children}
    </li>
  );
}
