import { CircleAlert, Info, TriangleAlert } from 'lucide-react';

/** The icon, color and label of each severity of alerts. */
export const alertTones = {
  bad: { Icon: CircleAlert, className: 'text-bad', label: 'Urgent' },
  warn: { Icon: TriangleAlert, className: 'text-warn', label: 'Warning' },
  info: { Icon: Info, className: 'text-muted', label: 'Information' },
};
