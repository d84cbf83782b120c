import { Banner } from '../ui/Banner.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';

/** New recovery codes, shown for the only time. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="warn">Save these codes now. They are not shown again.</Banner>
      <p className="text-sm text-muted">
        Each code signs you in once when you do not have your phone or passkey. Store them apart from your password.
      </p>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-2 rounded-lg border bg-sunken px-3 py-2">
        {codes.map((code) => (
          <li key={code} className="font-mono text-xs">
            {code}
          </li>
        ))}
      </ul>
      <div>
        <CopyButton text={codes.join('\n')} label="Copy codes" showLabel size="md" />
      </div>
    </div>
  );
}
