import { z } from 'zod';

/** Severities of findings: `blocked` stops a creative from serving until the finding is accepted. */
export const scanSeverities = ['blocked', 'warning'] as const;
export type ScanSeverity = (typeof scanSeverities)[number];

interface ScanCodeText {
  severity: ScanSeverity;
  label: string;
  /** The problem, for the person who uploaded the creative. */
  message: string;
}

/** The findings of the scan of creatives, by code. */
export const scanCodes = {
  blocked_domain: {
    severity: 'blocked',
    label: 'Blocked domain',
    message: 'It names a domain that is blocked or cut off.',
  },
  blocked_file: {
    severity: 'blocked',
    label: 'Blocked file',
    message: 'The file is on the operator’s list of blocked files.',
  },
  redirect: {
    severity: 'blocked',
    label: 'Redirect without a click',
    message: 'It leaves the page, or opens a window, without a click of the viewer.',
  },
  miner: { severity: 'blocked', label: 'Mining script', message: 'It loads or starts a script that mines currency.' },
  possible_redirect: {
    severity: 'warning',
    label: 'Possible redirect',
    message: 'It can leave the page or click on its own. Check that this needs a click of the viewer.',
  },
  script_url: {
    severity: 'warning',
    label: 'javascript: URL',
    message: 'A link or frame runs a script in place of a URL.',
  },
  obfuscated: {
    severity: 'warning',
    label: 'Obfuscated script',
    message: 'Code or text is encoded so that its effect cannot be read.',
  },
  download: { severity: 'warning', label: 'Download', message: 'It names a program or package to be downloaded.' },
  not_scanned: {
    severity: 'warning',
    label: 'Not scanned completely',
    message: 'A part is too large or deep, or could not be read.',
  },
} as const satisfies Record<string, ScanCodeText>;

export type ScanCode = keyof typeof scanCodes;

/** The codes of findings. */
export const scanCodeNames = Object.keys(scanCodes) as [ScanCode, ...ScanCode[]];

/** Maximum findings of one creative, and characters of their texts. */
export const maxFindings = 50;
export const maxSubject = 120;
export const maxPlace = 200;

/** Maximum characters of the reason why a finding is accepted. */
export const maxAcceptReason = 200;

const acceptanceSchema = z.strictObject({
  /** The user who accepted it. */
  byId: z.int(),
  at: z.iso.datetime(),
  reason: z.string().max(maxAcceptReason),
  /** Whether it is accepted in all creatives of all accounts. */
  isEverywhere: z.boolean(),
});

const findingSchema = z.strictObject({
  code: z.enum(scanCodeNames),
  severity: z.enum(scanSeverities),
  message: z.string().max(200),
  /** Where it is: the part of the creative with the line, or the URL that was fetched. */
  place: z.string().max(maxPlace),
  /** The domain, the digest of the file, or an extract of the code. With the code, it identifies the finding. */
  subject: z.string().max(maxSubject),
  /** Who accepted it; null = it is open. */
  accepted: acceptanceSchema.nullable(),
});

/** A finding of the scan of a creative. */
export type ScanFinding = z.output<typeof findingSchema>;

/** How a finding was accepted. */
export type ScanAcceptance = z.output<typeof acceptanceSchema>;

/** The findings of a creative. */
export const scanFindingsSchema = z.array(findingSchema).max(maxFindings);

/** States of a creative by its findings. */
export const scanStates = [
  { value: 'pending', label: 'Not scanned yet' },
  { value: 'clean', label: 'No findings' },
  { value: 'accepted', label: 'Findings accepted' },
  { value: 'warning', label: 'Warnings' },
  { value: 'blocked', label: 'Blocked' },
] as const;

export type ScanState = (typeof scanStates)[number]['value'];

/** The state that follows from findings. */
export function scanStateOf(findings: readonly ScanFinding[]): Exclude<ScanState, 'pending'> {
  if (findings.length === 0) return 'clean';
  const open = findings.filter(({ accepted }) => accepted === null);
  if (open.length === 0) return 'accepted';
  return open.some(({ severity }) => severity === 'blocked') ? 'blocked' : 'warning';
}

/** Identifies a finding within a creative. */
export function findingKey({ code, subject }: Pick<ScanFinding, 'code' | 'subject'>): string {
  return `${code} ${subject}`;
}
