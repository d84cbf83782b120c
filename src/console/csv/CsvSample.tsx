/** The first lines of a file to import. */
export function CsvSample({ columns, sample }: { columns: readonly string[]; sample: readonly string[][] }) {
  return (
    <div className="overflow-x-auto rounded-md border">
      <table className="w-full text-xs" aria-label="First lines of the file">
        <thead>
          <tr className="border-b bg-sunken text-muted">
            {columns.map((heading, index) => (
              <th key={`${index} ${heading}`} scope="col" className="px-2 py-1 text-left font-medium whitespace-nowrap">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {sample.map((cells, line) => (
            <tr key={line}>
              {columns.map((heading, index) => (
                <td key={`${index} ${heading}`} className="tnum max-w-48 truncate px-2 py-1">
                  {cells[index] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
