import { CircleAlert, CircleCheck, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { TestedBid } from '#api/bidderTest/bidderTestContract.ts';
import { formatExactMoney, formatMoney, NOTHING } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { Pill } from '../../ui/Pill.tsx';

/** A bid's place among those of its response: the one that wins, or would if the response were in time, or another. */
export type BidRank = 'winner' | 'late' | 'other';

/** One bid of a tested bidder: its outcome, and what is right or wrong with each part of it. */
export function TestedBidView({
  bid: { bid, seat, price, floor, parts, outcome },
  number,
  rank,
  onTestMarkup,
}: {
  bid: TestedBid;
  number: number;
  rank: BidRank;
  onTestMarkup: (markup: string) => void;
}) {
  const [isShown, setShown] = useState(false);
  const markup = typeof bid['adm'] === 'string' ? bid['adm'] : '';
  const id = typeof bid['id'] === 'string' ? bid['id'] : '';
  return (
    <li aria-label={`Bid ${number}`} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tnum text-muted">{number}</span>
        <Pill
          tone={
            outcome.kind === 'sold' ? (rank === 'late' ? 'warn' : 'good') : outcome.kind === 'open' ? 'neutral' : 'bad'
          }
        >
          {pillText(outcome, rank)}
        </Pill>
        <span className="tnum font-medium" title={price === null ? undefined : formatExactMoney(price)}>
          {price === null ? NOTHING : `${formatMoney(price)} CPM`}
        </span>
        {floor === null ? null : <span className="tnum text-muted">Floor {formatMoney(floor)}</span>}
        {seat === '' ? null : <span className="text-muted">Seat {seat}</span>}
        <span className="min-w-0 truncate font-mono text-2xs text-muted">{id}</span>
        <span className="ml-auto flex gap-2">
          {/<VAST[\s>]/.test(markup) ? (
            <Button size="sm" icon={<FlaskConical />} onClick={() => onTestMarkup(markup)}>
              Test VAST
            </Button>
          ) : null}
          <Button size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            JSON
          </Button>
        </span>
      </div>
      <OutcomeText outcome={outcome} rank={rank} />
      <table className="w-full text-sm" aria-label={`Checks of bid ${number}`}>
        <tbody>
          {parts.map(({ part, label, detail, reason, text }) => (
            <tr key={part}>
              <th scope="row" className="w-48 py-0.5 text-left font-normal text-muted">
                {label}
              </th>
              <td className="py-0.5">
                <span className="flex min-w-0 items-start gap-2">
                  {reason === null ? (
                    <CircleCheck role="img" aria-label="Right" className="mt-0.5 size-4 shrink-0 text-good" />
                  ) : (
                    <CircleAlert role="img" aria-label="Wrong" className="mt-0.5 size-4 shrink-0 text-bad" />
                  )}
                  <span className="min-w-0">
                    {text}
                    {detail === '' ? null : (
                      <span className="ml-2 font-mono text-2xs break-all text-muted">{detail}</span>
                    )}
                  </span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isShown ? <CodeBlock titled wrap label={`bid ${number}`} code={JSON.stringify(bid, null, 2)} /> : null}
    </li>
  );
}

function pillText(outcome: TestedBid['outcome'], rank: BidRank): string {
  if (outcome.kind === 'open') return 'Ad not checked';
  if (outcome.kind === 'unsold') return outcome.text;
  return rank === 'other' ? 'Valid' : rank === 'late' ? 'Too late' : 'Would be sold';
}

function OutcomeText({ outcome, rank }: { outcome: TestedBid['outcome']; rank: BidRank }) {
  if (outcome.kind === 'unsold') return null;
  return (
    <p className="text-sm">
      {outcome.kind === 'open' ? `${outcome.text}.` : soldTexts[rank](formatMoney(outcome.cpm))}
    </p>
  );
}

const soldTexts: Record<BidRank, (cpm: string) => string> = {
  winner: (cpm) => `This bid would be sold at ${cpm} CPM.`,
  late: (cpm) => `In time, this bid would be sold at ${cpm} CPM.`,
  other: (cpm) => `Without the other bids, this one would be sold at ${cpm} CPM. Another bid wins.`,
};
