import type { WhatIfAnswer } from '#api/whatif/whatIfContract.ts';
import { fewestTraces } from '#model/whatIf.ts';
import { formatCount } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FigureCells } from './FigureCells.tsx';
import { TagTable } from './TagTable.tsx';
import { figureWords } from './whatIfWords.ts';
import { Hourglass } from 'lucide-react';
import { whatIfFigures } from '#api/whatif/whatIfFigures.ts';

/** What a change would have done: the channel's figures, each tag's, and what cannot be known. */
export function AnswerView({ answer }: { answer: WhatIfAnswer }) {
  const { replayed, changed, figures, tags, notes, leftOut, isTooFew, isAtLeast, kept, taken } = answer;
  if (isTooFew) {
    return (
      <Card padding="none">
        <EmptyState
          icon={<Hourglass />}
          title="Too few requests to tell"
          text={`Of the decisions of this period ${formatCount(replayed.traces)} can be held again; it takes ${fewestTraces}. Choose more days, or wait: one request of a sample after the other is kept.`}
        />
        <LeftOut leftOut={leftOut} />
      </Card>
    );
  }
  return (
    <>
      <Card
        title="What would have come of it"
        description={`${formatCount(replayed.traces)} requests were held again${taken < kept ? `, drawn from ${formatCount(kept)}` : ''}. They stand for ${formatCount(replayed.requests)}; ${formatCount(changed.requests)} of these would have come out another way.`}
        padding="none"
        footer={
          changed.traces === 0
            ? noneChanged(answer)
            : 'In 95 of 100 cases the difference is within ±, as far as the sample decides it. Impressions are those that opportunities of these tags came to.'
        }
      >
        {isAtLeast ? (
          <Banner tone="info" className="m-4" title="At least.">
            What is told for after the change is the least that it would have been: see below.
          </Banner>
        ) : null}
        <table className="w-full text-sm" aria-label="Figures of the channel">
          <thead>
            <tr className="border-b text-xs text-muted">
              <th scope="col" className="px-4 py-2 text-left font-medium">
                Channel
              </th>
              <Head>Before</Head>
              <Head>{isAtLeast ? 'After, at least' : 'After'}</Head>
              <Head>Difference</Head>
              <Head>95 % within</Head>
            </tr>
          </thead>
          <tbody className="divide-y">
            {whatIfFigures.map((key) => {
              const { label, unit } = figureWords[key];
              return (
                <tr key={key}>
                  <th scope="row" className="px-4 py-1.5 text-left font-medium">
                    {label}
                  </th>
                  <FigureCells figure={figures[key]} unit={unit} isNeutral={key === 'cost'} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </Card>
      {tags.length > 0 ? (
        <Card title="Tags" description="Who gains and who loses; the largest change of revenue first." padding="none">
          <TagTable tags={tags} />
        </Card>
      ) : null}
      {notes.length + leftOut.length > 0 ? (
        <Card title="What the answer cannot know" padding="none">
          {notes.length > 0 ? (
            <ul className="list-disc py-3 pr-4 pl-8 text-sm">
              {notes.map(({ code, text }) => (
                <li key={`${code} ${text}`} className="py-0.5">
                  {text}
                </li>
              ))}
            </ul>
          ) : null}
          <LeftOut leftOut={leftOut} />
        </Card>
      ) : null}
    </>
  );
}

/** Of a sample in which nothing happens, it happens to fewer than three times what one request stands for (95 %). */
function noneChanged({ replayed: { traces, requests } }: WhatIfAnswer): string {
  const none = 'Not one of these requests would have come out another way';
  if (requests === traces) return `${none}.`;
  return `${none}: in 95 of 100 cases fewer than ${formatCount((3 * requests) / traces)} of all would.`;
}

function LeftOut({ leftOut }: Pick<WhatIfAnswer, 'leftOut'>) {
  if (leftOut.length === 0) return null;
  return (
    <ul aria-label="Requests that are left out" className="divide-y border-t text-sm">
      {leftOut.map(({ reason, text, traces }) => (
        <li key={reason} className="flex gap-3 px-4 py-1.5">
          <span className="tnum min-w-24 shrink-0 text-right text-muted">{formatCount(traces)}</span>
          <span>left out: {text.charAt(0).toLowerCase() + text.slice(1)}.</span>
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
