import { useNavigate, useSearch } from '@tanstack/react-router';
import { MessageCircleQuestionMark } from 'lucide-react';
import type { WhyPeriod } from '#api/why/whyKinds.ts';
import { candidateReasons, supplyReasons } from '#model/index.ts';
import { messageOf } from '../../lib/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { useUser } from '../../frame/session.ts';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FunnelCard } from './FunnelCard.tsx';
import { TraceList } from './TraceList.tsx';
import { TraceView } from './TraceView.tsx';
import { hasFunnel, useFunnel, useTrace, useTraces } from './useWhy.ts';
import { WatchButton } from './WatchButton.tsx';
import { WhyForm } from './WhyForm.tsx';
import { subjectIn, whySearchSchema, type WhySearch } from './whySearch.ts';

const periodOptions: readonly { value: WhyPeriod; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'last7', label: 'Last 7 days' },
];

const outcomeOptions = [
  { value: 'all', label: 'All' },
  { value: 'unfilled', label: 'No ad' },
  { value: 'filled', label: 'Ad' },
] as const;

const reasonOptions = [
  { value: '', label: 'Any reason' },
  ...Object.entries({ ...supplyReasons, ...candidateReasons }).map(([value, { text }]) => ({ value, label: text })),
];

/**
 * Why was there no ad: the funnel from calls to impressions with the reason of every loss, and traces of single
 * requests.
 */
export function WhyPage() {
  const search = whySearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const user = useUser();
  const { hidesMoney } = user;
  const subject = subjectIn(search, user);
  const period = search.period ?? 'today';
  const { outcome, reason, request } = search;
  const funnel = useFunnel(subject, period);
  // Single requests have prices.
  const traces = useTraces(subject, { outcome, reason }, !hidesMoney);
  const trace = useTrace(hidesMoney ? undefined : request);
  const isFiltered = outcome !== undefined || reason !== undefined;

  function change(part: Partial<WhySearch>) {
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...whySearchSchema.parse(before), ...part }),
      replace: true,
      resetScroll: false,
    });
  }

  return (
    <main className="relative h-full overflow-y-auto bg-canvas">
      <h1 className="bg-surface px-6 pt-5 text-xl font-semibold tracking-tight">Why no ad?</h1>
      <WhyForm search={search} onChange={change} />
      <div className="flex flex-col gap-4 px-6 py-4">
        {hasFunnel(subject) ? (
          <Card
            title="From calls to impressions"
            padding="none"
            actions={
              <SegmentedControl
                label="Period"
                size="sm"
                options={periodOptions}
                value={period}
                onChange={(next) => change({ period: next === 'today' ? undefined : next })}
              />
            }
          >
            {funnel.data ? (
              <FunnelCard
                funnel={funnel.data}
                areBuyers={subject.kind === 'supplier' && subject.id !== null}
                channelId={search.by === undefined || search.by === 'channel' ? search.channel : undefined}
              />
            ) : funnel.error ? (
              <LoadError query={funnel} />
            ) : (
              <Skeleton className="m-4 h-32" />
            )}
          </Card>
        ) : null}
        {hidesMoney ? null : (
          <Card
            title="Latest requests"
            description="A sample of all requests, plus watched and test requests."
            padding="none"
            actions={
              <div className="flex items-center gap-2">
                <SegmentedControl
                  label="Outcome"
                  size="sm"
                  options={outcomeOptions}
                  value={outcome ?? 'all'}
                  onChange={(next) => change({ outcome: next === 'all' ? undefined : next })}
                />
                <Select
                  aria-label="Reason"
                  size="sm"
                  className="w-64"
                  options={reasonOptions}
                  value={reason ?? ''}
                  onChange={(next) => change({ reason: next === '' ? undefined : next })}
                />
              </div>
            }
          >
            {traces.data && traces.data.rows.length > 0 ? (
              <TraceList rows={traces.data.rows} open={request} onOpen={(serveId) => change({ request: serveId })} />
            ) : traces.error && !traces.data ? (
              <LoadError query={traces} />
            ) : traces.isPending ? (
              <Skeleton className="m-4 h-32" />
            ) : (
              <EmptyState
                icon={<MessageCircleQuestionMark />}
                title={isFiltered ? 'No matches' : 'No requests yet'}
                text={
                  isFiltered
                    ? 'No stored request has this outcome and reason.'
                    : 'Watch a channel, a supplier, a tag, a campaign or your own device to see every request of the next 10 minutes here, live.'
                }
                action={
                  <>
                    {isFiltered ? (
                      <Button onClick={() => change({ outcome: undefined, reason: undefined })}>Clear filters</Button>
                    ) : null}
                    <WatchButton subject={subject} />
                  </>
                }
              />
            )}
          </Card>
        )}
      </div>
      <Drawer
        open={request !== undefined && !hidesMoney}
        onOpenChange={(isOpen) => {
          if (!isOpen) change({ request: undefined });
        }}
        width="lg"
        title="Request details"
        description={request}
      >
        {trace.data ? (
          <TraceView trace={trace.data} />
        ) : trace.error ? (
          <ErrorState
            title="Request not found"
            text="Request details are stored for seven days, for a sample of all requests and for watched and test requests."
            details={messageOf(trace.error)}
            onRetry={() => void trace.refetch()}
            action={<WatchButton subject={subject} />}
          />
        ) : (
          <Skeleton className="h-32" />
        )}
      </Drawer>
    </main>
  );
}
