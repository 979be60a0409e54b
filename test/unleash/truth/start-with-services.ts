// Starts Unleash in the working folder, with calls for services that the open-source edition has, but serves nowhere. It also
// sets the switch of the Enterprise edition: with it, the open-source code checks the scheduled change requests in its tables.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Request {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
  readonly user: unknown;
  readonly audit: unknown;
}

interface Response {
  status(code: number): { json(body: unknown): void; end(): void };
}

type Handler = (request: Request) => Promise<unknown>;

interface App {
  post(path: string, handler: (request: Request, response: Response) => void): void;
}

interface Services {
  readonly segmentService: { unprotectedDelete(...args: readonly unknown[]): Promise<unknown> };
  readonly projectService: { changeProject(...args: readonly unknown[]): Promise<unknown> };
  /** Since version 8. */
  readonly transactionalReleasePlanMilestoneStrategyService?: {
    transactional<Result>(
      run: (service: {
        updateStrategy(...args: readonly unknown[]): Promise<Result>;
      }) => Promise<Result>,
    ): Promise<Result>;
  };
}

interface Unleash {
  readonly start: (options: {
    readonly enterpriseVersion: string;
    readonly resourceLimits: Readonly<Record<string, number>>;
    readonly preRouterHook: (app: App, config: unknown, services: Services) => void;
  }) => Promise<unknown>;
  readonly handleErrors: (response: Response, logger: object, error: unknown) => void;
}

const MANY = 100_000;
const PATH = '/api/admin/measured';
const LOGGER = { debug: () => {}, error: () => {} };

const importFrom = async (path: string): Promise<unknown> =>
  import(pathToFileURL(resolve('node_modules/unleash-server/dist/lib', path)).href);
const { start } = (await importFrom('server-impl.js')) as Unleash;
const { handleErrors } = (await importFrom('routes/util.js')) as Unleash;

const handle =
  (handler: Handler) =>
  (request: Request, response: Response): void => {
    handler(request).then(
      () => response.status(200).end(),
      (error: unknown) => handleErrors(response, LOGGER, error),
    );
  };

await start({
  enterpriseVersion: 'measured',
  resourceLimits: { segments: MANY, projects: MANY, featureFlags: MANY },
  preRouterHook: (app, _config, { projectService, segmentService, ...services }) => {
    app.post(
      `${PATH}/projects/:project/features/:feature/move`,
      handle(async ({ params, body, user, audit }) =>
        projectService.changeProject(body['to'], params['feature'], user, params['project'], audit),
      ),
    );
    app.post(
      `${PATH}/segments/:id/delete`,
      handle(async ({ params: { id }, audit }) => segmentService.unprotectedDelete(id, audit)),
    );
    const milestones = services.transactionalReleasePlanMilestoneStrategyService;
    const milestonePath = `${PATH}/projects/:projectId/features/:featureName/environments/:environment/milestone-strategies/:id`;
    if (milestones === undefined) {
      app.post(milestonePath, (_request, response) => response.status(501).end());
      return;
    }
    app.post(
      milestonePath,
      handle(async ({ params: { id, ...context }, body, user, audit }) =>
        milestones.transactional((service) =>
          service.updateStrategy(id, body, context, audit, user),
        ),
      ),
    );
  },
});
