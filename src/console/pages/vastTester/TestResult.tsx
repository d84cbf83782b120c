import { useState, type ReactNode } from 'react';
import type { FiredTracker, VastTest, TestedAd, TestedMedia } from '#api/vastTester/vastTesterContract.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { AdStage } from './AdStage.tsx';
import { ChainList } from './ChainList.tsx';
import type { TestedObject } from './findingFix.ts';
import { FindingList } from './FindingList.tsx';
import { emptyLog, isTrackerOf, type PlayLog } from './playLog.ts';
import { countOf, sizeOf, timeOf, momentOf } from './testFormat.ts';
import { TrackerList } from './TrackerList.tsx';
import type { DeviceChoice } from './useVastTest.ts';
import { NOTHING } from '../../lib/format.ts';
import { OverlayList } from './OverlayList.tsx';
import { Pill } from '../../ui/Pill.tsx';

/** The result of a test: outcome, chain, findings, and the ad with its player. */
export function TestResult({ test, device, tested }: { test: VastTest; device: DeviceChoice; tested: TestedObject }) {
  const { ad, findings, hops } = test;
  const [tab, setTab] = useState('trackers');
  const [log, setLog] = useState<PlayLog>(emptyLog);
  const [called, setCalled] = useState<ReadonlyMap<number, FiredTracker>>(new Map());
  // Known once the video has reported its duration.
  const mismatch = ad && durationFinding(ad.durationMs, log.duration);
  const shown = mismatch ? [...findings, mismatch] : findings;
  const errors = shown.filter(({ severity }) => severity === 'error').length;
  const bytes = hops.reduce((sum, hop) => sum + (hop.bytes ?? 0), 0);

  return (
    <div className="flex flex-col gap-4">
      <Banner tone={ad ? (errors > 0 ? 'warn' : 'good') : 'bad'} title={titleOf(ad)}>
        {test.errorCode === null ? '' : `A player would report VAST error ${test.errorCode}. `}
        {countOf(hops.length, 'hop')}, {timeOf(test.ms)}, {sizeOf(bytes)}.
      </Banner>
      <div
        className={
          ad && !ad.isOverlay
            ? 'grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_26rem]'
            : ''
        }
      >
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Chain" padding="none">
            <ChainList hops={hops} />
          </Card>
          <Card title="Findings" padding="none">
            <FindingList findings={shown} tested={tested} />
          </Card>
        </div>
        {ad && !ad.isOverlay ? (
          <Card title="Player" padding="none">
            <AdStage
              ad={ad}
              device={device}
              log={log}
              onLog={setLog}
              onCalled={(event, fired) => setCalled((before) => withCalls(before, ad, event, fired))}
              onReset={() => setCalled(new Map())}
            />
          </Card>
        ) : null}
      </div>
      {ad ? (
        <Card padding="none">
          <Tabs
            label="The ad"
            listClassName="px-4"
            value={tab}
            onChange={setTab}
            tabs={[
              { id: 'trackers', label: 'Trackers', count: ad.trackers.length },
              ad.isOverlay
                ? { id: 'overlays', label: 'Overlays', count: ad.overlays.length }
                : { id: 'media', label: 'Media files', count: ad.media.length },
              { id: 'ad', label: 'Details' },
            ]}
          >
            <TabPanel id="trackers">
              <TrackerList ad={ad} log={log} called={called} />
            </TabPanel>
            <TabPanel id={ad.isOverlay ? 'overlays' : 'media'}>
              {ad.isOverlay ? <OverlayList overlays={ad.overlays} /> : <MediaList media={ad.media} />}
            </TabPanel>
            <TabPanel id="ad">
              <AdFacts ad={ad} />
            </TabPanel>
          </Tabs>
        </Card>
      ) : null}
    </div>
  );
}

function titleOf(ad: TestedAd | null): string {
  if (!ad) return 'No ad was returned.';
  return ad.isOverlay ? 'An overlay was returned.' : 'An ad was returned.';
}

