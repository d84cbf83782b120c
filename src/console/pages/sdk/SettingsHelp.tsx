import { sdkSettingHelp } from '#model/index.ts';

/** Explains each setting. */
export function SettingsHelp() {
  return (
    <details className="text-xs text-muted">
      <summary className="cursor-pointer font-medium text-ink">What each setting does</summary>
      <dl className="mt-2 flex flex-col gap-1.5">
        {Object.entries(sdkSettingHelp).map(([path, help]) => (
          <div key={path}>
            <dt className="font-mono text-ink">{path}</dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
