import { mount } from './App.tsx';
import { started } from './starting.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no place for the application.');
await mount(root, started);
