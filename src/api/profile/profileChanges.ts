import { sameValue } from '#storage/entities/sameValue.ts';
import { completeContacts, type Fault, nanosFromUsd, usdFromNanos } from '#model/index.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { Profile, ProfileForm } from './profileContract.ts';

/** The changed fields of a form in stored form, or its rejection. */
export type ProfileChanges =
  | { type: 'incomplete'; faults: Fault[] }
  | { type: 'checked'; faults: Fault[]; values: Record<string, unknown> };

type Key = keyof Profile;

const prices: readonly Key[] = ['priceReq', 'priceDsp', 'priceImp', 'pricePostbid'];
const verificationOptions: readonly Key[] = ['postbidPercent', 'setPostbidAll'];
const ivtOptions: readonly Key[] = ['setCheckIVTAll', 'blockIVT'];
const flags: readonly Key[] = ['setPostbidAll', 'setCheckIVTAll', 'blockIVT', 'delOldCreatives'];

/** Compares a form with the profile as its user sees it. Fields that the user may not change may be left out. */
export function profileChanges(form: ProfileForm, before: Profile, user: SessionUser): ProfileChanges {
  const keys = Object.keys(before) as Key[];
  const missing = keys.filter((key) => form[key] === undefined && editProblem(key, user) === null);
  if (missing.length > 0) {
    return {
      type: 'incomplete',
      faults: missing.map((path) => ({ code: 'required', message: 'Required', path })),
    };
  }
  const faults: Fault[] = [];
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(form) as Key[]) {
    if (form[key] === undefined || sameValue(compared(key, form[key]), compared(key, before[key]))) continue;
    const rejection = key in before ? editProblem(key, user) : notEditable;
    if (rejection) faults.push({ ...rejection, path: key });
    else values[key] = stored(key, form[key]);
  }
  return { type: 'checked', faults, values };
}

type EditProblem = Pick<Fault, 'code' | 'message'>;

const notEditable: EditProblem = { code: 'read_only', message: 'This cannot be changed here' };
const ofAccount: EditProblem = {
  code: 'read_only',
  message: 'This belongs to the account. Only users of the account can change it.',
};
const ofOperator: EditProblem = { code: 'operator_only', message: 'Only the platform operator can change prices' };

/** The reason why a user may not change a field of the own profile; null when the user may. */
function editProblem(key: Key, user: SessionUser): EditProblem | null {
  if (key === 'token' || key === 'uid' || key === 'domain') return notEditable;
  if (user.type === 'sdk') return key === 'name' || key === 'contacts' ? null : ofAccount;
  if (prices.includes(key)) return user.adminId === null ? ofOperator : null;
  if (verificationOptions.includes(key) && !user.showPostbidPix && !user.showPostbidWh)
    return notEnabled('Post-bid verification');
  if (ivtOptions.includes(key) && !user.showCheckIVT) return notEnabled('Check for invalid traffic');
  return null;
}

function notEnabled(what: string): EditProblem {
  return {
    code: 'not_enabled',
    message: `${what} is not enabled for this account. The platform operator can enable it`,
  };
}

/** A value in normal form, so that equal meanings compare as equal. */
function compared(key: Key, value: unknown): unknown {
  if (key === 'contacts') return completeContacts(value as Profile['contacts']);
  if (key === 'tagParams') return value ?? [];
  if (key.startsWith('price') && typeof value === 'string') return usdFromNanos(nanosFromUsd(value));
  return value;
}

function stored(key: Key, value: unknown): unknown {
  return flags.includes(key) ? value === 1 : compared(key, value);
}
