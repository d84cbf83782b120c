import { CopyButton } from './CopyButton.tsx';
import { cx } from './cx.ts';

export type CodeBlockProps = {
  code: string;
  /** Accessible name: "Tag URL", "VAST response". */
  label: string;
  /** Breaks long lines instead of scrolling sideways. */
  wrap?: boolean;
  /** Shows the label above the code. */
  titled?: boolean;
  /** Height classes; the code scrolls beyond them. */
  className?: string;
};

/** Code or markup with a copy button. */
export function CodeBlock({ code, label, wrap = false, titled = false, className }: CodeBlockProps) {
  return (
    <div className="relative min-w-0 rounded-md border bg-sunken">
      {titled ? (
        <div className="flex h-8 items-center justify-between border-b pr-1 pl-3 text-xs text-muted">
          {label.charAt(0).toUpperCase() + label.slice(1)}
          <CopyButton text={code} label={`Copy ${label}`} />
        </div>
      ) : (
        <div className="absolute top-1 right-1 rounded-md bg-sunken">
          <CopyButton text={code} label={`Copy ${label}`} />
        </div>
      )}
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        className={cx(
          'overflow-auto rounded-md px-3 py-2 font-mono text-xs text-ink',
          wrap && 'break-all whitespace-pre-wrap',
          !titled && 'pr-9',
          className ?? 'max-h-80',
        )}
      >
        <code>{code}</code>
      </pre>
    </div>
  );
}