/** Tolerated difference between the video's duration and the ad's, in milliseconds. */
const toleranceMs = 1000;

function durationFinding(declaredMs: number | null, seconds: number | null): VastTest['findings'][number] | null {
  if (declaredMs === null || seconds === null || Math.abs(declaredMs - seconds * 1000) <= toleranceMs) return null;
  return {
    severity: 'warning',
    rule: 'duration_mismatch',
    message: 'The video length does not match Duration, so quartiles are reported at the wrong time.',
    subject: `Declared: ${timeOf(declaredMs)}, actual: ${timeOf(seconds * 1000)}`,
    hop: null,
  };
}

/** The tracker calls so far plus those for an event, by tracker index. */
function withCalls(
  before: ReadonlyMap<number, FiredTracker>,
  ad: NonNullable<VastTest['ad']>,
  event: Parameters<typeof isTrackerOf>[0],
  fired: readonly FiredTracker[],
): Map<number, FiredTracker> {
  const after = new Map(before);
  const waiting = [...fired];
  for (const [index, tracker] of ad.trackers.entries()) {
    if (!isTrackerOf(event, tracker) || !/^https?:/i.test(tracker.url)) continue;
    const call = waiting.shift();
    if (call) after.set(index, call);
  }
  return after;
}

/** The details that an ad declares: system, title, duration and the like. */
function AdFacts({ ad }: { ad: TestedAd }) {
  const { pricing } = ad;
  const details: [string, ReactNode][] = [
    ['Title', ad.title],
    ['Ad system', ad.adSystem],
    ['Advertiser', ad.advertiser],
    ['Form', ad.isOverlay ? 'Overlay (non-linear)' : 'Linear'],
    ['Duration', ad.durationMs === null ? null : momentOf(ad.durationMs / 1000)],
    ['Skippable', ad.skipMs === null ? 'Never' : `After ${momentOf(ad.skipMs / 1000)}`],
    ['Price', pricing ? [pricing.value, pricing.currency, pricing.model].join(' ') : null],
    ['Categories', ad.categories.join(', ')],
    ['Ad ID', ad.id],
    ['Creative ID', ad.creativeId],
    ['Ad server creative ID', ad.adId],
    ['UniversalAdId', ad.universalAdIds.map(({ registry, value }) => `${value} (${registry})`).join(', ')],
    ['AdServingId', ad.adServingId],
    ['Click-through', ad.clickThrough],
  ];
  return (
    <dl className="grid grid-cols-[12rem_minmax(0,1fr)] gap-x-4 px-4 py-2">
      {details.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="py-1 text-muted">{name}</dt>
          <dd className="py-1 break-all">{value || NOTHING}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The media files of an ad, and whether each is available. */
function MediaList({ media }: { media: readonly TestedMedia[] }) {
  return (
    <ul className="divide-y">
      {media.map((file, index) => (
        <li key={index} className="flex flex-col gap-1 px-4 py-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{file.type || 'No type'}</span>
            {file.codec === null ? null : <span className="text-muted">{file.codec}</span>}
            <span className="tnum">
              {file.width} × {file.height}
            </span>
            {file.bitrate === null ? null : <span className="tnum text-muted">{file.bitrate} kbit/s</span>}
            <span className="text-muted">{file.delivery || 'no delivery'}</span>
            {file.bytes === null ? null : <span className="tnum text-muted">{sizeOf(file.bytes)}</span>}
            {file.isScript ? <Pill tone="warn">VPAID</Pill> : null}
            <span className="ml-auto">
              <Reachability file={file} />
            </span>
          </p>
          <p className="font-mono text-2xs break-all text-muted">{file.url}</p>
        </li>
      ))}
    </ul>
  );
}

function Reachability({ file: { isReachable, status } }: { file: TestedMedia }) {
  if (isReachable === null) return <Pill>Not checked</Pill>;
  if (isReachable) return <Pill tone="good">Reachable</Pill>;
  return <Pill tone="bad">{status === null ? 'Not reachable' : `HTTP ${status}`}</Pill>;
}
