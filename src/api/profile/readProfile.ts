import { completeContacts, type Contact, type DemandAccountRow } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { Profile } from './profileContract.ts';

/**
 * Reads the profile of a user. Demand users have that of their account; an SDK login its own name and contacts beside
 * the account's company; partners the name, contacts and seller of their own row, and nothing of the account's company.
 */
export async function readProfile(deps: Pick<ApiDeps, 'entities' | 'tokens'>, user: SessionUser): Promise<Profile> {
  const { entities, tokens } = deps;
  const demandId = accountOf(user);
  const scope = [demandId];
  const account = required(await entities.get('demand', demandId, scope));
  const uid = user.adminId === null ? {} : { uid: account.uid };
  if (user.type === 'sub') {
    const row = required(await entities.get('subpublisher', user.subpublisherId ?? 0, scope));
    return { ...partnerProfile(user, account, row), ...uid, sellersJson: row.sellersJson };
  }
  if (user.type === 'adv') {
    const row = required(await entities.get('advertiser', user.advertiserId ?? 0, scope));
    return { ...partnerProfile(user, account, row), ...uid };
  }
  if (user.type === 'sdk') {
    const { name, contacts } = required(await entities.get('user', user.id, scope));
    return { ...companyProfile(account), ...uid, name, contacts: completeContacts(contacts) };
  }
  return {
    ...companyProfile(account),
    ...uid,
    ...(isOwnerInPerson(user) ? { token: maskedToken((await tokens.read(demandId))?.hint ?? null) } : {}),
    sellersJson: account.sellersJson,
    priceReq: account.priceReq,
    priceDsp: account.priceDsp,
    priceImp: account.priceImp,
    pricePostbid: account.pricePostbid,
    postbidPercent: account.postbidPercent,
    setPostbidAll: bitOf(account.setPostbidAll),
    setCheckIVTAll: bitOf(account.setCheckIVTAll),
    blockIVT: bitOf(account.blockIVT),
    delOldCreatives: bitOf(account.delOldCreatives),
  };
}

/**
 * Whether the owner of an account calls in person: not a manager, not an admin who acts as the owner, and not a
 * program.
 */
export function isOwnerInPerson({ role, adminId, isProgram }: SessionUser): boolean {
  return role === 'demand' && adminId === null && !isProgram;
}

/** A token masked so that its owner recognizes it; empty when there is none. */
function maskedToken(hint: string | null): string {
  return hint === null ? '' : `••••${hint}`;
}

/** The account of a user who has a profile. Throws for admins, who have none. */
export function accountOf({ demandId }: SessionUser): number {
  if (demandId === null) throw new Error('a user of no account has no profile');
  return demandId;
}

function companyProfile(account: DemandAccountRow): Profile {
  return {
    name: account.name,
    companyName: account.companyName,
    companyAddress: account.companyAddress,
    contactNumber: account.contactNumber,
    contactExpired: account.contactExpired,
    domain: account.domain,
    timezone: account.timezone,
    contacts: completeContacts(account.contacts),
    tagParams: account.tagParams.length > 0 ? account.tagParams : null,
  };
}

function partnerProfile(
  user: SessionUser,
  account: DemandAccountRow,
  { name, contacts }: { name: string; contacts: readonly Contact[] },
): Profile {
  return {
    name,
    companyName: '',
    companyAddress: '',
    contactNumber: '',
    contactExpired: null,
    domain: account.domain,
    timezone: user.timezone,
    contacts: completeContacts(contacts),
    tagParams: user.tagParams,
  };
}

function bitOf(flag: boolean): 1 | null {
  return flag ? 1 : null;
}

function required<Row>(row: Row | null): Row {
  if (row === null) throw new Error('a session outlived what it belongs to');
  return row;
}
