import { Chart } from '../../reports/Chart.tsx';
import type { ChartData } from '../../reports/chartData.ts';
import { ChartTable } from '../../reports/ChartTable.tsx';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Button } from '../../ui/Button.tsx';
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
  /** Loads them again; absent where the page has a retry. */
  onRetry?: () => void;
}

/** A chart with its table. Its height is stable while figures load. */
export function ChartCard({ title, data, place, isFailed, onRetry }: ChartCardProps) {
  const isLoading = useDelayed(data === null && !isFailed);
  return (
    <Card title={title} padding="none">
      <div className="p-2">
        {data ? (
          <Chart data={data} label={title} className="h-60" />
        ) : (
          <div className="grid h-60 place-items-center text-sm text-muted">
            {isFailed ? (
              <div className="flex flex-col items-center gap-3">
                The figures could not be loaded.
                {onRetry ? (
                  <Button size="sm" onClick={onRetry}>
                    Try again
                  </Button>
                ) : null}
              </div>
            ) : null}
            {isLoading ? <Skeleton className="h-full w-full" /> : null}
          </div>
        )}
      </div>
      {data ? <ChartTable data={data} label={title} place={place} /> : null}
    </Card>
  );
}
