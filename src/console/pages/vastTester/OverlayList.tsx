import type { TestedOverlay } from '#api/vastTester/vastTesterContract.ts';

/** The overlays of an ad, with what each shows. */
export function OverlayList({ overlays }: { overlays: readonly TestedOverlay[] }) {
  return (
    <ul className="divide-y">
      {overlays.map(({ resource, type, url, width, height }, index) => (
        <li key={index} className="flex flex-col gap-1 px-4 py-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{resource === null ? 'No resource' : resourceNames[resource]}</span>
            {type === '' ? null : <span className="text-muted">{type}</span>}
            <span className="tnum">
              {width} × {height}
            </span>
          </p>
          {url === null ? null : <p className="font-mono text-2xs break-all text-muted">{url}</p>}
        </li>
      ))}
    </ul>
  );
}

const resourceNames: Readonly<Record<NonNullable<TestedOverlay['resource']>, string>> = {
  StaticResource: 'Static file',
  IFrameResource: 'Page',
  HTMLResource: 'HTML',
};
