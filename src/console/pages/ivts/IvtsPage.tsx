import { ScanEye } from 'lucide-react';
import { ivt } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';

const intro = {
  icon: <ScanEye />,
  text: 'A pixel is the address of a vendor that measures what was shown. It is called at one event of a sample of ads.',
};

const notice = 'Ad serving does not add pixels to ads yet.';

/** The third-party pixels of the account. */
export function IvtsPage() {
  return <EntityPage entity={ivt} intro={intro} notice={notice} />;
}
