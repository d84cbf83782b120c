/** Something about a supply chain or one of the files behind it that buyers object to. */
export interface SupplyFinding {
  /** error = buyers refuse what it is about; warning = some of them do, or it cannot be checked. */
  severity: 'error' | 'warning';
  /** Name of the rule, stable. */
  rule: string;
  /** What is wrong and why it matters, in one sentence. */
  message: string;
  /** What it is about: a line from 1, a node or a seller from 0; absent for the whole. */
  at?: number;
}

/** An error about a part. */
export function error(rule: string, message: string, at?: number): SupplyFinding {
  return finding('error', rule, message, at);
}

/** A warning about a part. */
export function warning(rule: string, message: string, at?: number): SupplyFinding {
  return finding('warning', rule, message, at);
}

function finding(severity: SupplyFinding['severity'], rule: string, message: string, at?: number): SupplyFinding {
  return { severity, rule, message, ...(at === undefined ? {} : { at }) };
}
