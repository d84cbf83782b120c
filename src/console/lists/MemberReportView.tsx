import type { ReactNode } from 'react';
import type { MemberReport } from '#model/lists/listMembers.ts';
import { formatCount } from '../lib/format.ts';
import { Banner } from '../ui/Banner.tsx';

/** The effect of lines on a list, with the lines that are not valid members. */
export function MemberReportView({ report }: { report: MemberReport }) {
  const { mode, read, duplicates, added, removed, unchanged, invalid, badLines, total } = report;
  return (
    <div className="flex flex-col gap-4">
      {total === 0 && removed > 0 ? (
        <Banner tone="warn" title="The list will be empty.">
          {formatCount(removed)} {removed === 1 ? 'member' : 'members'} will be removed, and none remain.
        </Banner>
      ) : null}
      <dl
        aria-label="Report"
        className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-lg border px-4 py-3 text-sm [&>dd]:text-right"
      >
        <Line label="Lines read">{formatCount(read)}</Line>
        {mode === 'remove' ? null : <Line label="New">{formatCount(added)}</Line>}
        {mode === 'add' ? null : <Line label="Removed">{formatCount(removed)}</Line>}
        <Line label={mode === 'remove' ? 'Not in the list' : 'Already in the list'}>{formatCount(unchanged)}</Line>
        <Line label="Duplicates">{formatCount(duplicates)}</Line>
        <Line label="Invalid, skipped">{formatCount(invalid)}</Line>
        <Line label="Members after the change">{formatCount(total)}</Line>
      </dl>
      {badLines.length > 0 ? (
        <section aria-label="Invalid lines" className="flex flex-col gap-2">
          <h3 className="text-xs font-medium">
            {badLines.length < invalid ? `First ${formatCount(badLines.length)} invalid lines` : 'Invalid lines'}
          </h3>
          <div
            // Focusable, so that it can be scrolled by keyboard.
            tabIndex={0}
            role="group"
            aria-label="Lines, scrollable"
            className="max-h-56 overflow-y-auto rounded-lg border"
          >
            <table className="w-full table-fixed text-sm">
              <thead>
                <tr className="border-b bg-sunken text-left text-xs text-muted [&>th]:px-3 [&>th]:py-1.5 [&>th]:font-medium">
                  <th scope="col" className="w-24">
                    Line
                  </th>
                  <th scope="col">Text</th>
                  <th scope="col">Problem</th>
                </tr>
              </thead>
              <tbody>
                {badLines.map(({ line, text, message }) => (
                  <tr key={line} className="border-b last:border-b-0 [&>td]:px-3 [&>td]:py-1">
                    <td className="tnum text-muted">{formatCount(line)}</td>
                    <td className="truncate font-mono text-xs" title={text}>
                      {text}
                    </td>
                    <td>{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ) : null}
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="tnum">{children}</dd>
    </>
  );
}
