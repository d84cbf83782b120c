import type { BidderTest, TestedOutcome } from '#api/bidderTest/bidderTestContract.ts';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { TestedBidView } from './TestedBidView.tsx';
import { timeOf } from './testFormat.ts';

/** The result of a bidder's test: what would have happened, each bid line by line, and what was sent and received. */
export function BidderTestResult({
  test: { notCalled, sent, received, invalid, noBid, bids, winner, outcome },
  onTestMarkup,
}: {
  test: BidderTest;
  /** Tests the VAST of a bid. */
  onTestMarkup: (markup: string) => void;
}) {
  return (
    <div className="flex flex-col gap-4">
      {notCalled ? (
        <Banner tone="bad" title="The bidder was not called.">
          {notCalled.text}.
        </Banner>
      ) : (
        <Banner tone={toneOf(outcome)} title={titleOf(outcome)}>
          {received ? responseText(received, sent?.timeoutMs ?? 0, bids.length) : ''}
          {invalid === null ? '' : ` ${invalid}.`}
          {noBid === null ? '' : ` No-bid reason ${noBid.nbr}: ${noBid.text}.`} Not counted, not billed.
        </Banner>
      )}
      {bids.length > 0 ? (
        <Card title="Bids" padding="none">
          <ol aria-label="Bids" className="divide-y">
            {bids.map((bid, index) => (
              <TestedBidView
                key={index}
                bid={bid}
                number={index + 1}
                rank={winner === index ? (isLate(outcome) ? 'late' : 'winner') : 'other'}
                onTestMarkup={onTestMarkup}
              />
            ))}
          </ol>
        </Card>
      ) : null}
      {received ? (
        <Card title="Received" padding="md">
          {received.body === '' ? (
            <p className="text-sm text-muted">The response has no body.</p>
          ) : (
            <CodeBlock titled wrap label="body received" code={prettyJson(received.body)} />
          )}
        </Card>
      ) : null}
      {sent ? (
        <Card title="Sent" padding="md">
          <div className="flex flex-col gap-3">
            <CodeBlock titled wrap label="URL" code={`POST ${sent.url}`} />
            <CodeBlock
              titled
              wrap
              label="headers"
              code={sent.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
            />
            <CodeBlock
              titled
              wrap
              label={sent.isGzipped ? 'body sent (uncompressed)' : 'body sent'}
              code={prettyJson(sent.body)}
            />
          </div>
        </Card>
      ) : null}
    </div>
  );
}

/** Whether the response came after the tag's timeout. */
function isLate(outcome: TestedOutcome | null): boolean {
  return outcome?.kind === 'unsold' && outcome.reason === 'timeout';
}

function toneOf(outcome: TestedOutcome | null) {
  if (outcome?.kind === 'sold') return 'good';
  return outcome?.kind === 'open' ? 'info' : 'bad';
}

function titleOf(outcome: TestedOutcome | null): string {
  if (!outcome) return 'No response.';
  if (outcome.kind === 'sold') return `A bid would be sold at ${formatMoney(outcome.cpm)} CPM.`;
  return outcome.kind === 'open' ? `${outcome.text}.` : `Nothing would be sold: ${outcome.text}.`;
}

function responseText(
  { status, ms, failure }: NonNullable<BidderTest['received']>,
  timeoutMs: number,
  bids: number,
): string {
  const parts = [
    ...(status === null ? [] : [`HTTP ${status}`]),
    `${timeOf(ms)} of ${timeOf(timeoutMs)} allowed`,
    ...(failure ? [failure.text] : [`${formatCount(bids)} ${bids === 1 ? 'bid' : 'bids'}`]),
  ];
  return `${parts.join(', ')}.`;
}

/** JSON with indentation; any other text as it is. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
