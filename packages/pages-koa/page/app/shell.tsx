import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSession } from '../api/session.ts';
import { Name } from '../parts/name.tsx';
import { ProjectsProvider } from '../parts/project-names.tsx';
import { keepPlace } from './place.ts';
import { hrefOf, useRoute } from './route.ts';
import { VIEWS } from './views.ts';

/** The header with the navigation, and the view in the URL. */
export function Shell() {
  const route = useRoute();
  const { user, end } = useSession();
  const main = useRef<HTMLElement>(null);
  const permitted = VIEWS.filter(({ isPermitted }) => isPermitted(user));
  const [home] = permitted;
  const [name = ''] = route.path;
  const view = name === '' ? home : permitted.find((each) => each.name === name);
  // The home has two addresses.
  const place = [view?.name, ...route.path.slice(1)].join('/');

  // A new view begins at its top, for the eye and for a screen reader. The form of the sign-in had the focus. An effect after the
  // next frame could take it from a field in which its user already types.
  useLayoutEffect(() => {
    if (view === undefined) document.title = 'Forewarn';
    scrollTo(0, 0);
    main.current?.focus();
  }, [place]);

  return (
    <>
      <header class="top">
        <a class="brand" href={hrefOf([])}>
          Forewarn
        </a>
        <nav aria-label="Views">
          {permitted.flatMap(({ name: to, label }) =>
            label === undefined ? (
              []
            ) : (
              <a key={to} href={hrefOf([to])} aria-current={view?.name === to ? 'page' : undefined}>
                {label}
              </a>
            ),
          )}
          <a href="docs">API</a>
        </nav>
        <span class="user">
          <UserName name={user.user.name} />
          <button type="button" onClick={() => void end()}>
            Sign out
          </button>
        </span>
      </header>
      <main
        ref={main}
        tabIndex={-1}
        onClickCapture={view?.name === 'timeline' ? keepPlace : undefined}
      >
        <ProjectsProvider>
          {view === undefined ? <NoView name={name} /> : <view.Component route={route} />}
        </ProjectsProvider>
      </main>
    </>
  );
}

/** How the service names a key of its settings: a random name, which events have. */
const OF_SETTINGS = /^init-[\da-f]{12}$/;

const UserName = ({ name }: { readonly name: string }) =>
  OF_SETTINGS.test(name) ? (
    <span title={`Events name it ${name}`}>Admin key of the settings</span>
  ) : (
    <Name text={name} />
  );

function NoView({ name }: { readonly name: string }) {
  const exists = name === '' || VIEWS.some((each) => each.name === name);
  return (
    <>
      <h1>{exists ? 'Your key does not permit this' : 'There is no such view'}</h1>
      <p>
        {exists
          ? 'Sign out, and in with a key that has PROJECT_CHANGE_REQUEST_READ. '
          : 'The address may be incomplete. '}
        <a href={hrefOf([])}>Go to the start</a>
      </p>
    </>
  );
}
