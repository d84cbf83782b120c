import './lib/zodSetup.ts';
import './styles/index.css';
import { startConsole } from './startConsole.tsx';

const container = document.getElementById('root');
if (container) void startConsole(container);
