import { useNavigate, useSearch } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { VastTestRequest } from '#api/vastTester/vastTesterContract.ts';
import { loadChunk } from '../../frame/errors/chunkReload.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { loadErrorToast } from '../../lib/errorToast.ts';
import { ApiError, problemsByField } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import type { Bidder } from './BidderLookup.tsx';
import { VastTesterForm } from './VastTesterForm.tsx';
import { testedParams } from './testedParams.ts';
import { subjectIn, vastTesterSearchSchema, type VastTesterSearch } from './vastTesterSearch.ts';
import { useBidderTest } from './useBidderTest.ts';
import { useVastTest } from './useVastTest.ts';

// The result view loads while the first test is running.
const loadResult = () => import('./TestResult.tsx');
const TestResult = lazyChunk(loadResult, 'TestResult');

const BidderLookup = lazyChunk(() => import('./BidderLookup.tsx'), 'BidderLookup');

const loadBidderResult = () => import('./BidderTestResult.tsx');
const BidderTestResult = lazyChunk(loadBidderResult, 'BidderTestResult');

const fields = ['url', 'xml', 'tagId', 'channelId', 'mediaType', 'params'];

/**
 * Tests a tag as a selected device: its chain, its findings and the ad itself; or a bidder's answer to one bid request. The
 * URL holds the subject.
 */
export function VastTesterPage() {
  const search = vastTesterSearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const toast = useToast();
  const { mutate, data, error, isPending } = useVastTest();
  const bidderTest = useBidderTest();
  const tested = bidderTest.data;
  const [xml, setXml] = useState('');
  const { hidesMoney } = useUser();
  const subject = subjectIn(search);
  const [found, setFound] = useState<Bidder | null>(null);
  const bidder = subject === 'tag' && found?.id === search.tag ? found : null;
  const fault = bidder ? bidderTest.error : error;

  function showError(fault: unknown) {
    if (isSignedOut(fault) || (fault instanceof DOMException && fault.name === 'AbortError')) return;
    toast.error(loadErrorToast(fault));
  }

  function test(request: VastTestRequest) {
    void loadChunk(loadResult).catch(() => undefined);
    mutate(request, { onError: showError });
  }

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
      {subject === 'tag' && search.tag !== undefined ? (
        <Suspense fallback={null}>
          <BidderLookup tagId={search.tag} onFound={setFound} />
        </Suspense>
      ) : null}
      <VastTesterForm
        search={search}
        onChange={change}
        isRunning={bidder ? bidderTest.isPending : isPending}
        faults={fault instanceof ApiError ? faultsOf(fault) : noFaults}
        bidder={bidder}
        xml={xml}
        onXml={setXml}
        onTest={test}
        onTestBidder={(request) => {
          void loadChunk(loadBidderResult).catch(() => undefined);
          bidderTest.mutate(request, { onError: showError });
        }}
      />
      <div className="px-6 py-4" aria-busy={isPending || bidderTest.isPending || undefined}>
        {bidder && hidesMoney ? (
          <EmptyState
            icon={<FlaskConical />}
            title="Your role hides money"
            text="Bidder tests show bids and prices. Select a VAST tag."
          />
        ) : bidder ? (
          tested?.request.tagId === bidder.id ? (
            <Suspense fallback={null}>
              <BidderTestResult
                key={tested.key}
                test={tested.test}
                onTestMarkup={(markup) => {
                  const { device, params } = tested.request;
                  setXml(markup);
                  change({ by: 'xml' });
                  test({ xml: markup, device, params });
                }}
              />
            </Suspense>
          ) : (
            <EmptyState
              icon={<FlaskConical />}
              title="Test this bidder"
              text="Send one bid request and see what was sent, what came back, and for each bid whether it would be sold or why not."
            />
          )
        ) : data ? (
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
