import { mount } from './App.tsx';
import { started } from './starting.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');
// Not awaited: pages import from this chunk, and an import cannot end while what it imports is still waiting for it.
void mount(root, started);
