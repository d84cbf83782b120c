import type { AgentList } from '#engine/ivt/agentList.ts';
import { type DataCenterList, emptyDataCenterList } from '#engine/ivt/dataCenterList.ts';

/** The lists that are fetched from the operator's URLs, as they are now; empty without a URL. */
export interface FetchedLists {
  robots: AgentList;
  dataCenters: DataCenterList;
}

const emptyAgentList: AgentList = { has: () => false, size: 0 };

/** Lists without an entry. */
export const noFetchedLists: FetchedLists = { robots: emptyAgentList, dataCenters: emptyDataCenterList };
