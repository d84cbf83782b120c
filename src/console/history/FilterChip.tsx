import { X } from 'lucide-react';

/** A filter that a link set, with a button that removes it. */
export function FilterChip({ text, label, onRemove }: { text: string; label: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-8 items-center gap-1 rounded-md border border-line-strong bg-accent-soft pr-1 pl-2.5 text-sm text-ink">
      <span className="tnum">{text}</span>
      <button
        type="button"
        aria-label={label}
        onClick={onRemove}
        className="inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-pressed hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
