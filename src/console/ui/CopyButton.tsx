import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { copyText } from './copyText.ts';

export type CopyButtonProps = {
  /** The text, or a function that creates it when needed. */
  text: string | (() => string);
  /** The button's label: "Copy tag URL". */
  label?: string;
  /** Shows the label beside the icon. */
  showLabel?: boolean;
  size?: 'sm' | 'md';
  className?: string;
};

/** Copies its text and confirms it. */
export function CopyButton({ text, label = 'Copy', showLabel = false, size = 'sm', className }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), 1_600);
    return () => clearTimeout(timer);
  }, [state]);
  const announcement = state === 'copied' ? 'Copied' : state === 'failed' ? 'Copying was blocked' : '';
  const icon = state === 'copied' ? <Check className="text-good" /> : <Copy />;
  function copy() {
    void copyText(typeof text === 'string' ? text : text()).then((done) => setState(done ? 'copied' : 'failed'));
  }
  return (
    <>
      {showLabel ? (
        <Button size={size} icon={icon} onClick={copy} className={className}>
          {announcement || label}
        </Button>
      ) : (
        <IconButton size={size} label={announcement || label} icon={icon} onClick={copy} className={className} />
      )}
      <span aria-live="polite" className="sr-only">
        {announcement}
      </span>
    </>
  );
}
