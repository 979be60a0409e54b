import { CopyField } from '../parts/copy-field.tsx';
import { useProjects } from '../parts/project-names.tsx';
import { option, quoted, serviceUrl } from '../parts/shell-text.ts';

/** How to follow the schedule without this page: in a calendar, and by messages. */
export function Subscribe({ project }: { readonly project: string }) {
  const [only, another] = useProjects() ?? [];
  const of = project !== '' || another !== undefined ? project : (only?.id ?? '');
  const base = serviceUrl();
  const inProject = of === '' ? '' : option('project', of);
  return (
    <div class="copies">
      {of === '' ? (
        <p class="hint">Choose a project for the address of its calendar.</p>
      ) : (
        <CopyField
          label="Put it in your calendar"
          text={`# On the server: it prints the key
npx forewarn keys create ${quoted(`calendar-${of}`)} --permission READ_CALENDAR${inProject}
${base}/api/admin/projects/${encodeURIComponent(of)}/change-requests.ics?key=…`}
        />
      )}
      <CopyField
        label="Be told first"
        text={`# The key is one of "npx forewarn keys create me --admin" on the server
export FOREWARN_URL=${quoted(base)} FOREWARN_API_KEY=… SLACK_URL=…
echo "$SLACK_URL" | npx forewarn webhooks add --template slack${inProject}`}
      />
    </div>
  );
}
