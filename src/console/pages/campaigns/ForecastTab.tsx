import { MessageCircleQuestionMark } from 'lucide-react';
import type { ForecastResponse, ForecastFigure } from '#api/forecast/forecastContract.ts';
import { campaign } from '#model/index.ts';
import { changesOf, faultsOfForm, inputOf, type FormValues } from '../../entities/form/formModel.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { useUser } from '../../frame/session.ts';
import { formatCount, formatExactMoney, formatMoney, formatShare } from '../../lib/format.ts';
import { ApiError } from '../../lib/problems.ts';
import { Banner } from '../../ui/Banner.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatTile } from '../../ui/StatTile.tsx';
import { CampaignFieldLink } from './CampaignFieldLink.tsx';
import { LossList } from './LossList.tsx';
import { areMarginsShown, budgetText, sampleText, tooFewText } from './forecastText.ts';
import { useForecast } from './useForecast.ts';

/** Forecast of a campaign's daily delivery, from its unsaved form values. */
export function ForecastTab({
  row,
  values,
  stored,
}: {
  row: EntityRow | null;
  values: FormValues;
  stored: FormValues;
}) {
  const request = row
    ? { id: row.id, values: changesOf(campaign, values, stored) }
    : { values: inputOf(campaign, values) };
  // The name does not affect the forecast.
  const faults = faultsOfForm(campaign, values).filter(({ path }) => path !== 'name');
  const { data, error, isStale, isFetching, refetch } = useForecast(request, faults.length === 0);
  if (faults.length > 0) return <Faults problems={faults} />;
  if (error) {
    const problems = error instanceof ApiError && error.status === 422 ? error.problems : [];
    if (problems.length > 0) return <Faults problems={problems} />;
    return <LoadError title="The forecast could not be calculated" query={{ error, refetch, isFetching }} />;
  }
  return (
    <div aria-busy={isStale || isFetching} className={cx('flex flex-col gap-5', data && isStale && 'opacity-60')}>
      <p role="status" className="sr-only">
        {isStale || isFetching ? 'Calculating the forecast' : 'The forecast is ready'}
      </p>
      {data ? <Forecast response={data} /> : <Skeleton className="h-64" />}
    </div>
  );
}

/** The faults that prevent a forecast, by field. */
function Faults({ problems }: { problems: ApiError['problems'] }) {
  return (
    <Banner tone="warn" title="Fix these first to see the forecast.">
      <ul className="list-disc pl-4">
        {problems.map(({ path, code, message }) => {
          const [name = ''] = path.replace(/^values\./, '').split('.');
          return (
            <li key={`${path} ${code}`}>
              {name in campaign.fields ? (
                <>
                  <CampaignFieldLink name={name} className="underline underline-offset-2" />: {message}
                </>
              ) : (
                message
              )}
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}

const tiles: readonly { key: ForecastFigure; label: string; hint: string }[] = [
  { key: 'requests', label: 'Requests per day', hint: 'From the suppliers and channels that the campaign buys from' },
  { key: 'eligible', label: 'Eligible requests', hint: 'Requests that match all settings of the campaign' },
  { key: 'bids', label: 'Bids sent', hint: 'Bids that win the internal auction against the bids at that time' },
  { key: 'wins', label: 'Wins', hint: 'Estimated from the win rate of all bids sent there' },
];

function Forecast({ response }: { response: ForecastResponse }) {
  const { timezone } = useUser();
  const { sample, figures, budget, losses, notes, devices, withDevice } = response;
  if (sample.isTooFew) {
    return (
      <>
        <EmptyState
          icon={<MessageCircleQuestionMark />}
          title="Not enough traffic for a forecast"
          text={tooFewText}
          action={<CampaignFieldLink name="supplierIds" className={buttonClass('secondary', 'md')} />}
        />
        <p className="text-xs text-muted">{sampleText(sample, timezone)}</p>
      </>
    );
  }
  const { title, text, tone } = budgetText(response);
  const withinOf = (key: ForecastFigure) =>
    Number(figures[key].margin) > 0 ? `± ${formatCount(Number(figures[key].margin))}` : ' ';
  const partOf = (key: ForecastFigure) => Number(figures[key].perDay) / Math.max(1, Number(figures.requests.perDay));
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <StatTile label="Impressions per day" value={formatCount(Number(budget.imps))}>
          <Note>
            {budget.outlook === 'used'
              ? `${formatCount(Number(figures.imps.perDay))} without the budget limit`
              : withinOf('imps')}
          </Note>
        </StatTile>
        <StatTile label="Spend per day" value={formatMoney(budget.spend)} exact={formatExactMoney(budget.spend)}>
          <Note>
            {budget.outlook === 'used'
              ? `${formatMoney(figures.spend.perDay)} without the budget limit`
              : Number(figures.spend.margin) > 0
                ? `± ${formatMoney(figures.spend.margin)}`
                : ' '}
          </Note>
        </StatTile>
      </div>
      <Banner tone={tone} title={title}>
        {text}
      </Banner>
      <div className="grid grid-cols-4 gap-3">
        {tiles.map(({ key, label, hint }) => (
          <StatTile key={key} label={label} hint={hint} value={formatCount(Number(figures[key].perDay))}>
            <Note>{key === 'requests' ? withinOf(key) : `${formatShare(partOf(key))} ${withinOf(key)}`}</Note>
          </StatTile>
        ))}
      </div>
      <section aria-label="Lost requests" className="flex flex-col gap-2">
        <h3 className="text-xs font-medium text-muted">
          Top reasons for lost requests: share and number in the sample
        </h3>
        {losses.length > 0 ? (
          <LossList label="Reasons" losses={losses} />
        ) : (
          <p className="text-sm text-muted">The campaign would bid on every request and win the internal auction.</p>
        )}
      </section>
      <section aria-label="Accuracy" className="flex flex-col gap-1 text-xs text-muted">
        <p>
          {sampleText(sample, timezone)}
          {areMarginsShown(response) ? ' ± is the 95% confidence interval of the sample.' : ''}
        </p>
        {withDevice > 0 ? (
          <p>
            {`Eligible requests in the sample with a device ID: ${formatCount(withDevice)}. Unique devices: ${formatCount(devices)}.`}
          </p>
        ) : null}
        {notes.map((note) => (
          <p key={note.code}>{note.text}</p>
        ))}
      </section>
    </>
  );
}

function Note({ children }: { children: string }) {
  return <p className="tnum truncate text-xs text-muted">{children}</p>;
}
