import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, CircleX, RefreshCw } from 'lucide-react';
import { use } from 'react';
import { dealChecks } from '#api/deals/dealChecks.ts';
import type { DealCheck, ObservedDeal } from '#api/deals/dealsContract.ts';
import { entities, type Entity } from '#model/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import type { RowTab } from '../../entities/RowTab.ts';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { FormSection } from '../../ui/field/FormSection.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { mediaTypesText, dealPriceText } from './dealText.ts';

/** Checks everything that a deal needs to work, with a link to the field that fixes each problem. */
export const CheckTab: RowTab['Panel'] = ({ row }) => {
  const api = use(ApiContext);
  const { data, error, refetch, isFetching } = useQuery({
    // Refetched after every change of an object.
    queryKey: ['entity', 'deal', 'check', row.id],
    queryFn: ({ signal }) => api.get('/api/demand/deals/{id}/check', { params: { id: row.id }, signal }),
  });
  if (!data && error) {
    return <LoadError title="The deal could not be checked" query={{ error, refetch, isFetching }} />;
  }
  if (!data) return <Skeleton className="h-80" />;
  const faults = data.checks.filter(({ verdict }) => verdict === 'not').length;
  return (
    <div>
      <FormSection
        title="Deal checks"
        description={summaryOf(faults)}
        actions={
          <Button size="sm" icon={<RefreshCw />} loading={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
        }
      >
        <ul aria-label="Checks" className="divide-y rounded-lg border">
          {data.checks.map((check) => (
            <CheckLine key={check.name} check={check} />
          ))}
        </ul>
      </FormSection>
      {data.offers.length > 0 ? (
        <FormSection title="Offers" description="Terms that requests in the last seven days declared most recently.">
          <ul aria-label="Offers" className="divide-y rounded-lg border">
            {data.offers.map((offer) => (
              <OfferLine key={offer.supplierId} offer={offer} />
            ))}
          </ul>
        </FormSection>
      ) : null}
    </div>
  );
};

function summaryOf(faults: number): string {
  if (faults === 0) return 'No problems found.';
  return faults === 1 ? '1 check needs attention.' : `${faults} checks need attention.`;
}

const looks = {
  ok: { Icon: CircleCheck, word: 'OK', tone: 'text-good' },
  not: { Icon: CircleX, word: 'Needs attention', tone: 'text-bad' },
  unknown: { Icon: CircleHelp, word: 'Unknown', tone: 'text-muted' },
} as const;

function CheckLine({ check: { name, verdict, text, fix } }: { check: DealCheck }) {
  const { Icon, word, tone } = looks[verdict];
  return (
    <li className="flex gap-3 px-3 py-2.5 text-sm">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {dealChecks[name]}
          <span className="sr-only">: {word}</span>
        </p>
        <p className="break-words whitespace-pre-wrap text-muted">{text}</p>
      </div>
      {fix ? <FixLink fix={fix} /> : null}
    </li>
  );
}

function FixLink({ fix: { entity, id, name, field } }: { fix: NonNullable<DealCheck['fix']> }) {
  const user = useUser();
  const page = pageFor(entity, user);
  if (!page) return null;
  const { fields, pluralLabel }: Entity = entities[entity];
  const label = id === null ? pluralLabel : (fields[field]?.label ?? field);
  return (
    <Link
      to={page}
      search={id === null ? {} : { open: id, field }}
      className={buttonClass('secondary', 'sm', 'self-center')}
      aria-label={id === null ? label : `${label} of ${name}`}
    >
      {label}
    </Link>
  );
}

function OfferLine({ offer: { supplierId, supplierName, day, week, lastSeen, terms } }: { offer: ObservedDeal }) {
  const { timezone } = useUser();
  const summaries = terms
    ? [
        dealPriceText(terms),
        mediaTypesText(terms.forms),
        terms.seats.length > 0 ? `seats ${terms.seats.join(', ')}` : '',
        terms.adomains.length > 0 ? `advertisers ${terms.adomains.join(', ')}` : '',
        terms.isPrivate ? 'deal bids only' : '',
      ].filter(Boolean)
    : [];
  return (
    <li className="px-3 py-2.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link to="/suppliers" search={{ open: supplierId }} className="cell-link min-w-0 truncate">
          {supplierName}
        </Link>
        <span className="tnum text-xs text-muted">
          {formatCount(day)} in 24 hours, {formatCount(week)} in 7 days, last seen {formatDateTime(lastSeen, timezone)}
        </span>
      </p>
      {summaries.length > 0 ? <p className="break-words text-muted">{summaries.join(' · ')}</p> : null}
    </li>
  );
}
