/** What `npm audit` found: vulnerabilities that fail the audit, or why the registry could not say. */
export type AuditOutcome = { type: 'known'; fatal: string[]; others: number } | { type: 'unknown'; reason: string };

export function auditOutcome(output: string): AuditOutcome;
