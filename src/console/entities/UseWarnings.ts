import type { FormValues } from './formModel.ts';

/** A hook that tells of what a form holds, by field, what is allowed and probably not meant. */
export type UseWarnings = (values: FormValues) => Readonly<Record<string, string | undefined>>;
