/** Measured costs of one unit of work. `source` names the benchmark. */
export interface UnitCosts {
  /** A request for VAST that a stored ad of our own answers. Bytes are those on the network, with heads. */
  vast: RequestCost;
  /** An auction among bidders for several imps. Bytes include those to and from bidders. */
  auction: RequestCost;
  /** A tracking hit. */
  hit: RequestCost;
  /** A record of a request's imp, or of a hit. */
  row: {
    source: string;
    loaderCpuMs: number;
    storeCpuMs: number;
    /** Bytes in the spool, which holds them for seconds. */
    spoolBytes: number;
    /** Bytes in the table of facts. */
    diskBytes: number;
  };
  /** Impressions of ads with frequency caps: the processor time of one in each process, and how many a process stores. */
  caps: { source: string; cpuMs: number; stored: number };
  /** First hits decided in PostgreSQL for all nodes: bytes stored of each, and memory of workers per served ad. */
  firstHits: { source: string; logBytes: number; workerBytes: number };
  /** Resident memory in MB. */
  processes: { source: string; servingMb: number; workerMb: number };
}

interface RequestCost {
  source: string;
  cpuMs: number;
  bytesIn: number;
  bytesOut: number;
}

/** Assumptions about traffic and operation. */
export interface CapacityAssumptions {
  kind: 'vast' | 'auction';
  /** Imps of a request. */
  imps: number;
  /** Share of imps that are filled. */
  fill: number;
  /** Tracking hits of an ad. */
  hitsPerAd: number;
  /** Share of ads with frequency caps. */
  capped: number;
  /** Share of a core's time, and of a network's rate, that is planned for. */
  usable: number;
  /** Days for which facts are stored. */
  factDays: number;
  /** Hours for which tracking URLs are valid. */
  tokenHours: number;
}

/** Requirements for a number of requests per second. */
export interface Capacity {
  /** Cores with one ad-serving process each; Infinity when the impressions of all others take a whole core. */
  servingCores: number;
  /** Cores with one loader each. */
  workerCores: number;
  clickhouseCores: number;
  rowsPerSecond: number;
  /** Sealed and unsealed records that all nodes write, in MB per second. */
  spoolMbPerSecond: number;
  /** Growth of the table of facts without replicas, in GB per day; and its size when the first day is deleted, in TB. */
  diskGbPerDay: number;
  diskTb: number;
  /** Network rate of all serving nodes in one direction, the larger one, in Gbit/s. */
  networkGbit: number;
  /** Hours for which impressions of capped ads are stored. */
  capHours: number;
  /** Share of a process's usable time that counting the capped impressions of all processes takes. */
  capShare: number;
  /** Growth of PostgreSQL's log of first hits in MB per second, and its size, in GB. */
  hitLogMbPerSecond: number;
  hitLogGb: number;
  /** Memory of serving and worker processes, in GB. */
  memoryGb: number;
}

/** Computes the requirements for `requests` per second of one kind, and for the hits and rows that follow from them. */
export function capacityOf(requests: number, costs: UnitCosts, assumptions: CapacityAssumptions): Capacity {
  const { kind, imps, fill, hitsPerAd, capped, usable, factDays, tokenHours } = assumptions;
  const request = costs[kind];
  const ads = requests * imps * fill;
  const hits = ads * hitsPerAd;
  const cappedAds = ads * capped;
  const rowsPerSecond = requests * imps + hits;
  const coresFor = (cpuMsPerSecond: number) => Math.ceil(cpuMsPerSecond / 1000 / usable);
  // Every process counts the capped impressions of all.
  const cpuMsPerCore = usable * 1000 - cappedAds * costs.caps.cpuMs;
  const servingCpuMs = requests * request.cpuMs + hits * costs.hit.cpuMs;
  const servingCores = cpuMsPerCore > 0 ? Math.ceil(servingCpuMs / cpuMsPerCore) : Infinity;
  const workerCores = coresFor(rowsPerSecond * costs.row.loaderCpuMs);
  const bytes = (direction: 'bytesIn' | 'bytesOut') => requests * request[direction] + hits * costs.hit[direction];
  const diskGbPerDay = (rowsPerSecond * costs.row.diskBytes * 86_400) / 1e9;
  return {
    servingCores,
    workerCores,
    clickhouseCores: coresFor(rowsPerSecond * costs.row.storeCpuMs),
    rowsPerSecond,
    spoolMbPerSecond: (rowsPerSecond * costs.row.spoolBytes) / 1e6,
    diskGbPerDay,
    diskTb: (diskGbPerDay * factDays) / 1000,
    networkGbit: (Math.max(bytes('bytesIn'), bytes('bytesOut')) * 8) / 1e9 / usable,
    capHours: costs.caps.stored / cappedAds / 3600,
    capShare: (cappedAds * costs.caps.cpuMs) / (usable * 1000),
    hitLogMbPerSecond: (hits * costs.firstHits.logBytes) / 1e6,
    hitLogGb: (hits * tokenHours * 3600 * costs.firstHits.logBytes) / 1e9,
    memoryGb:
      (servingCores * costs.processes.servingMb + workerCores * costs.processes.workerMb) / 1000 +
      (ads * tokenHours * 3600 * costs.firstHits.workerBytes) / 1e9,
  };
}
