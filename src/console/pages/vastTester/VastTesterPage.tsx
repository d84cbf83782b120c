import { useNavigate, useSearch } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { Suspense } from 'react';
import { loadChunk } from '../../frame/errors/chunkReload.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { loadErrorToast } from '../../lib/errorToast.ts';
import { ApiError, problemsByField } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { VastTesterForm } from './VastTesterForm.tsx';
import { testedParams } from './testedParams.ts';
import { vastTesterSearchSchema, type VastTesterSearch } from './vastTesterSearch.ts';
import { useVastTest } from './useVastTest.ts';

// The result view loads while the first test is running.
const loadResult = () => import('./TestResult.tsx');
const TestResult = lazyChunk(loadResult, 'TestResult');

const fields = ['url', 'xml', 'tagId', 'channelId', 'params'];

/** Tests a tag as a selected device: its chain, its findings and the ad itself. The URL holds the subject. */
export function VastTesterPage() {
  const search = vastTesterSearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const toast = useToast();
  const { mutate, data, error, isPending } = useVastTest();

  function change(part: Partial<VastTesterSearch>) {
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...vastTesterSearchSchema.parse(before), ...part }),
      replace: true,
      resetScroll: false,
    });
  }

  return (
    <main className="relative h-full overflow-y-auto bg-canvas">
      <h1 className="bg-surface px-6 pt-5 text-xl font-semibold tracking-tight">VAST tester</h1>
      <VastTesterForm
        search={search}
        onChange={change}
        isRunning={isPending}
        faults={error instanceof ApiError ? faultsOf(error) : noFaults}
        isBidder={error instanceof ApiError && error.problems.some(({ code }) => code === 'no_vast')}
        onTest={(request) => {
          void loadChunk(loadResult).catch(() => undefined);
          mutate(request, {
            onError: (fault) => {
              if (isSignedOut(fault) || (fault instanceof DOMException && fault.name === 'AbortError')) return;
              toast.error(loadErrorToast(fault));
            },
          });
        }}
      />
      <div className="px-6 py-4" aria-busy={isPending || undefined}>
        {data ? (
          <Suspense fallback={null}>
            <TestResult key={data.key} test={data.test} device={data.device} tested={data.tested} />
          </Suspense>
        ) : (
          <EmptyState
            icon={<FlaskConical />}
            title="Test a tag on a simulated device"
            text="See the response of each hop and what is wrong with it, and play the ad with every event that a player would report."
          />
        )}
      </div>
    </main>
  );
}

const noFaults: ReadonlyMap<string, string> = new Map();

/** The errors by field; those of a parameter by its own path. */
function faultsOf({ problems }: ApiError): Map<string, string> {
  const faults = problemsByField(problems, fields);
  for (const { path, message } of problems) {
    if (testedParams.some(({ name }) => path === `params.${name}`)) faults.set(path, message);
  }
  return faults;
}
