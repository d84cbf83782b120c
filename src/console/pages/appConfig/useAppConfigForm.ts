import { useBlocker } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { PlatformConfig } from '#api/platform/platformContract.ts';
import { removeDraft, storeDraft, readDraft, type DraftOf } from '../../entities/form/drafts.ts';
import { useDebouncedDraft } from '../../entities/form/useDebouncedDraft.ts';
import { sessionStore } from '../../lib/browserStorage.ts';
import { amountText, parseAmount } from './parseAmount.ts';

/** The settings in display order. */
export const appConfigKeys = ['postbidMaxImps', 'postbidMaxReps'] as const;

type AppConfigKey = (typeof appConfigKeys)[number];
type AppConfigValues = Record<AppConfigKey, string>;

/** The config form (its config is undefined until loaded): input values and their errors. */
export function useAppConfigForm(userId: number, config: PlatformConfig | undefined, isReadOnly: boolean) {
  const draftOf = useMemo<DraftOf>(() => ({ userId, entity: 'config', id: null }), [userId]);
  const [read, setRead] = useState<PlatformConfig>();
  const [values, setValues] = useState<AppConfigValues>({ postbidMaxImps: '', postbidMaxReps: '' });
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  if (config && config !== read) {
    setRead(config);
    const draft = isReadOnly ? null : readDraft(sessionStore, draftOf);
    setValues({ ...textsOf(config), ...(draft as Partial<AppConfigValues> | null) });
  }
  const amounts = {
    postbidMaxImps: parseAmount(values.postbidMaxImps),
    postbidMaxReps: parseAmount(values.postbidMaxReps),
  };
  const isDirty = !isReadOnly && read !== undefined && appConfigKeys.some((key) => amounts[key] !== read[key]);
  const { postbidMaxImps, postbidMaxReps } = amounts;
  const faultOf = (key: AppConfigKey) => (amounts[key] === null ? 'Must be a whole number' : refused[key]);

  useEffect(() => {
    if (!isDirty && read && !isReadOnly) removeDraft(sessionStore, draftOf);
  }, [read, isDirty, isReadOnly, draftOf]);
  const cancelDraftSave = useDebouncedDraft(draftOf, isDirty ? values : null);
  useBlocker({ enableBeforeUnload: () => isDirty, shouldBlockFn: () => false });

  return {
    values,
    isDirty,
    faultOf,
    /** The request body; null while an amount is invalid. */
    body: postbidMaxImps === null || postbidMaxReps === null ? null : { postbidMaxImps, postbidMaxReps },
    change(key: AppConfigKey, text: string) {
      setValues((before) => ({ ...before, [key]: text }));
      setRefused((before) => ({ ...before, [key]: undefined }));
    },
    refuse: (problems: readonly { path: string; message: string }[]) =>
      setRefused(Object.fromEntries(problems.map(({ path, message }) => [path, message]))),
    /** Stores the draft at once, so that input survives a lost session. */
    storeFormDraft: () => storeDraft(sessionStore, draftOf, { ...values }),
    removeFormDraft() {
      cancelDraftSave();
      removeDraft(sessionStore, draftOf);
    },
  };
}

function textsOf({ postbidMaxImps, postbidMaxReps }: PlatformConfig): AppConfigValues {
  return { postbidMaxImps: amountText(postbidMaxImps), postbidMaxReps: amountText(postbidMaxReps) };
}
