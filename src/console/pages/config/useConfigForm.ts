import { useBlocker } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { PlatformConfig } from '#api/platform/platformContract.ts';
import { dropDraft, keepDraft, readDraft, type DraftOf } from '../../entities/form/drafts.ts';
import { useLateDraft } from '../../entities/form/useLateDraft.ts';
import { sessionStore } from '../../lib/browserStorage.ts';
import { amountText, parseAmount } from './parseAmount.ts';

/** The settings in the order in which they are shown. */
export const configKeys = ['postbidMaxImps', 'postbidMaxReps'] as const;

type ConfigKey = (typeof configKeys)[number];
type ConfigValues = Record<ConfigKey, string>;

/** The form of the config (undefined until it is read): typed amounts, and what is wrong with them. */
export function useConfigForm(userId: number, config: PlatformConfig | undefined, isReadOnly: boolean) {
  const draftOf = useMemo<DraftOf>(() => ({ userId, entity: 'config', id: null }), [userId]);
  const [read, setRead] = useState<PlatformConfig>();
  const [values, setValues] = useState<ConfigValues>({ postbidMaxImps: '', postbidMaxReps: '' });
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  if (config && config !== read) {
    setRead(config);
    const draft = isReadOnly ? null : readDraft(sessionStore, draftOf);
    setValues({ ...textsOf(config), ...(draft as Partial<ConfigValues> | null) });
  }
  const amounts = {
    postbidMaxImps: parseAmount(values.postbidMaxImps),
    postbidMaxReps: parseAmount(values.postbidMaxReps),
  };
  const isDirty = !isReadOnly && read !== undefined && configKeys.some((key) => amounts[key] !== read[key]);
  const { postbidMaxImps, postbidMaxReps } = amounts;
  const faultOf = (key: ConfigKey) => (amounts[key] === null ? 'Must be a whole number' : refused[key]);

  useEffect(() => {
    if (!isDirty && read && !isReadOnly) dropDraft(sessionStore, draftOf);
  }, [read, isDirty, isReadOnly, draftOf]);
  const callDraftOff = useLateDraft(draftOf, isDirty ? values : null);
  useBlocker({ enableBeforeUnload: () => isDirty, shouldBlockFn: () => false });

  return {
    values,
    isDirty,
    faultOf,
    /** What would be sent; null while something is no amount. */
    body: postbidMaxImps === null || postbidMaxReps === null ? null : { postbidMaxImps, postbidMaxReps },
    change(key: ConfigKey, text: string) {
      setValues((before) => ({ ...before, [key]: text }));
      setRefused((before) => ({ ...before, [key]: undefined }));
    },
    refuse: (problems: readonly { path: string; message: string }[]) =>
      setRefused(Object.fromEntries(problems.map(({ path, message }) => [path, message]))),
    /** A lost session must find what was typed a moment ago. */
    keep: () => keepDraft(sessionStore, draftOf, { ...values }),
    forget() {
      callDraftOff();
      dropDraft(sessionStore, draftOf);
    },
  };
}

function textsOf({ postbidMaxImps, postbidMaxReps }: PlatformConfig): ConfigValues {
  return { postbidMaxImps: amountText(postbidMaxImps), postbidMaxReps: amountText(postbidMaxReps) };
}
