import { ArrowLeftRight } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** The home page in DSP mode: the facts hold requests to channels and tags alone, which are the other mode's. */
export function DspDashboard() {
  return (
    <div className="flex flex-col gap-4 p-5">
      <h1 className="text-xl font-semibold tracking-tight">Dashboard</h1>
      <EmptyState
        icon={<ArrowLeftRight />}
        title="No DSP traffic has been recorded yet"
        text="Nothing has come in through a supplier so far. The figures of channels and tags are in SSP mode."
        className="rounded-lg border bg-surface"
      />
    </div>
  );
}
