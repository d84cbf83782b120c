import { Smartphone } from 'lucide-react';
import { sdkApp } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';

const intro = {
  icon: <Smartphone />,
  text: 'An app carries the SDK under a key of its own. Add one app for each platform that it runs on.',
};

const notice = 'The SDK key identifies an app; ad serving does not ask for it yet.';

/** The apps of the account that carry the SDK. */
export function SdkPage() {
  return <EntityPage entity={sdkApp} intro={intro} notice={notice} />;
}
