import { Chart } from '../../reporting/Chart.tsx';
import type { ChartData } from '../../reporting/chartData.ts';
import { ChartTable } from '../../reporting/ChartTable.tsx';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

interface ChartCardProps {
  title: string;
  /** Null before the first response. */
  data: ChartData | null;
  /** Label of the axis. */
  place: string;
  /** Whether the figures could not be loaded. */
  isFailed: boolean;
}

/** A chart with its table. Its height is stable while figures load. */
export function ChartCard({ title, data, place, isFailed }: ChartCardProps) {
  const isLoading = useDelayed(data === null && !isFailed);
  return (
    <Card title={title} padding="none">
      <div className="p-2">
        {data ? (
          <Chart data={data} label={title} className="h-60" />
        ) : (
          <div className="grid h-60 place-items-center text-sm text-muted">
            {isFailed ? 'The figures could not be loaded.' : null}
            {isLoading ? <Skeleton className="h-full w-full" /> : null}
          </div>
        )}
      </div>
      {data ? <ChartTable data={data} label={title} place={place} /> : null}
    </Card>
  );
}
