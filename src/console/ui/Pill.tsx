import type { ComponentProps } from 'react';
import '../styles/parts.css';
import { cx } from './cx.ts';

export type PillTone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';

export type PillProps = ComponentProps<'span'> & { tone?: PillTone; dot?: boolean; hollow?: boolean };

/** The classes of a pill, for table cells. */
export function pillClass(tone: PillTone = 'neutral', dot = true, hollow = false): string {
  return cx('pill', tone !== 'neutral' && `pill-${tone}`, !dot && 'pill-plain', hollow && 'pill-hollow');
}

/** A state in one or two words, with a dot of its tone. */
export function Pill({ tone = 'neutral', dot = true, hollow = false, className, ...rest }: PillProps) {
  return <span {...rest} className={cx(pillClass(tone, dot, hollow), className)} />;
}
