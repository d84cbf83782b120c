import type { ReactNode } from 'react';

/** A table of a few rows: its first column has the rows' names. */
export function PlainTable({
  label,
  headings,
  children,
}: {
  label: string;
  headings: readonly string[];
  children: ReactNode;
}) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm" aria-label={label}>
        <thead>
          <tr className="border-b text-xs text-muted">
            {headings.map((heading) => (
              <th key={heading} scope="col" className="px-4 py-2 text-left font-medium whitespace-nowrap">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">{children}</tbody>
      </table>
    </div>
  );
}

/** The name of a row. */
export function NameCell({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className="min-w-24 px-4 py-1.5 text-left font-normal wrap-anywhere">
      {children}
    </th>
  );
}

/** A value of a row. */
export function Cell({ children }: { children: ReactNode }) {
  return <td className="tnum px-4 py-1.5 whitespace-nowrap">{children}</td>;
}
