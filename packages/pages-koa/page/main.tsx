import { render } from 'preact';
import { App } from './app/app.tsx';

const root = document.querySelector('#page');
if (root === null) throw new Error('page.html has no #page');
render(<App />, root);
