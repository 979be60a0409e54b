import { CopyField } from '../parts/copy-field.tsx';
import { useProjects } from '../parts/project-names.tsx';
import { option, quoted } from '../parts/shell-text.ts';

/** How to follow the schedule without this page: in a calendar, and by messages. */
export function Subscribe({ project }: { readonly project: string }) {
  const [only, another] = useProjects() ?? [];
  const of = project !== '' || another !== undefined ? project : (only?.id ?? '');
  const base = new URL('.', document.baseURI).href;
  const inProject = of === '' ? '' : option('project', of);
  return (
    <div class="copies">
      {of === '' ? (
        <p class="hint">Choose a project for the address of its calendar.</p>
      ) : (
        <CopyField
          label="Put it in your calendar"
          text={`forewarn keys create ${quoted(`calendar-${of}`)} --permission READ_CALENDAR${inProject}
${base}api/admin/projects/${encodeURIComponent(of)}/change-requests.ics?key=…`}
        />
      )}
      <CopyField
        label="Be told first"
        text={`export FOREWARN_URL=${quoted(base.replace(/\/$/, ''))} FOREWARN_API_KEY=… SLACK_URL=…
echo "$SLACK_URL" | forewarn webhooks add --template slack${inProject}`}
      />
    </div>
  );
}
