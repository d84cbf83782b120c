import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export type LinkProps = ComponentProps<'a'> & {
  /** text: underlined accent, within prose. row: ink, underlined on hover, within tables. quiet: muted, within chrome. */
  variant?: 'text' | 'row' | 'quiet';
};

const VARIANTS = {
  text: 'text-accent-ink underline decoration-accent-ink/40 underline-offset-3 hover:decoration-accent-ink rounded-xs',
  row: 'cell-link',
  quiet: 'text-muted hover:text-ink rounded-xs',
};

/** A plain anchor; wrap it with the router's createLink for in-app targets. */
export function Link({ variant = 'text', className, target, rel, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      target={target}
      rel={rel ?? (target === '_blank' ? 'noopener noreferrer' : undefined)}
      className={cx(VARIANTS[variant], className)}
    />
  );
}
