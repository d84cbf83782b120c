import { Banner } from '../ui/Banner.tsx';

interface CsvFaultsProps {
  faults: readonly { path: string; message: string }[];
  columns: readonly { key: string; label: string }[];
}

/** The faults of a file, by line. */
export function CsvFaults({ faults, columns }: CsvFaultsProps) {
  return (
    <Banner tone="bad" title={faults.length === 1 ? '1 error:' : `${faults.length} errors:`}>
      <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
        {faults.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {placeOf(path, columns)}
            {message}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** "lines.7.imps" → "Line 7, impressions: ". */
function placeOf(path: string, columns: CsvFaultsProps['columns']): string {
  const [head, line, column] = path.split('.');
  const label = columns.find(({ key }) => key === (head === 'lines' ? column : head))?.label.toLowerCase();
  if (head !== 'lines') return label ? `${label}: ` : '';
  return `Line ${line}${label ? `, ${label}` : ''}: `;
}
