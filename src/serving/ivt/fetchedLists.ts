import type { AgentList } from '#engine/ivt/agentList.ts';
import { type DataCenterList, emptyDataCenterList } from '#engine/ivt/dataCenterList.ts';
import type { VendorList } from '#standards/privacy/vendorList.ts';

/** The lists that are fetched from the operator's URLs, as they are now; empty without a URL. */
export interface FetchedLists {
  robots: AgentList;
  dataCenters: DataCenterList;
  /** Versions of the Global Vendor List, in their order. */
  vendors: readonly VendorList[];
}

const emptyAgentList: AgentList = { has: () => false, size: 0 };

/** Lists without an entry. */
export const noFetchedLists: FetchedLists = { robots: emptyAgentList, dataCenters: emptyDataCenterList, vendors: [] };
