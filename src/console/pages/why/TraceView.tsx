import type { WhyCall, WhyCandidate, WhyTrace } from '#api/why/whyContract.ts';
import { formatExactMoney, formatMoney } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { ReasonText } from '../../reasons/ReasonText.tsx';
import { exactWinnersText, outcomeLabels, winnersText } from './whyText.ts';

/** One traced request: its outcome, its candidates by tier with their calls over time, and its parameters. */
export function TraceView({ trace }: { trace: WhyTrace }) {
  const { reason, winners, candidates, auction, tookMs } = trace;
  const tiers = [...new Set(candidates.map(({ tier }) => tier))].sort((a, b) => a - b);
  const longest = Math.max(1, tookMs ?? 0, ...(auction?.calls ?? []).map(({ endedMs }) => endedMs ?? 0));
  return (
    <div className="flex flex-col gap-4">
      <Banner
        tone={reason ? 'warn' : 'good'}
        title={reason ? 'No ad returned.' : winners.length > 1 ? `${winners.length} ads returned.` : 'Ad returned.'}
      >
        {reason ? (
          <ReasonText reason={reason} channelId={trace.channel.id || undefined} />
        ) : (
          <span title={exactWinnersText(winners)}>{winnersText(winners)}</span>
        )}
      </Banner>
      {trace.isTest ? (
        <Banner tone="info" title="This was a test request.">
          It is not counted in reports, and not billed or paid.
        </Banner>
      ) : null}
      {tiers.map((tier) => (
        <section key={tier} aria-label={`Tier ${tier}`}>
          <h3 className="pb-1 text-xs font-medium text-muted">Tier {tier}</h3>
          <ul className="divide-y rounded-lg border">
            {candidates
              .filter((candidate) => candidate.tier === tier)
              .map((candidate) => (
                <Candidate
                  key={candidate.tag.id}
                  candidate={candidate}
                  channelId={trace.channel.id || undefined}
                  calls={(auction?.calls ?? []).filter(({ tags }) => tags.some(({ id }) => id === candidate.tag.id))}
                  longest={longest}
                />
              ))}
          </ul>
        </section>
      ))}
      <RequestDetails trace={trace} />
    </div>
  );
}

function Candidate({
  candidate,
  channelId,
  calls,
  longest,
}: {
  candidate: WhyCandidate;
  channelId: number | undefined;
  calls: readonly WhyCall[];
  longest: number;
}) {
  const { tag, reason, rate, floor } = candidate;
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <Pill tone={reason === null ? 'good' : candidate.wasSent ? 'warn' : 'neutral'}>
          {reason === null ? 'Won' : candidate.wasSent ? 'Lost' : 'Not called'}
        </Pill>
        <span className="font-medium">{tag.name ?? `Tag #${tag.id}`}</span>
        <span className="tnum ml-auto text-xs text-muted">
          {rate === null ? null : <span title={formatExactMoney(rate)}>Rate {formatMoney(rate)}</span>}{' '}
          {floor === null ? null : <span title={formatExactMoney(floor)}>Floor {formatMoney(floor)}</span>}
        </span>
      </div>
      {reason ? <ReasonText reason={reason} channelId={channelId} /> : null}
      {candidate.isUnread ? <p className="text-xs text-muted">Its VAST was not read, because the bid lost.</p> : null}
      <Campaigns candidate={candidate} />
      {calls.map((call) => (
        <Call key={`${call.startedMs} ${call.url}`} call={call} longest={longest} />
      ))}
    </li>
  );
}

/** The outcome of each campaign that was considered. */
function Campaigns({ candidate: { campaigns } }: { candidate: WhyCandidate }) {
  if (campaigns.length === 0) return null;
  return (
    <ul aria-label="Campaigns considered" className="flex flex-col gap-1 text-sm">
      {campaigns.map(({ campaign, reason }) => (
        <li key={campaign.id} className="flex min-w-0 flex-wrap items-baseline gap-2">
          <Pill tone={reason === null ? 'good' : 'neutral'}>{reason === null ? 'Bid' : 'No bid'}</Pill>
          <span className="font-medium">{campaign.name ?? `Campaign #${campaign.id}`}</span>
          {reason ? <ReasonText reason={reason} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Call({ call, longest }: { call: WhyCall; longest: number }) {
  const { startedMs, endedMs, outcome, url, text, isCut, hop } = call;
  const end = endedMs ?? longest;
  return (
    <details className="text-xs">
      <summary className="flex flex-wrap items-center gap-2">
        <Pill tone={outcome === 'answered' ? 'good' : outcome === 'given_up' ? 'neutral' : 'bad'}>
          {outcomeLabels[outcome]}
        </Pill>
        <span className="text-muted">
          {call.kind === 'bids' ? 'Bid request' : hop === 0 ? 'Tag' : `Wrapper ${hop}`}
        </span>
        <span className="tnum text-muted">
          {startedMs}–{endedMs === null ? '' : endedMs} ms
        </span>
        <svg aria-hidden className="h-1.5 min-w-24 flex-1" preserveAspectRatio="none" viewBox="0 0 100 4">
          <rect width="100" height="4" className="fill-neutral-soft" />
          <rect
            x={(100 * startedMs) / longest}
            width={Math.max(0.5, (100 * (end - startedMs)) / longest)}
            height="4"
            className="fill-chart-1"
          />
        </svg>
      </summary>
      <div className="flex flex-col gap-2 pt-2">
        <CodeBlock titled wrap label="URL (viewer data redacted)" code={url} />
        {text === '' ? null : (
          <CodeBlock
            titled
            wrap
            label={isCut ? 'start of the response' : 'response'}
            code={text}
            className="max-h-64"
          />
        )}
      </div>
    </details>
  );
}

function RequestDetails({ trace }: { trace: WhyTrace }) {
  const { request, serveId, auction } = trace;
  const lines = [
    ...Object.entries(request.params).map(([name, value]) => `${name}=${value}`),
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    `IP address: ${request.address}`,
    `country: ${request.country === '' ? 'unknown' : request.country}`,
  ];
  return (
    <section aria-label="Request" className="flex flex-col gap-2">
      <p className="text-xs text-muted">
        Request <code className="font-mono">{serveId}</code>, configuration {trace.snapshot}
        {auction ? `, random seed ${auction.seed}` : ''}. IP addresses are truncated, and IDs are stored only if the
        viewer’s privacy choices allow it.
      </p>
      <CodeBlock titled wrap label="request" code={lines.join('\n')} className="max-h-64" />
      {auction?.offered ? (
        <CodeBlock
          titled
          wrap
          label="bid request to bidders"
          code={JSON.stringify(auction.offered, null, 2)}
          className="max-h-64"
        />
      ) : null}
    </section>
  );
}
