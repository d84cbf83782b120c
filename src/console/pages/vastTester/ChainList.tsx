import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { VastHop } from '#api/vastTester/vastTesterContract.ts';
import { failureMessages } from '../../lib/failureMessages.ts';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { cx } from '../../ui/cx.ts';
import { Pill, type PillTone } from '../../ui/Pill.tsx';
import { sizeOf, timeOf } from './testFormat.ts';

/** The responses of a chain in order. Each expands to its URLs and its markup. */
export function ChainList({ hops }: { hops: readonly VastHop[] }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const slowest = Math.max(1, ...hops.map(({ ms }) => ms));
  function toggle(index: number) {
    const next = new Set(open);
    if (!next.delete(index)) next.add(index);
    setOpen(next);
  }
  return (
    <ol className="divide-y">
      {hops.map((hop, index) => (
        <li key={index}>
          <button
            type="button"
            aria-expanded={open.has(index)}
            onClick={() => toggle(index)}
            className="flex w-full min-w-0 items-start gap-2 px-4 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
          >
            <ChevronRight
              aria-hidden
              className={cx('mt-0.5 size-4 shrink-0 text-muted transition-transform', open.has(index) && 'rotate-90')}
            />
            <span className="flex min-w-0 flex-1 flex-col gap-1">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="tnum text-muted">{index + 1}</span>
                <Pill tone={toneOf(hop)}>{textOf(hop)}</Pill>
                {hop.version === null ? null : <span className="text-xs text-muted">VAST {hop.version}</span>}
                <span className="min-w-0 truncate font-medium">{hop.adSystem}</span>
                <span className="tnum ml-auto flex gap-3 text-xs text-muted">
                  {hop.status === null ? null : <span>HTTP {hop.status}</span>}
                  <span>{sizeOf(hop.bytes)}</span>
                  {hop.url === null ? null : <span className="text-ink">{timeOf(hop.ms)}</span>}
                </span>
              </span>
              <span className="truncate font-mono text-2xs text-muted">{hop.url ?? 'Markup, no URL was called'}</span>
              {hop.url === null ? null : (
                <svg aria-hidden className="h-1 w-full" preserveAspectRatio="none" viewBox="0 0 100 4">
                  <rect width="100" height="4" className="fill-neutral-soft" />
                  <rect width={(100 * hop.ms) / slowest} height="4" className="fill-chart-1" />
                </svg>
              )}
            </span>
          </button>
          {open.has(index) ? <HopDetails hop={hop} number={index + 1} /> : null}
        </li>
      ))}
    </ol>
  );
}

function HopDetails({ hop, number }: { hop: VastHop; number: number }) {
  return (
    <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
      {hop.template === null || hop.template === hop.url ? null : (
        <CodeBlock titled wrap label={`tag of hop ${number} as written`} code={hop.template} />
      )}
      {hop.url === null ? null : <CodeBlock titled wrap label={`URL of hop ${number} as called`} code={hop.url} />}
      {hop.redirects.length === 0 ? null : (
        <CodeBlock
          titled
          wrap
          label={`redirects of hop ${number}`}
          code={hop.redirects.map(({ status, url }) => `${status} ${url}`).join('\n')}
        />
      )}
      {hop.xml === undefined ? null : hop.xml === null ? (
        <p className="text-xs text-muted">No response to show.</p>
      ) : (
        <CodeBlock
          titled
          wrap
          label={`response of hop ${number}${hop.type === null ? '' : `, ${hop.type}`}`}
          code={hop.xml}
        />
      )}
    </div>
  );
}

const kindLabels = { inline: 'Ad', wrapper: 'Wrapper', empty: 'No ad', invalid: 'Invalid VAST' } as const;

function textOf({ kind, failure }: VastHop): string {
  if (failure !== null) return failureMessages[failure];
  return kind === null ? 'No response' : kindLabels[kind];
}

function toneOf({ kind }: VastHop): PillTone {
  if (kind === 'inline') return 'good';
  if (kind === 'wrapper') return 'neutral';
  return kind === 'empty' ? 'warn' : 'bad';
}
