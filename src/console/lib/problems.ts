import { z } from 'zod';
import type { ProblemResponse } from '#api/problem.ts';
import type { PageLink } from '#model/index.ts';

/** A problem of a response; those of a document have its line, from 1. */
export type ResponseProblem = ProblemResponse['problems'][number] & { line?: number | null | undefined };

/** A failed call with a message for users; `problems` name the values at fault. */
export class ApiError extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly problems: readonly ResponseProblem[];

  constructor(status: number, message: string, problems: readonly ResponseProblem[] = []) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.problems = problems;
  }
}

const responseSchema: z.ZodType<{ problems: ResponseProblem[] }> = z.object({
  problems: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      path: z.string(),
      line: z.int().nullable().optional(),
      fix: z.object({ label: z.string(), href: z.string() }).optional(),
    }),
  ),
});

const textOf: Record<number, string> = {
  401: 'Bad credentials',
  403: 'Please sign in again',
  404: 'It no longer exists, or you do not have access to it',
  408: 'The server took too long to respond',
  409: 'It was changed in the meantime. Reload and try again',
  413: 'This is larger than the server accepts',
  429: 'Too many attempts. Wait a moment and try again',
  502: 'The server cannot be reached at the moment',
  503: 'The server is busy or restarting. Try again in a moment',
  504: 'The server took too long to respond',
};

/** Creates the error of a response: the messages of its problems, or else a text for its status. */
export function errorFromResponse(status: number, body: unknown): ApiError {
  const parsed = responseSchema.safeParse(body);
  const problems = parsed.success ? parsed.data.problems : [];
  const messages = [...new Set(problems.map((problem) => problem.message).filter(Boolean))];
  return new ApiError(
    status,
    asSentences(messages) || textOf[status] || 'The server could not process this request',
    problems,
  );
}

/** Joins messages as sentences; some already end with a period. */
function asSentences(messages: readonly string[]): string {
  return messages.map((text, at) => (at < messages.length - 1 ? text.replace(/\.$/, '') : text)).join('. ');
}

/** Creates the error of a call without a response. */
export function errorFromNetwork(): ApiError {
  return new ApiError(0, 'The server cannot be reached. Check your connection and try again');
}

/** Creates the error of a response that cannot be decrypted. */
export function errorFromUnreadable(status: number): ApiError {
  return new ApiError(status, 'The response of the server cannot be read. Reload the page and try again');
}

/** The message of any error, or else a text. */
export function messageOf(error: unknown, otherwise = 'Unknown Error'): string {
  return (error instanceof Error && error.message) || otherwise;
}

/** Returns the page where an error can be fixed: that of its first problem that names one. */
export function fixOf(error: unknown): PageLink | undefined {
  return error instanceof ApiError ? error.problems.find(({ fix }) => fix)?.fix : undefined;
}

/** Codes of the rejections (403) of a whole session: it has ended, or no longer has the right to what the page shows. */
const sessionCodes: ReadonlySet<string> = new Set([
  'no_session',
  'forbidden',
  'outside_role',
  'money_hidden',
  'second_factor_required',
]);

/** Whether an error is about the session, not about one action of it. */
export function isOfSession({ status, problems }: ApiError): boolean {
  return status === 403 && (problems.length === 0 || problems.some(({ code }) => sessionCodes.has(code)));
}

/** Returns the first problem of each field; those of unknown fields are joined under ''. */
export function problemsByField(problems: readonly ResponseProblem[], fields: readonly string[]): Map<string, string> {
  const byField = new Map<string, string>();
  for (const problem of problems) {
    const head = problem.path.split('.')[0] ?? '';
    const field = fields.includes(head) ? head : '';
    const before = byField.get(field);
    if (before === undefined) byField.set(field, problem.message);
    else if (field === '' && !before.includes(problem.message)) byField.set(field, `${before}. ${problem.message}`);
  }
  return byField;
}
