import { useMemo } from 'react';
import { defaultSdkSettings, type SdkSettings } from '#model/index.ts';
import type { FullVersion } from './fullVersion.ts';
import { changedSdkSettings } from './sdkSettingsText.ts';

/** The differences between settings and the live version, or the SDK's defaults. */
export function SdkSettingsChanges({
  live,
  settings,
  isLive,
}: {
  live: FullVersion | null;
  settings: SdkSettings;
  /** Whether the settings are those of the live version. */
  isLive: boolean;
}) {
  const base = live && !isLive ? live.content : defaultSdkSettings;
  const changes = useMemo(() => changedSdkSettings(base, settings), [base, settings]);
  const title = live && !isLive ? `Compared with ${live.name} (live)` : 'Compared with the defaults';
  return (
    <section aria-label={title} className="flex flex-col gap-1.5">
      <h3 className="text-xs font-medium text-ink">{title}</h3>
      {changes.length === 0 ? (
        <p className="text-xs text-muted">No differences.</p>
      ) : (
        <ul className="flex flex-col gap-1 font-mono text-xs">
          {changes.map(({ path, from, to }) => (
            <li key={path} className="wrap-anywhere">
              <span className="text-ink">{path}</span>{' '}
              <del className="text-bad">
                <span className="sr-only">from </span>
                {from}
              </del>{' '}
              <ins className="text-good no-underline">
                <span className="sr-only">to </span>
                {to}
              </ins>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
