import type { ReportSchedule, ScheduleBody } from '#api/schedules/scheduleContract.ts';
import { dueTimes, fixedZone, isZone, zonedMinute, zoneText } from '#model/index.ts';
import type { Option } from '../../../ui/picker/option.ts';

/** Form values of a schedule: numbers and dates as typed. */
export interface ScheduleForm extends Omit<ScheduleBody, 'monthDay' | 'startDate' | 'endDate'> {
  monthDay: string;
  startDate: string;
  endDate: string;
}

/** The fields at which the server's problems are shown. */
export const scheduleFields = [
  ...['repeats', 'weekDays', 'monthDay', 'time', 'zone', 'startDate', 'endDate'],
  ...['format', 'colleagueIds', 'emails', 'emailForm'],
] as const;

/** The initial form values. A new schedule is daily at eight in the user's time zone. */
export function formOf(schedule: ReportSchedule | null, timezone: number): ScheduleForm {
  const { repeats = 'daily', weekDays = [1], time = '08:00', zone = fixedZone(timezone) } = schedule ?? {};
  const { format = 'xlsx', emails = [], emailForm = 'attachment', isPaused = false } = schedule ?? {};
  return {
    ...{ repeats, weekDays: weekDays.length > 0 ? weekDays : [1], time, zone, format, emails, emailForm, isPaused },
    monthDay: String(schedule?.monthDay ?? 1),
    startDate: schedule?.startDate ?? '',
    endDate: schedule?.endDate ?? '',
    colleagueIds: schedule?.colleagues.map(({ id }) => id) ?? [],
  };
}

/** The request body. Invalid input is sent unchanged, so that the server reports it. */
export function bodyOf(form: ScheduleForm): ScheduleBody {
  const { repeats, weekDays, monthDay, startDate, endDate } = form;
  return {
    ...form,
    time: form.time.trim().replace(/^\d:/, '0$&'),
    weekDays: repeats === 'weekly' ? weekDays : [],
    monthDay: repeats === 'monthly' ? Number(monthDay || 'x') : null,
    startDate: startDate === '' ? null : startDate,
    endDate: endDate === '' ? null : endDate,
  };
}

/** The next three due times in the schedule's time zone: "Mon 2026-11-23 08:00". Null when the form is invalid. */
export function nextRuns(form: ScheduleForm, now: number): string[] | null {
  const body = bodyOf(form);
  const isDay = (day: string | null) => day === null || /^\d{4}-\d\d-\d\d$/.test(day);
  const { repeats, weekDays, monthDay, time, zone, startDate, endDate } = body;
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) || !isZone(zone) || !isDay(startDate) || !isDay(endDate)) return null;
  if (repeats === 'weekly' && weekDays.length === 0) return null;
  if (monthDay !== null && !(Number.isInteger(monthDay) && monthDay >= 1 && monthDay <= 31)) return null;
  return dueTimes(body, now, 3).map((due) => {
    const text = zonedMinute(zone, due);
    const day = new Date(`${text.slice(0, 10)}T00:00Z`);
    return `${day.toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })} ${text}`;
  });
}

/** All time zones: whole hours from UTC, then places of the IANA database. */
export function zoneOptions(chosen: string): Option[] {
  const hours = Array.from({ length: 25 }, (_, index) => fixedZone(index - 12));
  const places = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/') && !zone.startsWith('Etc/'));
  const names = new Set([...hours, ...places, chosen]);
  return [...names].map((value) => ({ value, label: zoneText(value) }));
}
