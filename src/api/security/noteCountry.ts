import type { Author } from '#storage/entities/changeLog.ts';
import type { ApiDeps } from '../deps.ts';

/** Days for which a country from which a user signed in is known. */
const countryDays = 400;

/** Records a sign-in from a country from which the user has not signed in before. Without a location, nothing is known. */
export async function noteCountry(
  { locate, security, now }: Pick<ApiDeps, 'locate' | 'security' | 'now'>,
  author: Author,
  user: { id: number; name: string; demandId: number | null },
): Promise<void> {
  const country = locate?.(author.ip)?.country ?? '';
  if (country === '') return;
  const time = now();
  const isNew = await security.notePlace({
    owner: `user ${user.id}`,
    place: country,
    now: time.toISOString(),
    until: new Date(time.getTime() + countryDays * 86_400_000).toISOString(),
  });
  if (!isNew) return;
  const { id, name, demandId } = user;
  await security.record(author, {
    ...{ type: 'newCountry', demandId, subject: { entity: 'user', id, name } },
    details: { country },
  });
}
