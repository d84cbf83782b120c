import { Link } from '@tanstack/react-router';
import { ArrowLeft, Lock, LockOpen, Tags } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FinanceAccountMonth } from '#api/finance/monthContract.ts';
import { daysOf, monthAt, monthLabel } from '#model/finance/index.ts';
import { nanosFromUsd } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { AdjustmentsCard } from './AdjustmentsCard.tsx';
import { Amount } from './Amount.tsx';
import { CarryForwardDialog } from './CarryForwardDialog.tsx';
import { FinanceNotice } from './FinanceNotice.tsx';
import { CloseDialog } from './CloseDialog.tsx';
import { InvoicesCard } from './InvoicesCard.tsx';
import { ItemsCard } from './ItemsCard.tsx';
import { MonthSwitch } from './MonthSwitch.tsx';
import { PartsCard } from './PartsCard.tsx';
import { PricesDialog } from './PricesDialog.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { ReconcileCard } from './ReconcileCard.tsx';
import { StatementCard } from './StatementCard.tsx';
import { stateLabels } from './stateLabels.ts';
import { timeOf } from './timeOf.ts';
import { useAccountMonth, useFinanceSearch } from './useFinance.ts';

type Opened = 'close' | 'reopen' | 'carry' | 'prices' | null;

/** One account's month: state, statement, parts, adjustments and invoices. */
export function AccountMonth({ id }: { id: number }) {
  const { search, change, now } = useFinanceSearch();
  const { month } = search;
  const { role } = useUser();
  const [opened, setOpened] = useState<Opened>(null);
  const query = useAccountMonth(month, id);
  const isLoading = useDelayed(query.isPending);
  const shown = query.data;
  const close = () => setOpened(null);
  const mayClose = shown !== undefined && shown.state === 'draft' && shown.isOver && !query.isPlaceholderData;
  const onCloseMonth = mayClose ? () => setOpened('close') : null;

  return (
    <main className="relative h-full overflow-y-auto bg-canvas">
      <div className="flex flex-wrap items-center gap-3 border-b bg-surface px-6 pt-5 pb-4">
        <Link
          to="/finance"
          search={month === monthAt(now) ? {} : { month }}
          className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-pressed hover:text-ink"
          aria-label="All accounts"
          title="All accounts"
        >
          <ArrowLeft aria-hidden className="size-4" />
        </Link>
        <h1 className="min-w-0 truncate text-xl font-semibold tracking-tight">{shown?.name ?? 'Account'}</h1>
        {shown ? <Pill tone={stateLabels[shown.state].tone}>{stateLabels[shown.state].label}</Pill> : null}
        <span className="tnum text-xs text-muted">
          {daysOf(month).from} – {daysOf(month).to}, UTC
        </span>
        {query.isFetching ? <Spinner size="sm" label="Loading" className="text-muted" /> : null}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <MonthSwitch month={month} current={monthAt(now)} onChange={(next) => change({ month: next })} />
          <Button icon={<Tags aria-hidden />} onClick={() => setOpened('prices')}>
            Prices
          </Button>
          {shown && shown.state === 'draft' ? (
            <Button
              variant="primary"
              icon={<Lock aria-hidden />}
              disabled={!mayClose}
              title={shown.isOver ? undefined : 'You can close a month after it has ended'}
              onClick={() => setOpened('close')}
            >
              Close month
            </Button>
          ) : shown && role === 'super' && shown.invoices.every(({ sentAt }) => sentAt === null) && !shown.invoice ? (
            <Button icon={<LockOpen aria-hidden />} onClick={() => setOpened('reopen')}>
              Reopen
            </Button>
          ) : null}
        </div>
      </div>
      {shown ? (
        <div className={`flex flex-col gap-4 px-6 py-4 ${query.isPlaceholderData ? 'opacity-60' : ''}`}>
          <FinanceNotice />
          <StateBanner shown={shown} onCarryForward={() => setOpened('carry')} />
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
            <StatementCard shown={shown} />
            <div className="flex min-w-0 flex-col gap-4">
              <InView isWanted={search.card === 'adjustments'}>
                <AdjustmentsCard shown={shown} />
              </InView>
              <InvoicesCard shown={shown} onCloseMonth={onCloseMonth} />
            </div>
          </div>
          <PartsCard id={id} month={month} by={search.by} onBy={(by) => change({ by })} />
          <InView isWanted={search.card === 'items'}>
            <ItemsCard
              id={id}
              month={month}
              isClosed={shown.closedAt !== null}
              kind={search.items}
              isAllMonths={search.isAllMonths}
              onChange={change}
              onCloseMonth={onCloseMonth}
            />
          </InView>
          <ReconcileCard id={id} month={month} kind={search.partners} onKind={(partners) => change({ partners })} />
        </div>
      ) : query.isError ? (
        <LoadError title="Error on load data" query={query} />
      ) : isLoading ? (
        <div className="grid grid-cols-2 gap-4 px-6 py-4" aria-busy>
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      ) : null}
      {shown && opened === 'close' ? (
        <CloseDialog month={shown} account={{ id, name: shown.name }} onClose={close} />
      ) : null}
      {shown && opened === 'carry' ? <CarryForwardDialog shown={shown} current={monthAt(now)} onClose={close} /> : null}
      {opened === 'prices' ? <PricesDialog id={id} name={shown?.name ?? ''} onClose={close} /> : null}
      {shown && opened === 'reopen' ? (
        <ReasonDialog
          title={`Reopen ${monthLabel(month)}?`}
          description="The month is recalculated and can be closed again. The reason is recorded in the log."
          label="Reopen"
          call={(api, body) =>
            api.post('/api/finance/months/{month}/accounts/{id}/reopen', { params: { month, id }, body })
          }
          done={`${monthLabel(month)} reopened`}
          onClose={close}
        />
      ) : null}
    </main>
  );
}

/** A card that scrolls into view when the URL names it. */
function InView({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  return (
    <div ref={card} className="min-w-0">
      {children}
    </div>
  );
}

/** Explains the state of the month, and shows post-close activity. */
function StateBanner({ shown, onCarryForward }: { shown: FinanceAccountMonth; onCarryForward: () => void }) {
  const { afterClose, closedAt, closedBy } = shown;
  if (closedAt === null) {
    if (!shown.isOver) return <Banner>The month has not ended yet. Its figures still change.</Banner>;
    return shown.isLateOver ? null : (
      <Banner>Events for ads served in this month can still arrive until {timeOf(shown.lateUntil)} UTC.</Banner>
    );
  }
  const closed = `Closed ${timeOf(closedAt)} UTC${closedBy === null ? '' : ` by ${closedBy}`}.`;
  if (!afterClose || nanosFromUsd(afterClose.difference) === 0n) return <Banner>{closed}</Banner>;
  const isLeft = nanosFromUsd(afterClose.remaining) !== 0n;
  return (
    <Banner
      tone={isLeft ? 'warn' : 'info'}
      title={closed}
      action={
        isLeft ? (
          <Button size="sm" onClick={onCarryForward}>
            Carry forward…
          </Button>
        ) : undefined
      }
    >
      Post-close activity changed the charges by <Amount usd={afterClose.difference} />.{' '}
      <Amount usd={afterClose.carried} /> has been carried forward.
    </Banner>
  );
}
