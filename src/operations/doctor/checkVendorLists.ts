import { openVendorLists } from '#serving/vendorLists/openVendorLists.ts';
import { vendorListMaxDays, vendorListOldSince } from '#serving/vendorLists/vendorListAge.ts';
import { readVendorList, type VendorList } from '#standards/privacy/vendorList.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { fetchList } from './fetchList.ts';
import { fault, passed, warning, type Finding } from './finding.ts';

/** Checks that the Global Vendor List in GVL_FILE can be read, in all its versions, and that the latest is not old. */
export async function checkVendorFiles(path: string): Promise<Finding[]> {
  const unreadable: string[] = [];
  const files = await openVendorLists(path, (text) => unreadable.push(text));
  files.close();
  const versions = files.current();
  const fix = 'Correct GVL_FILE: it is a vendor-list.json of version 3, or a folder of such files.';
  const faults = unreadable.map((text) => fault('GVL_FILE', text, fix));
  const latest = versions.at(-1);
  const others = versions.length > 1 ? [`${versions.length} versions in total`] : [];
  if (latest) return [...faults, ageOf('GVL_FILE', latest, ...others)];
  return faults.length > 0 ? faults : [fault('GVL_FILE', 'no list in this folder', fix)];
}

/** Fetches the Global Vendor List from GVL_URL, and checks that it is one, and not old. Stores nothing. */
export async function checkVendorUrl(setting: string, allowPrivateAddresses: boolean): Promise<Finding[]> {
  const fetched = await fetchList('GVL_URL', setting, allowPrivateAddresses);
  if (typeof fetched !== 'string') return [fetched];
  try {
    return [ageOf('GVL_URL', readVendorList(fetched))];
  } catch (error) {
    return [fault('GVL_URL', `the response is no usable list: ${errorText(error)}`, 'Correct GVL_URL.')];
  }
}

function ageOf(check: string, { version, publishedAt, vendors }: VendorList, ...others: string[]): Finding {
  const published = publishedAt === null ? [] : [`published ${publishedAt.slice(0, 10)}`];
  const detail = [`version ${version}`, ...published, `${vendors.size} vendors`, ...others].join(', ');
  if (vendorListOldSince(publishedAt, new Date()) === null) return passed(check, detail);
  const fix = `Provide the current vendor-list.json: this one was published over ${vendorListMaxDays} days ago.`;
  return warning(check, detail, fix);
}
