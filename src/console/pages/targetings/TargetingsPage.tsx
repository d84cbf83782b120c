import { Crosshair } from 'lucide-react';
import { targeting } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';

const intro = {
  icon: <Crosshair />,
  text: 'A targeting describes traffic once, by place, device and content, for use in many places.',
};

const notice = 'Ad serving does not evaluate targetings yet.';

/** The targetings of the account. */
export function TargetingsPage() {
  return <EntityPage entity={targeting} intro={intro} notice={notice} />;
}
