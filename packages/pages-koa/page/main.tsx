import { render } from 'preact';
import { App } from './app/app.tsx';

// As `page.html` has it.
render(<App />, document.querySelector('#page')!);
