/** A problem of a supply chain, or of a file behind it, to which buyers object. */
export interface SupplyFinding {
  /** error = buyers reject the inventory; warning = some of them do, or it cannot be checked. */
  severity: 'error' | 'warning';
  /** Name of the rule, stable. */
  rule: string;
  /** The problem and its consequence, in one sentence. */
  message: string;
  /** A line from 1, a node or a seller from 0; absent for the whole. */
  at?: number;
}

export function error(rule: string, message: string, at?: number): SupplyFinding {
  return finding('error', rule, message, at);
}

export function warning(rule: string, message: string, at?: number): SupplyFinding {
  return finding('warning', rule, message, at);
}

function finding(severity: SupplyFinding['severity'], rule: string, message: string, at?: number): SupplyFinding {
  return { severity, rule, message, ...(at === undefined ? {} : { at }) };
}
